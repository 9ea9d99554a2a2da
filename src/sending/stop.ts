import { type SQL, sql } from "drizzle-orm";
import { users } from "../db/schema/accounts.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { emailKey } from "../kernel/email-address.ts";
import type { SkipReason } from "../platform/mail/draft.ts";
import { PURPOSES, type Purpose } from "../platform/mail/purposes.ts";
import { budgetOf, fitsBudget, isPaused } from "./budgets.ts";
import { MAILS_AN_HOUR, type Mailbox, mailsInHour } from "./mailbox-cap.ts";
import { hasOptedOut, suppressionFor } from "./suppression-queries.ts";

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
export function stopSql(outgoing: Outgoing, now: number): SQL {
  const { purpose, channel, address, hashes, eventId, isReserved } = outgoing;
  const rules = PURPOSES[purpose];
  const hostId =
    eventId === null ? sql`null` : sql`(select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
  const key = sql`${emailKey(address)}`;
  const cases: SQL[] = [];
  const stopIf = (condition: SQL, reason: SkipReason) => cases.push(sql`when ${condition} then ${reason}`);
  if (eventId !== null && rules.needsVerifiedHost) {
    const isVerified = sql`(select ${users.emailVerified} from ${users} where ${users.id} = ${hostId})`;
    stopIf(sql`not (${isVerified} or ${isKnownGuest(outgoing)})`, "email_unverified");
  }
  if (rules.ifPaused === "refused") stopIf(isPaused(hostId, hostId), "sending_paused");
  if (channel === "sms") {
    stopIf(hasOptedOut(sql`${address}`, null), "unsubscribed");
  } else if (rules.honours.length > 0) {
    const suppression = suppressionFor(purpose, key, hostId);
    cases.push(sql`when ${suppression} is not null then ${suppression}`);
  }
  if (channel === "email" && rules.isCapped) {
    const mailbox: Mailbox = { emailKey: key, hostId, hashes };
    stopIf(sql`${mailsInHour(mailbox, now)} >= ${MAILS_AN_HOUR}`, "mailbox_limit");
  }
  if (rules.budget === "refused" && !isReserved) {
    stopIf(sql`not ${fitsBudget(hostId, budgetOf(hostId), 1, now)}`, "sending_limit");
  }
  return cases.length === 0 ? sql`null` : sql`(case ${sql.join(cases, sql` `)} end)`;
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
