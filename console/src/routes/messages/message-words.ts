import type { Message } from "@usher/client";
import { dateTime, textsOf } from "../../i18n/text.tsx";

const t = textsOf("messages");

/** Characters of a text message that are its title in a list. */
const BEGINNING = 60;

/**
 * Names a message: a reminder by its time, a change notice by its kind, a text message by its beginning.
 * @param hasDeadline whether the event has a reply-by time, before which the reminders that ask are sent
 */
export function titleOf({ kind, slug, subject, body }: Message, hasDeadline: boolean): string {
  if (slug !== null) return reminderName(slug, hasDeadline);
  if (kind === "changed" || kind === "cancelled" || kind === "reinstated") return t(`kind-${kind}`);
  if (subject !== "") return subject;
  return body === "" ? t("untitled") : body.slice(0, BEGINNING);
}

/** Names a reminder by its time. @param hasDeadline as for `titleOf` */
export function reminderName(slug: NonNullable<Message["slug"]>, hasDeadline: boolean): string {
  const asks = slug === "reminder_7d" || slug === "reminder_3d";
  return t(hasDeadline && asks ? `reminder-${slug}-reply` : `reminder-${slug}`);
}

/** Says when a message was or will be sent. */
export function whenOf({ status, skip_reason, send_at, finished_at, updated_at }: Message, timeZone: string): string {
  const sentAt = finished_at ?? send_at ?? updated_at;
  if (status === "scheduled" && send_at !== null) return t("when-scheduled", { at: dateTime(send_at, timeZone) });
  if (status === "draft") return t("when-written", { at: dateTime(updated_at, timeZone) });
  if (status === "cancelled" && skip_reason !== null) return t(`skipped-${skip_reason}`);
  if (status === "cancelled") return t("when-cancelled", { at: dateTime(updated_at, timeZone) });
  return t(status === "sending" ? "when-sending" : "when-sent", { at: dateTime(sentAt, timeZone) });
}

/** The sections of the list of messages, in order. */
export const SECTIONS = ["scheduled", "drafts", "reminders", "notices", "sent"] as const;
export type SectionName = (typeof SECTIONS)[number];

export function sectionOf({ kind, status }: Message): SectionName {
  if (kind === "reminder") return "reminders";
  if (kind !== "message") return "notices";
  if (status === "draft") return "drafts";
  return status === "scheduled" ? "scheduled" : "sent";
}

/** Groups messages by section: future messages with the next first, others with the newest first. */
export function sectionsOf(messages: readonly Message[]): Map<SectionName, Message[]> {
  const timeOf = ({ send_at, created_at }: Message) => Date.parse(send_at ?? created_at);
  return new Map(
    SECTIONS.map((section) => {
      const isToCome = section === "scheduled" || section === "reminders";
      const listed = messages.filter((message) => sectionOf(message) === section);
      return [section, listed.sort((a, b) => (isToCome ? timeOf(a) - timeOf(b) : timeOf(b) - timeOf(a)))];
    }),
  );
}

/** True if a message can be changed. The API writes the text of change notices. */
export function isEditable({ kind, status }: Message): boolean {
  return isPending(status) && (kind === "message" || kind === "reminder");
}

/** True if a message can be cancelled. */
export function isPending(status: Message["status"]): boolean {
  return status === "draft" || status === "scheduled";
}

/** True while a message is being sent, so its status is polled. */
export function isMoving({ status, send_at }: Message, now: number): boolean {
  return status === "sending" || (status === "scheduled" && send_at !== null && Date.parse(send_at) <= now);
}
