import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../db/client.ts";
import { type Bindable, type Placeholders, prepared } from "../db/prepared-statement.ts";
import { users } from "../db/schema/accounts.ts";
import { subscriptions } from "../db/schema/billing.ts";
import { events } from "../db/schema/events.ts";
import { sendingHours, sendingPauses } from "../db/schema/sending.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { hourOf, SENDING_BUDGETS, type SendingBudget, WINDOW_HOURS } from "./budgets.ts";

/** Whether a user may send for an event, and how much was sent for its host in the window. */
export type SenderRow = Awaited<ReturnType<typeof findSender>>[number];

/** The user who causes an email (null: a scheduled time), and the host of its event. */
export interface Sender {
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
 * Write condition: this many emails may be sent. Repeats the rules of `requireSender`.
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
  const tier = tierOf(hostId);
  const { free, pro, business } = SENDING_BUDGETS;
  const byTier = (key: keyof SendingBudget) =>
    sql`(case ${tier} when 'business' then ${business[key]} when 'pro' then ${pro[key]} else ${free[key]} end)`;
  return { recipients: byTier("recipients"), lost: byTier("lost") };
}

/** The tier of a host that the database has; null: free. */
export function tierOf(hostId: SQL): SQL {
  return sql`(select ${subscriptions.tier} from ${subscriptions}
    where ${subscriptions.userId} = ${hostId} and ${subscriptions.granting} = 1)`;
}

/** The condition that one of two accounts is paused. */
export function isPaused(userId: SQL, hostId: SQL): SQL {
  return sql`exists (select 1 from ${sendingPauses} where ${sendingPauses.userId} in (${userId}, ${hostId}))`;
}

/** Counts recipients for a host. Add it to the batch that asks for the emails, after the condition. */
export function countRecipients(db: Database, hostId: string | SQL, recipients: SQL | number, now: number) {
  return count(db, sql`select ${hostId}, ${hourOf(now)}, ${recipients}, 0, 0, 0 where true`, "recipients");
}

/** Counts one recipient if the write that emails them took place, otherwise none. */
export function countIf(isWritten: SQL): SQL {
  return sql`iif(${isWritten}, 1, 0)`;
}

/**
 * Counts bounces and complaints of an address for the host of an event, if the condition is true.
 * @param guard the condition that the report changes its delivery, so that none counts twice
 */
export function countBouncesAndComplaints(
  db: Database,
  eventId: string,
  returned: { kind: "bounced" | "complained"; number?: number },
  now: number,
  guard: SQL = sql`true`,
) {
  const { kind, number = 1 } = returned;
  const [bounced, complained] = kind === "bounced" ? [number, 0] : [0, number];
  return count(
    db,
    sql`select ${events.hostId}, ${hourOf(now)}, 0, 0, ${bounced}, ${complained} from ${events}
      where ${events.id} = ${eventId} and ${guard}`,
    kind,
  );
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

/** The pauses of accounts: no row while none of them is paused. */
export function listPauses(db: Database, userIds: readonly string[]) {
  return db
    .select({ userId: sendingPauses.userId })
    .from(sendingPauses)
    .where(inArray(sendingPauses.userId, [...userIds]));
}

function count(db: Database, row: SQL, counter: "recipients" | "bounced" | "complained") {
  return db
    .insert(sendingHours)
    .select(row)
    .onConflictDoUpdate({
      target: [sendingHours.userId, sendingHours.hour],
      set: { [counter]: sql`${sendingHours[counter]} + excluded.${sql.identifier(counter)}` },
    });
}
