import { and, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { insertWebhookEvent } from "../../billing/queries.ts";
import type { RequestContext } from "../../context.ts";
import type { Database, Statement } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { deliveries } from "../../db/schema/messages.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { causeOfBounce } from "../../kernel/delivery-outcome.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { verifySvixSignature } from "../../kernel/svix-signature.ts";
import { scheduleAlerts } from "../../live/alerts/schedule-alerts.ts";
import { MESSAGE_PURPOSE } from "../../messaging/broadcasts/channel.ts";
import {
  findReportedRecipient,
  hasSecretId,
  isRecipientReportable,
  reportRecipient,
} from "../../messaging/broadcasts/report-queries.ts";
import { recipientHashes } from "../../platform/mail/host-sender.ts";
import { PURPOSES, type Purpose } from "../../platform/mail/purposes.ts";
import { type LiveActivity, storeActivities } from "../../platform/outbox/store-activities.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import { countForEvent } from "../../sending/budgets.ts";
import { isReplaceableBy, setDelivery } from "../../sending/delivery-queries.ts";
import { pauseIfHarmful } from "../../sending/pause-if-harmful.ts";
import { insertHostUnsubscribe, insertSuppression } from "../../sending/unsubscribe/unsubscribe.ts";
import { type MailReport, REPORT_WINDOW_MS, UNKNOWN_REPORT } from "./mail-report.ts";

/** Maximum addresses that are read from one report. Every email of Usher has one recipient. */
const MAX_ADDRESSES = 10;

/** A map: an object would have `constructor` and other words of its prototype. */
const KINDS: ReadonlyMap<string, MailReport["kind"]> = new Map([
  ["email.bounced", "bounced"],
  ["email.complained", "complained"],
  ["email.delivered", "delivered"],
]);

/** The body of a webhook call and the headers of its signature. */
interface MailReportCall {
  id: string | null;
  timestamp: string | null;
  signatures: string | null;
  body: string;
}

/**
 * Applies a report of the hosted mail API once: updates the delivery, counts a bounce or a complaint for the host, and
 * suppresses the address. A report about an email to an account, such as a password reset that anybody can ask for,
 * suppresses nothing. Without a webhook secret, reports are unsigned. An unsigned report applies to the email with the
 * stored provider ID that went to its address, and does not count against the host. Of its addresses only the first is
 * read.
 * @throws AppError 400 `invalid_signature` where a secret is configured, `validation_failed`
 */
export async function handleMailReport(ctx: RequestContext, call: MailReportCall): Promise<void> {
  const { config, clock } = ctx;
  const now = clock.now();
  const secret = config.RESEND_WEBHOOK_SECRET;
  const isSigned = secret !== undefined;
  if (isSigned && !(await verifySvixSignature(secret, call, now))) throw new AppError("invalid_signature");
  const report = parseMailReport(parseJson(call.body));
  if (report === undefined) throw new AppError("validation_failed", {}, UNKNOWN_REPORT);
  if (report === null) return;
  // Without an ID, an unsigned report is about nothing.
  if (!isSigned && report.providerMessageId === null) return;
  const shards = onEachShard(ctx);
  const addresses = isSigned ? report.addresses : report.addresses.slice(0, 1);
  const found = await Promise.all(addresses.map((address) => findReportedMail(shards, { address, report, isSigned })));
  const reported = isSigned ? found : found.filter(({ mail }) => mail !== undefined);
  // Anybody can write the headers of an unsigned report.
  const once = isSigned ? call.id : `unsigned:${report.kind}:${report.providerMessageId}`;
  const applied = await Promise.all(
    shards.map((shard) => applyOnShard(shard, reported, { ...report, isSigned }, once)),
  );
  if (applied.some(Boolean)) for (const { mail } of reported) mail?.publish();
  if (report.kind === "delivered" || !applied.some(Boolean)) return;
  const pauses = reported.flatMap(({ mail }) => {
    const shard = shards.find((one) => one.shard === mail?.shard);
    return shard === undefined || mail === undefined || mail.eventId === null
      ? []
      : [...(isSigned ? [pauseIfHarmful(shard, mail.eventId)] : []), scheduleAlerts(shard, mail.eventId)];
  });
  await Promise.all(pauses);
}

/**
 * Applies a report on one shard: to the deliveries there, and to its list of suppressed addresses.
 * @returns whether it was applied, and not before
 */
async function applyOnShard(
  { db, shard, clock }: RequestContext,
  reported: readonly ReportedAddress[],
  report: MailReport & { isSigned: boolean },
  once: string | null,
): Promise<boolean> {
  const createdAt = clock.now();
  const effects = reported.flatMap(({ emailKey, mail }) => [
    ...(mail?.shard === shard ? mail.updates : []),
    ...(report.suppresses && !mail?.isToAccount
      ? suppressedBy(db, report, { emailKey, hostId: mail?.hostId ?? null, createdAt })
      : []),
  ]);
  const [first, ...others] = effects;
  if (first === undefined) return false;
  const dedupe = once === null ? [] : [insertWebhookEvent(db, `mail:${once}`, createdAt)];
  try {
    await db.batch([first, ...others, ...dedupe]);
    return true;
  } catch (error) {
    // The report was applied before: its ID is stored, and this batch was rolled back.
    if (!isConstraintViolation(error)) throw error;
    return false;
  }
}

/**
 * Suppresses an address. A complaint is also about the host of the email, for whom it stays if the complaint about all
 * hosts is undone. Anybody can send an unsigned complaint, so it is about this host alone.
 */
function suppressedBy(
  db: Database,
  { kind, isSigned }: { kind: MailReport["kind"]; isSigned: boolean },
  { hostId, ...address }: { emailKey: string; hostId: string | null; createdAt: number },
): Statement[] {
  if (kind !== "complained") return [insertSuppression(db, { ...address, reason: "bounced" })];
  const row = { ...address, reason: "complained" as const };
  return [
    ...(isSigned ? [insertSuppression(db, row)] : []),
    ...(hostId === null ? [] : [insertHostUnsubscribe(db, { ...row, hostId })]),
  ];
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

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
interface ReportedAddress {
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
async function findReportedMail(shards: readonly RequestContext[], reported: AddressReport): Promise<ReportedAddress> {
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
  const counted = (eventId: string | null, purpose: Purpose, guard: SQL) =>
    kind === "delivered" || eventId === null || !isSigned || !PURPOSES[purpose].countsBounces
      ? []
      : [countForEvent(db, eventId, { kind }, now, guard)];
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
          ...counted(eventId, purpose, isReportable(id, kind)),
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

/** Activities for a report on an invitation. A complaint adds none, because the email had arrived. */
function reportActivities(
  kind: MailReport["kind"],
  guest: { id: string; name: string },
  reason: string | null,
  now: number,
): LiveActivity[] {
  const common = { at: toIsoTime(now), guest };
  if (kind === "complained") return [];
  return kind === "delivered"
    ? [{ type: "invitation.delivered", ...common }]
    : [{ type: "invitation.bounced", ...common, reason, cause: causeOfBounce(reason) }];
}

/** Returns the statement that shows the host the delivery status of a guest's invitation. None for other emails. */
function showReport(
  db: RequestContext["db"],
  { kind, eventId, guestId }: { kind: string; eventId: string | null; guestId: string | null },
  report: { status: MailReport["kind"]; reason: string | null; at: number },
): Statement[] {
  if (kind !== "invitation" || eventId === null || guestId === null) return [];
  return [setDelivery(db, { eventId, guestId }, report, isReplaceableBy(guests.deliveryStatus, report.status))];
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

/** The condition that `reportDelivery` changes the delivery, for a statement before it. */
function isReportable(id: string, status: MailReport["kind"]): SQL {
  return sql`exists (select 1 from ${deliveries} where ${deliveries.id} = ${id}
    and ${isReplaceableBy(deliveries.status, status)})`;
}

/** Applies a provider's report, unless a later status is stored already. */
function reportDelivery(
  db: Database,
  id: string,
  report: { status: MailReport["kind"]; bounceType: string | null },
  now: number,
) {
  const { status, bounceType } = report;
  return db
    .update(deliveries)
    .set({
      status,
      claimedAt: null,
      updatedAt: now,
      ...(bounceType === null ? {} : { bounceType }),
      ...(status === "complained" ? { complained: true } : {}),
    })
    .where(and(eq(deliveries.id, id), isReplaceableBy(deliveries.status, status)));
}

/**
 * The fields that are read of a report of the hosted mail API.
 * https://resend.com/docs/dashboard/webhooks/event-types
 */
const Report = z.object({
  type: z.string(),
  data: z.object({
    email_id: z.string().max(200).optional(),
    to: z.union([z.string().transform((address) => [address]), z.array(z.string())]).default([]),
    bounce: z.object({ type: z.string().optional(), subType: z.string().optional() }).optional(),
  }),
});

/** Reads a webhook's body. Null for a type that is ignored, undefined for a body that is not a report. */
function parseMailReport(body: unknown): MailReport | null | undefined {
  const report = Report.safeParse(body);
  if (!report.success) return undefined;
  const { type, data } = report.data;
  const kind = KINDS.get(type);
  if (kind === undefined) return null;
  const bounceType = data.bounce?.type ?? null;
  return {
    kind,
    providerMessageId: data.email_id ?? null,
    addresses: [...new Set(data.to.map(addressIn))].slice(0, MAX_ADDRESSES),
    bounceType,
    suppresses: kind === "complained" || (kind === "bounced" && bounceType?.toLowerCase() !== "transient"),
  };
}

/** `Ada <ada@example.com>` → `ada@example.com` */
function addressIn(recipient: string): string {
  return /<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient;
}
