import type { NoticeKind } from "./notice-of.ts";

const LEADS: Record<NoticeKind, string> = {
  changed: "Changed",
  cancelled: "Cancelled",
  reinstated: "It's on again",
};

/** The beginning of a notice's subject, and all of it in the list of messages: `Cancelled: Garden party`. */
export function noticeSubject(kind: NoticeKind, eventName: string): string {
  return `${LEADS[kind]}: ${eventName}`;
}
