import type * as z from "zod";
import { verifyTwilioSignature } from "../../kernel/twilio-signature.ts";
import { onEachShard, onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { findReportedText, reportRecipient } from "../broadcasts/report-queries.ts";
import { REPORTED_WITHIN_MS } from "./find-mail.ts";
import { invalidReport, invalidSignature } from "./refusals.ts";
import { readTextReport, type TextReportQuery } from "./text-report.ts";

/** A webhook call as it came. `target`: path and query. */
interface TextReportCall {
  target: string;
  signature: string | null;
  body: string;
  about: z.output<typeof TextReportQuery>;
}

/**
 * Applies a report of the SMS provider to the text that it is about, if we sent it in the last 30 days.
 * @throws AppError 400 `invalid_signature` where the provider's token is configured, or for a body that is no report
 */
export async function takeTextReport(ctx: RequestContext, call: TextReportCall): Promise<void> {
  const { config, clock } = ctx;
  const form = new URLSearchParams(call.body);
  const token = config.TWILIO_AUTH_TOKEN;
  const signed = { url: `${config.PUBLIC_URL}${call.target}`, form, signature: call.signature };
  if (token !== undefined && !(await verifyTwilioSignature(token, signed))) throw invalidSignature();
  const report = readTextReport(form);
  if (report === undefined) throw invalidReport();
  if (report === null) return;
  const now = clock.now();
  const { event, message, guest } = call.about;
  const about = event && message && guest ? { eventId: event, messageId: message, guestId: guest } : report.sid;
  const places = typeof about === "string" ? onEachShard(ctx) : [onShardOf(ctx, about.eventId)];
  await Promise.all(
    places.map(async ({ db }) => {
      const [recipient] = await findReportedText(db, about, report.sid, now - REPORTED_WITHIN_MS);
      if (recipient === undefined) return;
      await reportRecipient(db, recipient, { status: report.status, reason: report.reason, bounceType: null }, now);
    }),
  );
}
