import { isConstraintViolation } from "../../db/failures.ts";
import { AppError } from "../../kernel/errors.ts";
import { verifySvixSignature } from "../../kernel/svix-signature.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { insertWebhookEvent } from "../billing/queries.ts";
import { insertSuppression } from "../notifier/unsubscribe-queries.ts";
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
 * Applies a report of the hosted mail API: updates the delivery, and suppresses the address after a bounce or a complaint.
 * With a webhook secret, each signed report counts once, by its id; without one, a report counts for an address that was
 * sent something in the last 30 days.
 * @throws AppError 400 `invalid_signature`, `validation_failed`
 */
export async function handleMailReport(ctx: RequestContext, call: MailReportCall): Promise<void> {
  const { config, clock } = ctx;
  const now = clock.now();
  const secret = config.RESEND_WEBHOOK_SECRET;
  if (secret !== undefined && !(await verifySvixSignature(secret, call, now))) throw new AppError("invalid_signature");
  const report = parseMailReport(parseJson(call.body));
  if (report === undefined) throw new AppError("validation_failed", {}, UNKNOWN_REPORT);
  if (report === null) return;
  const isSigned = secret !== undefined;
  const shards = onEachShard(ctx);
  const reported = await Promise.all(report.addresses.map((address) => findReportedMail(shards, address, report)));
  const known = reported.filter(({ mail }) => mail !== undefined || isSigned);
  const callId = isSigned ? call.id : null;
  await Promise.all(shards.map((shard) => applyOnShard(shard, known, report, callId)));
}

/** Applies a report on one shard: to the deliveries there, and to its list of suppressed addresses. */
async function applyOnShard(
  { db, shard, clock }: RequestContext,
  known: readonly ReportedAddress[],
  report: MailReport,
  callId: string | null,
): Promise<void> {
  const createdAt = clock.now();
  const reason = reasonOf(report.kind);
  const effects = known.flatMap(({ emailKey, mail }) => [
    ...(mail?.shard === shard ? [mail.update] : []),
    ...(report.suppresses ? [insertSuppression(db, { emailKey, reason, createdAt })] : []),
  ]);
  const [first, ...others] = effects;
  if (first === undefined) return;
  const dedupe = callId === null ? [] : [insertWebhookEvent(db, `mail:${callId}`, createdAt)];
  try {
    await db.batch([first, ...others, ...dedupe]);
  } catch (error) {
    // The report was applied before: its id is stored, and this batch was rolled back.
    if (!isConstraintViolation(error)) throw error;
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
