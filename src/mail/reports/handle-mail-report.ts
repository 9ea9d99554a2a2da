import { findWebhookEvent, insertWebhookEvent } from "../../billing/queries.ts";
import type { RequestContext } from "../../context.ts";
import type { Database, Statement } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { AppError } from "../../kernel/errors.ts";
import { verifySvixSignature } from "../../kernel/svix-signature.ts";
import { scheduleAlerts } from "../../live/alerts/schedule-alerts.ts";
import { onEachShard, onShard } from "../../platform/shards/on-shard.ts";
import { pauseIfHarmful } from "../../sending/pause-if-harmful.ts";
import { insertHostUnsubscribe, insertSuppression } from "../../sending/unsubscribe/unsubscribe.ts";
import { UNKNOWN_REPORT } from "./any-report.ts";
import { findReportedMail, type ReportedAddress } from "./find-reported-mail.ts";
import { type MailReport, parseMailReport } from "./mail-report.ts";

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
 * suppresses nothing. Without a webhook secret, reports are unsigned.
 * @throws AppError 400 `invalid_signature` where a secret is configured, `validation_failed`; 503 `region_unavailable`
 *   for an unsigned report on an email of a database that is not bound
 */
export async function handleMailReport(ctx: RequestContext, call: MailReportCall): Promise<void> {
  const secret = ctx.config.RESEND_WEBHOOK_SECRET;
  if (secret !== undefined && !(await verifySvixSignature(secret, call, ctx.clock.now()))) {
    throw new AppError("invalid_signature");
  }
  const report = parseMailReport(call.body);
  if (report === undefined) throw new AppError("validation_failed", {}, UNKNOWN_REPORT);
  if (report === null) return;
  await (secret === undefined ? applyUnsigned(ctx, report) : applySigned(ctx, report, call.id));
}

async function applySigned(ctx: RequestContext, report: MailReport, id: string | null): Promise<void> {
  const shards = onEachShard(ctx);
  const isSigned = true;
  const reported = await Promise.all(
    report.addresses.map((address) => findReportedMail(shards, { address, report, isSigned })),
  );
  const applied = await Promise.all(shards.map((shard) => applyOnShard(shard, reported, { ...report, isSigned }, id)));
  if (!applied.some(Boolean)) return;
  for (const { mail } of reported) mail?.publish();
  if (report.kind === "delivered") return;
  const events = reported.flatMap(({ mail }) => {
    const shard = shards.find((one) => one.shard === mail?.shard);
    return shard === undefined || mail === undefined || mail.eventId === null
      ? []
      : [pauseIfHarmful(shard, mail.eventId), scheduleAlerts(shard, mail.eventId)];
  });
  await Promise.all(events);
}

/**
 * Applies an unsigned report to the email with the stored provider ID that went to its address. It does not count
 * against the host. Anybody can send such a report, so one address is looked up, once, on the shard that the email's
 * tag names. Only a new report on an email that is found there reaches the other shards, whose lists of suppressed
 * addresses it changes.
 */
async function applyUnsigned(ctx: RequestContext, report: MailReport): Promise<void> {
  const [address] = report.addresses;
  // Without an ID, an unsigned report is about nothing.
  if (address === undefined || report.providerMessageId === null) return;
  const isSigned = false;
  const own = onShard(ctx, report.shard);
  const reported = await findReportedMail([own], { address, report, isSigned });
  const { mail } = reported;
  // Anybody can write the headers of an unsigned report.
  const once = `unsigned:${report.kind}:${report.providerMessageId}`;
  if (mail === undefined || (await findWebhookEvent(own.db, dedupeKey(once))).length > 0) return;
  const apply = (shard: RequestContext) => applyOnShard(shard, [reported], { ...report, isSigned }, once);
  await Promise.all(
    onEachShard(ctx)
      .filter(({ shard }) => shard !== own.shard)
      .map(apply),
  );
  // Last, because it stores that the report was applied everywhere.
  if (!(await apply(own))) return;
  mail.publish();
  if (report.kind !== "delivered" && mail.eventId !== null) await scheduleAlerts(own, mail.eventId);
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
  const dedupe = once === null ? [] : [insertWebhookEvent(db, dedupeKey(once), createdAt)];
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

/** The key under which a shard stores that it has applied a report. */
function dedupeKey(once: string): string {
  return `mail:${once}`;
}
