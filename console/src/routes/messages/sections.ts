import type { Message } from "@usher/client";

/** The parts of the list of messages, in this order. */
export const SECTIONS = ["scheduled", "drafts", "reminders", "notices", "sent"] as const;
export type Section = (typeof SECTIONS)[number];

/** Where a message is listed. */
export function sectionOf({ kind, status }: Message): Section {
  if (kind === "reminder") return "reminders";
  if (kind !== "message") return "notices";
  if (status === "draft") return "drafts";
  return status === "scheduled" ? "scheduled" : "sent";
}

/** Messages by part: what is still to come soonest first, what is over newest first. */
export function sectionsOf(messages: readonly Message[]): Map<Section, Message[]> {
  const timeOf = ({ send_at, created_at }: Message) => Date.parse(send_at ?? created_at);
  return new Map(
    SECTIONS.map((section) => {
      const isToCome = section === "scheduled" || section === "reminders";
      const listed = messages.filter((message) => sectionOf(message) === section);
      return [section, listed.sort((a, b) => (isToCome ? timeOf(a) - timeOf(b) : timeOf(b) - timeOf(a)))];
    }),
  );
}

/** Whether a message can still be changed. What notices say is written by the changes of the event. */
export function isEditable({ kind, status }: Message): boolean {
  return isPending(status) && (kind === "message" || kind === "reminder");
}

/** Whether it can still be cancelled. */
export function isPending(status: Message["status"]): boolean {
  return status === "draft" || status === "scheduled";
}

/** Whether it is on its way out just now, so that its state is worth reading again. */
export function isMoving({ status, send_at }: Message, now: number): boolean {
  return status === "sending" || (status === "scheduled" && send_at !== null && Date.parse(send_at) <= now);
}
