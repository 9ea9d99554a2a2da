import type { Message } from "@usher/client";

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
