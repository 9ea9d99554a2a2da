import * as z from "zod";

const MAX_LENGTH = 100;

/** The query of a status callback URL, which names the recipient; see `smsChannel` in broadcasts/channel.ts. */
export const SmsReportQuery = z.object({
  event: z.uuid().optional(),
  message: z.uuid().optional(),
  guest: z.uuid().optional(),
});

/** https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
const Report = z.object({
  MessageSid: z.string().min(1).max(MAX_LENGTH),
  MessageStatus: z.string().min(1).max(MAX_LENGTH),
  To: z.string().max(MAX_LENGTH).optional(),
  ErrorCode: z.string().max(MAX_LENGTH).optional(),
});

/** A map: an object would have `constructor` and other words of its prototype. */
const STATUSES: ReadonlyMap<string, SmsReport["status"]> = new Map([
  ["delivered", "delivered"],
  ["read", "delivered"],
  ["undelivered", "failed"],
  ["failed", "failed"],
  ["canceled", "failed"],
]);

/** Final status of a text message that the provider accepted. */
export interface SmsReport {
  sid: string;
  /** The number that the text message went to, if the report has it. */
  phone: string | null;
  status: "delivered" | "failed";
  reason: string | null;
}

/** Reads a webhook's form. Null for a status that is not final, undefined for a form that is not a report. */
export function parseSmsReport(form: URLSearchParams): SmsReport | null | undefined {
  const report = Report.safeParse(Object.fromEntries(form));
  if (!report.success) return undefined;
  const { MessageSid: sid, MessageStatus: wireStatus, To: phone = null, ErrorCode: code } = report.data;
  const status = STATUSES.get(wireStatus.toLowerCase());
  if (status === undefined) return null;
  const reason = status === "failed" ? ["provider:", wireStatus, code ?? ""].join(" ").trim() : null;
  return { sid, phone, status, reason };
}
