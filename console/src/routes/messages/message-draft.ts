import type { ChangeMessage, CreateMessage, Message } from "@usher/client";
import { momentOf, type WallTime, wallTimeOf } from "../../i18n/zoned-time.ts";

/** When a message goes out. */
export type When = "now" | "later" | "draft";

/** A message as a form has it. */
export interface MessageDraft {
  channel: Message["channel"];
  audience: Message["audience"];
  /** Whom the audience `chosen` is. */
  guestIds: string[];
  /** Whom the guest list had selected when the writing began; null: nobody. */
  selected: string[] | null;
  subject: string;
  body: string;
  when: When;
  /** On the clocks of the event's zone. */
  at: WallTime;
  /** The `updated_at` of the message as it was when the writing began; null for a new one. */
  readAt: string | null;
}

/** A new message. @param guestIds the guests whom the guest list has selected */
export function newDraft(guestIds: string[] | undefined): MessageDraft {
  return {
    ...{ channel: "email", subject: "", body: "", when: "now", at: "", readAt: null },
    audience: guestIds === undefined ? "everyone" : "chosen",
    guestIds: guestIds ?? [],
    selected: guestIds ?? null,
  };
}

/** @param guestIds those whom a message with the audience `chosen` is for */
export function draftOf(
  { channel, audience, subject, body, status, send_at, updated_at }: Message,
  guestIds: string[],
  zone: string,
): MessageDraft {
  const at = send_at === null ? "" : wallTimeOf(send_at, zone);
  const when = status === "scheduled" ? "later" : "draft";
  return { channel, audience, guestIds, selected: null, subject, body, when, at, readAt: updated_at };
}

const MODES = { now: "send_now", later: "schedule", draft: "draft" } as const;

/** A new message as the API takes it. */
export function creationOf(
  { channel, audience, guestIds, subject, body, when, at }: MessageDraft,
  zone: string,
): CreateMessage {
  const target = audience === "chosen" ? { guest_ids: guestIds } : { audience };
  const time = when === "later" ? { send_at: momentOf(at, zone) } : {};
  return { ...target, channel, body, subject: channel === "sms" ? null : subject, mode: MODES[when], ...time };
}

/** What a draft changes of a message; the rest is left out, so that a reminder that is only moved stays a reminder. */
export function changesOf(before: Message, chosen: string[], draft: MessageDraft, zone: string): ChangeMessage {
  const was = draftOf(before, chosen, zone);
  const { channel, audience, guestIds, subject, body, when, at, readAt } = draft;
  return {
    mode: MODES[when],
    ...(channel === was.channel ? {} : { channel }),
    ...(audience === "chosen"
      ? was.audience === "chosen" && isSameSet(guestIds, chosen)
        ? {}
        : { guest_ids: guestIds }
      : audience === was.audience
        ? {}
        : { audience }),
    ...(subject === was.subject ? {} : { subject }),
    ...(body === was.body ? {} : { body }),
    ...(at === was.at || when === "now" ? {} : { send_at: momentOf(at, zone) }),
    ...(readAt === null ? {} : { expected_updated_at: readAt }),
  };
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const ids = new Set(some);
  return ids.size === others.length && others.every((id) => ids.has(id));
}
