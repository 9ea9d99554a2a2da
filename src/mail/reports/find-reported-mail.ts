import type { SQL } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { DAY_MS, toWire } from "../../kernel/clock.ts";
import { emailKey } from "../../kernel/email-address.ts";
import {
  findReportedRecipient,
  isRecipientReportable,
  reportRecipient,
} from "../../messaging/broadcasts/report-queries.ts";
import { recipientHashes } from "../../platform/mail/recipient-hash.ts";
import { type LiveEvent, storeActivities } from "../../platform/outbox/store-activities.ts";
import { setDelivery } from "../../sending/delivery-queries.ts";
import { countReturned } from "../../sending/queries.ts";
import { findReportedDelivery, isReportable, reportDelivery } from "../reported-delivery-queries.ts";
import type { MailReport } from "./mail-report.ts";

/** What a status may be replaced by: a late `delivered` does not undo a bounce. */
const SHOWN_FROM = {
  delivered: ["queued", "sent"],
  bounced: ["queued", "sent", "delivered"],
  complained: ["queued", "sent", "delivered", "bounced"],
} as const;

/** A report is about something that was sent in this time. */
export const REPORT_WINDOW_MS = 30 * DAY_MS;

/** A delivery that a report may be about. */
interface ReportedMail {
  shard: number;
  /** 1 when it has the provider's id, else 0. */
  matchesId: number;
  /** Epoch milliseconds. */
  at: number;
  /** The event that it is about; null for a mail to an account. */
  eventId: string | null;
  /** Whether it was a mail to an account about the account, which a stranger may have asked for. */
  isToAccount: boolean;
  /** The statements that apply the report to it. */
  updates: Statement[];
  /** Call after the commit: tells the event's monitors. */
  publish(): void;
}

/** An address of a report, and the delivery that the report is about. */
export interface ReportedAddress {
  emailKey: string;
  mail: ReportedMail | undefined;
}

/** A report on one of its addresses. */
interface AddressReport {
  address: string;
  report: MailReport;
  isSigned: boolean;
}

/**
 * The delivery that a report on an address is about, on any shard: the one with the provider's ID. For a signed report
 * without such a delivery, the newest one to the address.
 */
export async function findReportedMail(
  shards: readonly RequestContext[],
  reported: AddressReport,
): Promise<ReportedAddress> {
  const key = emailKey(reported.address);
  const found = await Promise.all(shards.map((shard) => findReportedMailOnShard(shard, key, reported)));
  const [mail] = found.flat().sort((a, b) => b.matchesId - a.matchesId || b.at - a.at);
  return { emailKey: key, mail };
}

async function findReportedMailOnShard(
  ctx: RequestContext,
  key: string,
  { address, report, isSigned }: AddressReport,
): Promise<ReportedMail[]> {
  const { db, shard, clock, keyring } = ctx;
  const { providerMessageId, kind, bounceType } = report;
  const now = clock.now();
  const query = { providerMessageId, since: now - REPORT_WINDOW_MS, mayGuess: isSigned };
  const [deliveries, recipients] = await db.batch([
    findReportedDelivery(db, await recipientHashes(keyring, address), query),
    findReportedRecipient(db, key, query),
  ]);
  const applied = { status: kind, reason: null, bounceType };
  // Before the statement that changes the status, which is their condition.
  const counted = (eventId: string | null, guard: SQL) =>
    kind === "delivered" || eventId === null || !isSigned ? [] : [countReturned(db, eventId, { kind }, now, guard)];
  return [
    ...deliveries.map(({ id, eventId, guestId, guestName, kind: mailKind, ...mail }) => {
      const guest = mailKind === "invitation" &&
        guestId !== null &&
        guestName !== null && { id: guestId, name: guestName };
      const events = guest ? reportActivities(kind, guest, bounceType, now) : [];
      const activity = storeActivities(ctx, eventId ?? "", events, isReportable(id, kind));
      return {
        ...mail,
        shard,
        eventId,
        isToAccount: eventId === null,
        updates: [
          ...activity.statements,
          ...counted(eventId, isReportable(id, kind)),
          reportDelivery(db, id, applied, now),
          ...showReport(db, { eventId, guestId, kind: mailKind }, { status: kind, reason: bounceType, at: now }),
        ],
        publish: () => activity.publishStoredAfterResponse(),
      };
    }),
    ...recipients.map(({ matchesId, at, ...key }) => ({
      matchesId,
      at,
      shard,
      eventId: key.eventId,
      isToAccount: false,
      updates: [...counted(key.eventId, isRecipientReportable(key, kind)), reportRecipient(db, key, applied, now)],
      publish: () => undefined,
    })),
  ];
}

/** What a report on an invitation is at its event. A complaint is no news of the mail: it had arrived. */
function reportActivities(
  kind: MailReport["kind"],
  guest: { id: string; name: string },
  reason: string | null,
  now: number,
): LiveEvent[] {
  const common = { at: toWire(now), guest };
  if (kind === "complained") return [];
  return kind === "delivered"
    ? [{ type: "invitation.delivered", ...common }]
    : [{ type: "invitation.bounced", ...common, reason }];
}

/** The statement that shows the host what became of a guest's invitation; none for another mail. */
function showReport(
  db: RequestContext["db"],
  { kind, eventId, guestId }: { kind: string; eventId: string | null; guestId: string | null },
  report: { status: MailReport["kind"]; reason: string | null; at: number },
): Statement[] {
  if (kind !== "invitation" || eventId === null || guestId === null) return [];
  return [setDelivery(db, { eventId, guestId }, report, SHOWN_FROM[report.status])];
}
