import { and, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database, Statement } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { deliveries } from "../../db/schema/messages.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { MESSAGE_PURPOSE } from "../../messaging/broadcasts/channel.ts";
import {
  findReportedRecipient,
  hasSecretId,
  isRecipientReportable,
  reportRecipient,
} from "../../messaging/broadcasts/report-queries.ts";
import { recipientHashes } from "../../platform/mail/host-sender.ts";
import { PURPOSES, type Purpose } from "../../platform/mail/purposes.ts";
import { storeActivities } from "../../platform/outbox/store-activities.ts";
import { countForEvent } from "../../sending/budgets.ts";
import { isFirstOfAddress } from "../../sending/first-bounce.ts";
import { REPORT_WINDOW_MS } from "./any-report.ts";
import type { MailReport } from "./mail-report.ts";
import { isReportable, reportActivities, reportDelivery, showReport } from "./report-statements.ts";

/** A delivery that a report may be about. */
interface ReportedMail {
  shard: number;
  /** 1 when it has the provider's ID, else 0. */
  matchesId: number;
  /** Epoch milliseconds. */
  at: number;
  /** The event of the email. Null for an email to an account. */
  eventId: string | null;
  /** The host of this event. */
  hostId: string | null;
  /** Whether the email was to an account and about it. Any caller may have requested such an email. */
  isToAccount: boolean;
  /** The statements that apply the report to it. */
  updates: Statement[];
  /** Call after the commit: notifies the event's monitors. */
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
 * The delivery that a report on an address is about, on one of these shards: the one with the provider's ID. For a signed report
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
  const hashes = await recipientHashes(keyring, address);
  const [deliveries, recipients] = await db.batch([
    findReportedDelivery(db, hashes, query),
    findReportedRecipient(db, key, query),
  ]);
  const applied = { status: kind, reason: null, bounceType };
  // Before the statement that changes the status, which is their condition.
  const counted = (eventId: string | null, purpose: Purpose, guard: SQL) =>
    kind === "delivered" || eventId === null || !isSigned || !PURPOSES[purpose].countsBounces
      ? []
      : [countForEvent(db, eventId, { kind }, now, guard)];
  const isCounted = (id: string, eventId: string | null) =>
    kind === "delivered" || eventId === null
      ? isReportable(id, kind)
      : sql`${isReportable(id, kind)} and ${isFirstOfAddress(kind, { id, eventId }, hashes, now)}`;
  return [
    ...deliveries.map(({ id, eventId, hostId, guestId, guestName, kind: mailKind, purpose, ...mail }) => {
      const guest = mailKind === "invitation" &&
        guestId !== null &&
        guestName !== null && { id: guestId, name: guestName };
      const events = guest ? reportActivities(kind, guest, bounceType, now) : [];
      const activity = storeActivities(ctx, eventId ?? "", events, isReportable(id, kind));
      return {
        ...mail,
        shard,
        eventId,
        hostId,
        isToAccount: purpose === "account",
        updates: [
          ...activity.statements,
          ...counted(eventId, purpose, isCounted(id, eventId)),
          reportDelivery(db, id, applied, now),
          ...showReport(db, { eventId, guestId, kind: mailKind }, { status: kind, reason: bounceType, at: now }),
        ],
        publish: () => activity.publishStoredAfterResponse(),
      };
    }),
    ...recipients.map(({ matchesId, at, hostId, ...key }) => ({
      matchesId,
      at,
      shard,
      eventId: key.eventId,
      hostId,
      isToAccount: false,
      updates: [
        ...counted(key.eventId, MESSAGE_PURPOSE, isRecipientReportable(key, kind)),
        reportRecipient(db, key, applied, now),
      ],
      publish: () => undefined,
    })),
  ];
}

/**
 * The email to an address, other than a broadcast, that a report is about: the one with the provider's ID.
 * @param hashes of the address, under each key that may have been current when the email was sent
 * @param report.mayGuess whether the newest email to the address is returned if none has the provider's ID
 */
function findReportedDelivery(
  db: Database,
  hashes: readonly string[],
  report: { providerMessageId: string | null; since: number; mayGuess: boolean },
) {
  const matchesId = sql<number>`coalesce(${deliveries.providerMessageId} = ${report.providerMessageId}, 0)`;
  return db
    .select({
      id: deliveries.id,
      kind: deliveries.kind,
      purpose: deliveries.purpose,
      eventId: deliveries.eventId,
      hostId: events.hostId,
      guestId: deliveries.guestId,
      guestName: guests.name,
      matchesId: matchesId.as("matches_id"),
      at: deliveries.updatedAt,
    })
    .from(deliveries)
    .leftJoin(events, eq(events.id, deliveries.eventId))
    .leftJoin(guests, and(eq(guests.eventId, deliveries.eventId), eq(guests.id, deliveries.guestId)))
    .where(
      and(
        inArray(deliveries.recipientHash, hashes),
        gte(deliveries.createdAt, report.since),
        sql`${deliveries.attempts} > 0`,
        report.mayGuess ? undefined : hasSecretId(deliveries, report.providerMessageId),
      ),
    )
    .orderBy(desc(matchesId), desc(deliveries.createdAt))
    .limit(1);
}
