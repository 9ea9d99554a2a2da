import { isConstraintViolation } from "../../db/failures.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { verifySvixSignature } from "../../kernel/svix-signature.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { noteForAlerts } from "../alerts/note-for-alerts.ts";
import { insertWebhookEvent } from "../billing/queries.ts";
import { insertSuppression } from "../notifier/unsubscribe-queries.ts";
import { pauseIfHarmful } from "../sending/pause-if-harmful.ts";
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
 * Applies a signed report of the hosted mail API, once by its id: updates the delivery, counts a bounce or a complaint for
 * the host, and suppresses the address. A report about a mail to an account, such as a password reset that a stranger
 * asked for, suppresses nothing.
 * @throws AppError 404 where no webhook secret is configured, 400 `invalid_signature`, `validation_failed`
 */
export async function handleMailReport(ctx: RequestContext, call: MailReportCall): Promise<void> {
  const { config, clock } = ctx;
  const now = clock.now();
  const secret = config.RESEND_WEBHOOK_SECRET;
  // Without a secret anybody could report: the webhook does not exist.
  if (secret === undefined) throw notFound();
  if (!(await verifySvixSignature(secret, call, now))) throw new AppError("invalid_signature");
  const report = parseMailReport(parseJson(call.body));
  if (report === undefined) throw new AppError("validation_failed", {}, UNKNOWN_REPORT);
  if (report === null) return;
  const shards = onEachShard(ctx);
  const reported = await Promise.all(report.addresses.map((address) => findReportedMail(shards, address, report)));
  const applied = await Promise.all(shards.map((shard) => applyOnShard(shard, reported, report, call.id)));
  if (applied.some(Boolean)) for (const { mail } of reported) mail?.publish();
  if (report.kind === "delivered" || !applied.some(Boolean)) return;
  const pauses = reported.flatMap(({ mail }) => {
    const shard = shards.find((one) => one.shard === mail?.shard);
    return shard === undefined || mail === undefined || mail.eventId === null
      ? []
      : [pauseIfHarmful(shard, mail.eventId), noteForAlerts(shard, mail.eventId)];
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
  callId: string | null,
): Promise<boolean> {
  const createdAt = clock.now();
  const reason = reasonOf(report.kind);
  const effects = reported.flatMap(({ emailKey, mail }) => [
    ...(mail?.shard === shard ? mail.updates : []),
    ...(report.suppresses && !mail?.isToAccount ? [insertSuppression(db, { emailKey, reason, createdAt })] : []),
  ]);
  const [first, ...others] = effects;
  if (first === undefined) return false;
  const dedupe = callId === null ? [] : [insertWebhookEvent(db, `mail:${callId}`, createdAt)];
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
