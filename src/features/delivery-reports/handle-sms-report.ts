import type * as z from "zod";
import { AppError, notFound } from "../../kernel/errors.ts";
import { verifyTwilioSignature } from "../../kernel/twilio-signature.ts";
import { onEachShard, onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { findReportedSms, reportRecipient } from "../broadcasts/report-queries.ts";
import { REPORT_WINDOW_MS } from "./find-reported-mail.ts";
import { parseSmsReport, type SmsReportQuery, UNKNOWN_REPORT } from "./sms-report.ts";

/** A webhook call. `target`: path and query, which the signature covers; `about`: the query, parsed. */
interface SmsReportCall {
  target: string;
  signature: string | null;
  body: string;
  about: z.output<typeof SmsReportQuery>;
}

/**
 * Applies a report of the SMS provider to the delivery that it is about, if that was sent in the last 30 days.
 * @throws AppError 404 where the provider's token is not configured, 400 `invalid_signature`, `validation_failed`
 */
export async function handleSmsReport(ctx: RequestContext, call: SmsReportCall): Promise<void> {
  const { config, clock } = ctx;
  const form = new URLSearchParams(call.body);
  const token = config.TWILIO_AUTH_TOKEN;
  const signed = { url: `${config.PUBLIC_URL}${call.target}`, form, signature: call.signature };
  // Without a token anybody could report: the webhook does not exist.
  if (token === undefined) throw notFound();
  if (!(await verifyTwilioSignature(token, signed))) throw new AppError("invalid_signature");
  const report = parseSmsReport(form);
  if (report === undefined) throw new AppError("validation_failed", {}, UNKNOWN_REPORT);
  if (report === null) return;
  const now = clock.now();
  const { event, message, guest } = call.about;
  const key = event && message && guest ? { eventId: event, messageId: message, guestId: guest } : report.sid;
  const shards = typeof key === "string" ? onEachShard(ctx) : [onShardOf(ctx, key.eventId)];
  await Promise.all(
    shards.map(async ({ db }) => {
      const [recipient] = await findReportedSms(db, key, report.sid, now - REPORT_WINDOW_MS);
      if (recipient === undefined) return;
      await reportRecipient(db, recipient, { status: report.status, reason: report.reason, bounceType: null }, now);
    }),
  );
}
