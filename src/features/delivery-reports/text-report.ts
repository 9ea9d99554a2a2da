import * as z from "zod";

const MAX_LENGTH = 100;

/** Which recipient an address for reports names; see the way of a text in broadcasts/lanes.ts. */
export const TextReportQuery = z.object({
  event: z.uuid().optional(),
  message: z.uuid().optional(),
  guest: z.uuid().optional(),
});

/** https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
const Report = z.object({
  MessageSid: z.string().min(1).max(MAX_LENGTH),
  MessageStatus: z.string().min(1).max(MAX_LENGTH),
  ErrorCode: z.string().max(MAX_LENGTH).optional(),
});

const STATUSES: Record<string, "delivered" | "failed"> = {
  delivered: "delivered",
  read: "delivered",
  undelivered: "failed",
  failed: "failed",
  canceled: "failed",
};

/** What became of a text after the provider had taken it. */
export interface TextReport {
  sid: string;
  status: "delivered" | "failed";
  reason: string | null;
}

/** The report in a webhook's form: null for one that tells nothing that lasts, undefined for what is none. */
export function readTextReport(form: URLSearchParams): TextReport | null | undefined {
  const report = Report.safeParse(Object.fromEntries(form));
  if (!report.success) return undefined;
  const { MessageSid: sid, MessageStatus: said, ErrorCode: code } = report.data;
  const status = STATUSES[said.toLowerCase()];
  if (status === undefined) return null;
  const reason = status === "failed" ? ["provider:", said, code ?? ""].join(" ").trim() : null;
  return { sid, status, reason };
}
