import { insertWebhookEvent } from "../../billing/queries.ts";
import type { RequestContext } from "../../context.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { AppError } from "../../kernel/errors.ts";
import { verifySvixSignature } from "../../kernel/svix-signature.ts";
import { noteForAlerts } from "../../live/alerts/note-for-alerts.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import { pauseIfHarmful } from "../../sending/pause-if-harmful.ts";
import { insertSuppression } from "../../sending/unsubscribe/unsubscribe-queries.ts";
import { findReportedMail, type ReportedAddress } from "./find-reported-mail.ts";
import { type MailReport, parseMailReport } from "./mail-report.ts";
import { UNKNOWN_REPORT } from "./sms-report.ts";

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
 * suppresses nothing. Without a webhook secret reports are unsigned: such a report applies to the email with the stored
 * provider ID that went to its address, and counts nothing for the host.
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
  const shards = onEachShard(ctx);
  const found = await Promise.all(
    report.addresses.map((address) => findReportedMail(shards, { address, report, isSigned })),
  );
  const reported = isSigned ? found : found.filter(({ mail }) => mail !== undefined);
  // Anybody can write the headers of an unsigned report.
  const once = isSigned ? call.id : `unsigned:${report.kind}:${report.providerMessageId}`;
  const applied = await Promise.all(shards.map((shard) => applyOnShard(shard, reported, report, once)));
  if (applied.some(Boolean)) for (const { mail } of reported) mail?.publish();
  if (report.kind === "delivered" || !applied.some(Boolean)) return;
  const pauses = reported.flatMap(({ mail }) => {
    const shard = shards.find((one) => one.shard === mail?.shard);
    return shard === undefined || mail === undefined || mail.eventId === null
      ? []
      : [...(isSigned ? [pauseIfHarmful(shard, mail.eventId)] : []), noteForAlerts(shard, mail.eventId)];
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
  report: MailReport,
  once: string | null,
): Promise<boolean> {
  const createdAt = clock.now();
  const reason = reasonOf(report.kind);
  const effects = reported.flatMap(({ emailKey, mail }) => [
    ...(mail?.shard === shard ? mail.updates : []),
    ...(report.suppresses && !mail?.isToAccount ? [insertSuppression(db, { emailKey, reason, createdAt })] : []),
  ]);
  const [first, ...others] = effects;
  if (first === undefined) return false;
  const dedupe = once === null ? [] : [insertWebhookEvent(db, `mail:${once}`, createdAt)];
  try {
    await db.batch([first, ...others, ...dedupe]);
    return true;
  } catch (error) {
    // The report was applied before: its id is stored, and this batch was rolled back.
    if (!isConstraintViolation(error)) throw error;
    return false;
  }
}

function reasonOf(kind: MailReport["kind"]): "bounced" | "complained" {
  return kind === "complained" ? "complained" : "bounced";
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
