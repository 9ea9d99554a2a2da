import { isConstraintViolation } from "../../db/failures.ts";
import { verifySvixSignature } from "../../kernel/svix-signature.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { insertWebhookEvent } from "../billing/queries.ts";
import { insertSuppression } from "../notifier/queries.ts";
import { findMail, type Reported } from "./find-mail.ts";
import { type MailReport, readMailReport } from "./mail-report.ts";
import { invalidReport, invalidSignature } from "./refusals.ts";

/** A webhook call as it came, with the headers of its signature. */
interface MailReportCall {
  id: string | null;
  timestamp: string | null;
  signatures: string | null;
  body: string;
}

/**
 * Applies a report of the hosted mail API: a mail that came back, or that somebody called unwanted, ends further ones
 * to the address, and its delivery says so. Signed reports count as they are, once by their id; without a secret to
 * check one by, it counts for an address that we wrote to in the last 30 days.
 * @throws AppError 400 `invalid_signature`, or for a body that is no report
 */
export async function takeMailReport(ctx: RequestContext, call: MailReportCall): Promise<void> {
  const { config, clock } = ctx;
  const now = clock.now();
  const secret = config.RESEND_WEBHOOK_SECRET;
  if (secret !== undefined && !(await verifySvixSignature(secret, call, now))) throw invalidSignature();
  const report = readMailReport(parsed(call.body));
  if (report === undefined) throw invalidReport();
  if (report === null) return;
  const isSigned = secret !== undefined;
  const places = onEachShard(ctx);
  const reported = await Promise.all(report.addresses.map((address) => findMail(places, address, report)));
  const known = reported.filter(({ mail }) => mail !== undefined || isSigned);
  const callId = isSigned ? call.id : null;
  await Promise.all(places.map((place) => applyIn(place, known, report, callId)));
}

/** What a report changes in one database: the mails that are there, and whom no event there writes to any more. */
async function applyIn(
  { db, shard, clock }: RequestContext,
  known: readonly Reported[],
  report: MailReport,
  callId: string | null,
): Promise<void> {
  const createdAt = clock.now();
  const reason = reasonOf(report.kind);
  const effects = known.flatMap(({ emailKey, mail }) => [
    ...(mail?.shard === shard ? [mail.note] : []),
    ...(report.suppresses ? [insertSuppression(db, { emailKey, reason, createdAt })] : []),
  ]);
  const [first, ...others] = effects;
  if (first === undefined) return;
  const once = callId === null ? [] : [insertWebhookEvent(db, `mail:${callId}`, createdAt)];
  try {
    await db.batch([first, ...others, ...once]);
  } catch (error) {
    // The same report again: it was applied, and the whole batch is gone.
    if (!isConstraintViolation(error)) throw error;
  }
}

function reasonOf(kind: MailReport["kind"]): "bounced" | "complained" {
  return kind === "complained" ? "complained" : "bounced";
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
