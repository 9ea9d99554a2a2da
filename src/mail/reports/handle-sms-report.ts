import type * as z from "zod";
import type { RequestContext } from "../../context.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { verifyTwilioSignature } from "../../kernel/twilio-signature.ts";
import { findReportedSms, findSmsByIdAndNumber, reportRecipient } from "../../messaging/broadcasts/report-queries.ts";
import { onEachShard, onShardOf } from "../../platform/shards/on-shard.ts";
import { REPORT_WINDOW_MS, UNKNOWN_REPORT } from "./any-report.ts";
import { parseSmsReport, type SmsReportQuery } from "./sms-report.ts";

/** A webhook call. `target`: path and query, which the signature covers; `about`: the query, parsed. */
interface SmsReportCall {
  target: string;
  signature: string | null;
  body: string;
  about: z.output<typeof SmsReportQuery>;
}

/**
 * Applies a report of the SMS provider to its delivery, if the delivery was sent in the last 30 days. Where
 * `TWILIO_WEBHOOK_SIGNATURES` is `optional`, an unsigned report applies if it has the stored ID and the number of the
 * delivery. It is looked up on the shard of the event in its query, without one on shard 0.
 * @throws AppError where signatures are required: 404 without the provider's token, 400 `invalid_signature`; 400
 *   `validation_failed` for a body that is not a report
 */
export async function handleSmsReport(ctx: RequestContext, call: SmsReportCall): Promise<void> {
  const { config, clock } = ctx;
  const form = new URLSearchParams(call.body);
  const token = config.TWILIO_AUTH_TOKEN;
  const signed = { url: `${config.PUBLIC_URL}${call.target}`, form, signature: call.signature };
  const isRequired = config.TWILIO_WEBHOOK_SIGNATURES === "required";
  // No token could have signed a report: the webhook does not exist.
  if (isRequired && token === undefined) throw notFound();
  const isSigned = token !== undefined && (await verifyTwilioSignature(token, signed));
  if (isRequired && !isSigned) throw new AppError("invalid_signature");
  const report = parseSmsReport(form);
  if (report === undefined) throw new AppError("validation_failed", {}, UNKNOWN_REPORT);
  if (report === null) return;
  const now = clock.now();
  const since = now - REPORT_WINDOW_MS;
  const { event, message, guest } = call.about;
  // Anybody can write the query of an unsigned report, so it only says where the ID is looked up.
  const key = isSigned && event && message && guest ? { eventId: event, messageId: message, guestId: guest } : null;
  const shards = isSigned && key === null ? onEachShard(ctx) : [onShardOf(ctx, event ?? null)];
  await Promise.all(
    shards.map(async ({ db }) => {
      const [recipient] = isSigned
        ? await findReportedSms(db, key ?? report.sid, report.sid, since)
        : await findSmsByIdAndNumber(db, report, since);
      if (recipient === undefined) return;
      await reportRecipient(db, recipient, { status: report.status, reason: report.reason, bounceType: null }, now);
    }),
  );
}
