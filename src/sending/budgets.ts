import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../db/client.ts";
import { type Cells, insertFrom } from "../db/inserts.ts";
import { type Bindable, type Placeholders, prepared } from "../db/prepared-statement.ts";
import { users } from "../db/schema/accounts.ts";
import { subscriptions } from "../db/schema/billing.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import type { GuestKey } from "../db/schema/rsvps.ts";
import { sendingHours, sendingPauses } from "../db/schema/sending.ts";
import { snakeName } from "../kernel/case.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../kernel/clock.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { byTier } from "../platform/tiers/tier-of.ts";

/** The sending limits of an account in 24 hours, by the tier of the event's host. */
interface SendingBudget {
  /**
   * Emails and text messages: invitations, collaborator invites, reminders and broadcasts. Each recipient counts once.
   */
  recipients: number;
  /** Addresses that bounced, or were deleted or replaced after an email. At this number, sending stops. */
  lost: number;
}

/** Several times the daily need of a tier's largest event, and too few for spam to pay off. */
export const SENDING_BUDGETS: Record<Tier, SendingBudget> = {
  free: { recipients: 200, lost: 20 },
  pro: { recipients: 5_000, lost: 200 },
  business: { recipients: 50_000, lost: 1_000 },
};

/** The counters are by hour, and a budget is for the hour that runs and the 23 before it. */
export const WINDOW_HOURS = 24;

/** Between two invitations of one event to one address… */
export const INVITATION_PAUSE_MS = HOUR_MS;

/** …and the maximum per day. */
export const INVITATIONS_A_DAY = 5;

/** Returns the number of the hour that contains a time (epoch milliseconds). */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}

/** Seconds until the counters of an hour leave the window. */
export function secondsUntilOutOfWindow(hour: number, now: number): number {
  return Math.max(1, Math.ceil(((hour + WINDOW_HOURS) * HOUR_MS - now) / SECOND_MS));
}

/** The sending counters of an account in the window, with bounces and complaints. */
type SendingRecord = Pick<typeof sendingHours.$inferSelect, "recipients" | "bounced" | "complained">;

/** More than one bounce in 20 pauses an account… */
const BOUNCE_SHARE = 20;

/** …but a handful of mistyped addresses on a short list does not. */
const MIN_BOUNCES = 10;

/** One complaint in 200 pauses an account… */
const COMPLAINT_SHARE = 200;

/** …but with fewer emails than this it takes two, because one complaint may be a mistake. */
const FEW_MAILS = 50;

/**
 * Returns why an account has to stop sending, or null. Harmful emails of one host reduce the deliverability of all
 * hosts.
 */
export function pauseReason({ recipients, bounced, complained }: SendingRecord): "bounces" | "complaints" | null {
  const minComplaints = recipients < FEW_MAILS ? 2 : 1;
  if (complained >= minComplaints && complained * COMPLAINT_SHARE >= recipients) return "complaints";
  return bounced >= MIN_BOUNCES && bounced * BOUNCE_SHARE > recipients ? "bounces" : null;
}

/**
 * When an address may be invited to an event again, or null for now.
 * @param recent the times of invitations in the last day, epoch milliseconds, in any order
 */
export function mayInviteAgainAt(recent: readonly number[], now: number): number | null {
  const times = recent.filter((at) => at > now - DAY_MS).sort((a, b) => b - a);
  const afterPause = (times[0] ?? 0) + INVITATION_PAUSE_MS;
  const fifth = times[INVITATIONS_A_DAY - 1];
  const afterDay = fifth === undefined ? 0 : fifth + DAY_MS;
  const at = Math.max(afterPause, afterDay);
  return at > now ? at : null;
}

/** Whether a user may send for an event, and how much was sent for its host in the window. */
export type SenderRow = Awaited<ReturnType<typeof findSender>>[number];

/** The user who causes an email (null: a scheduled time), and the host of its event. */
interface Sender {
  userId: string;
  hostId: string;
}

interface Counters {
  recipients: number;
  lost: number;
  /** The oldest hour with a counter, null without one. */
  since: number | null;
}

/** Reads the values that decide whether a user may send for an event. One row if the event exists. */
export function findSender(db: Database, eventId: string, userId: string, now: number) {
  return SENDER(db, { eventId, userId, after: hourOf(now) - WINDOW_HOURS });
}

const SENDER = prepared(
  (db, { eventId, userId, after }: Placeholders<{ eventId: string; userId: string; after: number }>) =>
    db
      .select({
        isVerified:
          sql<boolean>`coalesce((select ${users.emailVerified} from ${users} where ${users.id} = ${userId}), 0)`
            .mapWith(Boolean)
            .as("is_verified"),
        tier: sql<Tier>`coalesce((select ${subscriptions.tier} from ${subscriptions}
          where ${subscriptions.userId} = ${events.hostId} and ${subscriptions.granting} = 1), 'free')`.as("host_tier"),
        isPaused: isPaused(sql`${userId}`, sql`${events.hostId}`).mapWith(Boolean).as("is_paused"),
        counters: sql<Counters>`(
          select json_object('recipients', coalesce(sum(recipients), 0), 'lost', coalesce(sum(abandoned + bounced), 0),
            'since', min(hour))
          from ${sendingHours} where ${sendingHours.userId} = ${events.hostId} and ${sendingHours.hour} > ${after})`
          .mapWith((text: string) => JSON.parse(text) as Counters)
          .as("counters"),
      })
      .from(events)
      .where(eq(events.id, eventId))
      .limit(1),
);

/**
 * Write condition: this many emails may be sent. Repeats the rules of `requireSender`, because concurrent requests spend
 * one budget.
 * @param recipients how many the write adds
 */
export function maySend(sender: Sender, budget: SendingBudget, recipients: number, now: number): SQL {
  return sql`(${isAllowedToSend(sender)} and ${fitsBudget(sql`${sender.hostId}`, budget, recipients, now)})`;
}

/** The part of `maySend` that is about the accounts, as `requireMaySend` decides it. */
export function isAllowedToSend({ userId, hostId }: Record<keyof Sender, string | SQL>): SQL {
  return sql`((select ${users.emailVerified} from ${users} where ${users.id} = ${userId}) = 1
    and not ${isPaused(sql`${userId}`, sql`${hostId}`)})`;
}

/** Write condition: this many more recipients fit the host's budget. */
export function fitsBudget(
  hostId: SQL,
  budget: { recipients: number | SQL; lost: number | SQL },
  recipients: number,
  now: Bindable<number>,
): SQL {
  return sql`(select coalesce(sum(recipients), 0) + ${recipients} <= ${budget.recipients}
      and coalesce(sum(abandoned + bounced), 0) < ${budget.lost}
    from ${sendingHours} where ${sendingHours.userId} = ${hostId}
      and ${sendingHours.hour} > ${now} / ${HOUR_MS} - ${WINDOW_HOURS})`;
}

/** The budget of a host by the tier that the database has, for a statement that is not preceded by a read. */
export function budgetOf(hostId: SQL): { recipients: SQL; lost: SQL } {
  const { free, pro, business } = SENDING_BUDGETS;
  const ofTier = (key: keyof SendingBudget) =>
    byTier(hostId, { free: free[key], pro: pro[key], business: business[key] });
  return { recipients: ofTier("recipients"), lost: ofTier("lost") };
}

/** The condition that one of two accounts is paused. */
export function isPaused(userId: SQL, hostId: SQL): SQL {
  return sql`exists (select 1 from ${sendingPauses} where ${sendingPauses.userId} in (${userId}, ${hostId}))`;
}

/** Counts recipients for a host. Add it to the batch that asks for the emails, after the condition. */
export function countRecipients(db: Database, hostId: string | SQL, recipients: SQL | number, now: number) {
  return count(db, { userId: hostId, hour: hourOf(now), recipients }, sql`where true`, "recipients");
}

/**
 * Counts emails, bounces or complaints for the host of an event, if the condition is true.
 * @param guard the condition that the email or the report is new, so that none counts twice
 */
export function countForEvent(
  db: Database,
  eventId: string,
  counted: { kind: Counter; number?: number },
  now: number,
  guard: SQL = sql`true`,
) {
  const { kind, number = 1 } = counted;
  const hostsHour = { userId: events.hostId, hour: hourOf(now), [kind]: number };
  return count(db, hostsHour, sql`from ${events} where ${events.id} = ${eventId} and ${guard}`, kind);
}

/** Counts one for a host, if the condition is true. */
export function countForHost(db: Database, hostId: string, kind: Counter, now: number, guard: SQL) {
  return count(db, { userId: hostId, hour: hourOf(now), [kind]: 1 }, sql`where ${guard}`, kind);
}

/**
 * Reads an account's sending counters in the window, with bounces and complaints, and the time and reason of its pause.
 * One row.
 */
export function findSendingState(db: Database, userId: string, now: number) {
  const sum = (column: SQLiteColumn) => sql<number>`coalesce(sum(${column}), 0)`;
  const { recipients, abandoned, bounced, complained } = sendingHours;
  const pause = sql`from ${sendingPauses} where ${sendingPauses.userId} = ${userId}`;
  return db
    .select({
      reason: sql<string | null>`(select ${sendingPauses.reason} ${pause})`.as("reason"),
      pausedAt: sql<number | null>`(select ${sendingPauses.pausedAt} ${pause})`.as("paused_at"),
      recipients: sum(recipients).as("recipients_sum"),
      abandoned: sum(abandoned).as("abandoned_sum"),
      bounced: sum(bounced).as("bounced_sum"),
      complained: sum(complained).as("complained_sum"),
    })
    .from(sendingHours)
    .where(and(eq(sendingHours.userId, userId), gt(sendingHours.hour, hourOf(now) - WINDOW_HOURS)));
}

/**
 * Lifts the pause of an account, and clears its bounces and complaints, so that the next one does not pause it again.
 */
export function liftPause(db: Database, userId: string) {
  return [
    db.delete(sendingPauses).where(eq(sendingPauses.userId, userId)),
    db.update(sendingHours).set({ bounced: 0, complained: 0 }).where(eq(sendingHours.userId, userId)),
  ] as const;
}

/** Counters of a host per hour. */
type Counter = "recipients" | "asked" | "askedPublicly" | "unreached" | "bounced" | "complained";

function count(db: Database, row: Cells<typeof sendingHours>, rest: SQL, counter: Counter) {
  return insertFrom(db, sendingHours, row, rest).onConflictDoUpdate({
    target: [sendingHours.userId, sendingHours.hour],
    set: { [counter]: sql`${sendingHours[counter]} + excluded.${sql.identifier(snakeName(counter))}` },
  });
}

/**
 * Counts a guest as a recipient of the host, once in 24 hours, if the guard is true: each edit of an RSVP is confirmed,
 * and a guest must not be able to spend the host's budget. A trigger adds to the counter.
 */
export function countReplyingGuest(db: Database, { eventId, guestId }: GuestKey, now: number, guard: SQL) {
  const isCounted = sql`coalesce(${guests.countedAt} > ${now} - ${DAY_MS}, 0)`;
  return db
    .update(guests)
    .set({ countedAt: now })
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId), sql`not ${isCounted}`, guard));
}
