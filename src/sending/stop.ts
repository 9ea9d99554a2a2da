import { type SQL, sql } from "drizzle-orm";
import { users } from "../db/schema/accounts.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import type { StopReason } from "../db/schema/rsvps.ts";
import { emailKey } from "../kernel/email-address.ts";
import { PURPOSES, type Purpose } from "../platform/mail/purposes.ts";
import { budgetOf, fitsBudget, isPaused } from "./budgets.ts";
import { MAILS_AN_HOUR, type Mailbox, mailsInHour } from "./mailbox-cap.ts";
import { hasOptedOut, suppressionFor } from "./suppression-queries.ts";
import { exceedsUnreached } from "./unreached.ts";

/** An email or text message that is about to be sent. */
export interface Outgoing {
  purpose: Purpose;
  channel: "email" | "sms";
  address: string;
  /** Hashes of the address, see `recipientHashes`. */
  hashes: readonly string[];
  /** The event that it is about, whose host's rules apply. */
  eventId: string | null;
  guestId: string | null;
  /** The request that caused it has counted it in the host's budget. */
  isReserved: boolean;
}

/**
 * SQL for why an email or text message is not sent, or null: the second reading of `PURPOSES`, before the provider. The
 * first one was in the request, and much can change in between.
 */
export function stopSql(outgoing: Outgoing, now: number): SQL<StopReason | null> {
  const { purpose, channel, address, hashes, isReserved } = outgoing;
  const hostId = hostOf(outgoing);
  const mailbox: Mailbox = { emailKey: sql`${emailKey(address)}`, hostId, hashes };
  return firstOf([
    ...lastingStops(outgoing, hostId),
    ...(channel === "sms" ? [] : mailboxStops(purpose, mailbox, now)),
    ...(isReserved ? [] : budgetStops({ purpose, hostId }, now)),
    ...replyStops(outgoing, hostId, now),
  ]);
}

/** The part of `stopSql` for a repeated attempt, which the limits have counted already. */
export function repeatedStopSql(outgoing: Outgoing): SQL<StopReason | null> {
  return firstOf(lastingStops(outgoing, hostOf(outgoing)));
}

function hostOf({ eventId }: Outgoing): SQL {
  return eventId === null ? sql`null` : sql`(select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
}

/** Stops by the account and the address, and not by what was sent before. */
function lastingStops(outgoing: Outgoing, hostId: SQL): SQL[] {
  const { purpose, channel, address, eventId } = outgoing;
  const isAboutEvent = eventId !== null;
  return [
    ...accountStops({ purpose, hostId, isAboutEvent, isKnown: isKnownGuest(outgoing) }),
    ...(channel === "sms"
      ? [stopIf(hasOptedOut(sql`${address}`, null), "unsubscribed")]
      : suppressionStops(purpose, { emailKey: sql`${emailKey(address)}`, hostId })),
  ];
}

/** The part of `stopSql` that is about the event's host, whatever the address. */
export function hostStopSql(host: HostOf, now: number): SQL<StopReason | null> {
  return firstOf([...accountStops(host), ...budgetStops(host, now)]);
}

/** The part of `stopSql` that is about an email address. */
export function addressStopSql(purpose: Purpose, mailbox: Mailbox, now: number): SQL<StopReason | null> {
  return firstOf([...suppressionStops(purpose, mailbox), ...mailboxStops(purpose, mailbox, now)]);
}

/** A purpose, and SQL for the ID of the host whose rules apply. */
interface HostOf {
  purpose: Purpose;
  hostId: SQL;
  isAboutEvent?: boolean;
  /** Condition: the guest may be emailed without a verified host. */
  isKnown?: SQL;
}

/**
 * Condition: an invitation has arrived at the guest. What such a guest causes is sent even if the host's address is no
 * longer verified.
 */
function isKnownGuest({ purpose, eventId, guestId }: Outgoing): SQL {
  if (guestId === null || PURPOSES[purpose].ifPaused === "refused") return sql`false`;
  return sql`exists (select 1 from ${guests} where ${guests.eventId} = ${eventId} and ${guests.id} = ${guestId}
    and (${guests.deliveryStatus} = 'sent' or ${guests.deliveryStatus} = 'delivered'))`;
}

function accountStops({ purpose, hostId, isAboutEvent = true, isKnown = sql`false` }: HostOf): SQL[] {
  const { needsVerifiedHost, ifPaused } = PURPOSES[purpose];
  const isVerified = sql`(select ${users.emailVerified} from ${users} where ${users.id} = ${hostId})`;
  return [
    ...(isAboutEvent && needsVerifiedHost ? [stopIf(sql`not (${isVerified} or ${isKnown})`, "email_unverified")] : []),
    ...(ifPaused === "refused" ? [stopIf(isPaused(hostId, hostId), "sending_paused")] : []),
  ];
}

function suppressionStops(purpose: Purpose, mailbox: Mailbox): SQL[] {
  if (PURPOSES[purpose].honours.length === 0) return [];
  const suppression = suppressionFor(purpose, mailbox.emailKey, mailbox.hostId);
  return [sql`when ${suppression} is not null then ${suppression}`];
}

function mailboxStops(purpose: Purpose, mailbox: Mailbox, now: number): SQL[] {
  if (!PURPOSES[purpose].isCapped) return [];
  return [stopIf(sql`${mailsInHour(mailbox, now)} >= ${MAILS_AN_HOUR}`, "mailbox_limit")];
}

function budgetStops({ purpose, hostId }: HostOf, now: number): SQL[] {
  if (PURPOSES[purpose].budget !== "refused") return [];
  return [stopIf(sql`not ${fitsBudget(hostId, budgetOf(hostId), 1, now)}`, "sending_limit")];
}

function replyStops({ purpose, eventId, guestId }: Outgoing, hostId: SQL, now: number): SQL[] {
  if (PURPOSES[purpose].budget !== "counted" || eventId === null || guestId === null) return [];
  return [stopIf(exceedsUnreached({ eventId, guestId }, hostId, now), "sending_limit")];
}

function stopIf(condition: SQL, reason: StopReason): SQL {
  return sql`when ${condition} then ${reason}`;
}

function firstOf(cases: readonly SQL[]): SQL<StopReason | null> {
  return cases.length === 0 ? sql`null` : sql`(case ${sql.join([...cases], sql` `)} end)`;
}
