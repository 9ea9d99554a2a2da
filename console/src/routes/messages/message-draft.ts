import type { ChangeMessage, CreateMessage, Message } from "@usher/client";
import { momentOf, type WallTime, wallTimeOf } from "../../i18n/zoned-time.ts";

export type When = "now" | "later" | "draft";

/** The values of the form of a message. */
export interface MessageDraft extends Pick<Message, "channel" | "audience" | "subject" | "body"> {
  /** Whether guests who were never invited get it, as their invitation. Absent in drafts of earlier versions: no. */
  notInvited?: Message["not_invited"];
  /** The guests of the audience `chosen`. */
  guestIds: string[];
  /** The guests that were selected in the guest list when the draft began, or null. */
  selected: string[] | null;
  when: When;
  /** Local time of the event. */
  at: WallTime;
  /** The `updated_at` of the message when the draft began; null for a new message. */
  readAt: string | null;
}

/** @param guestIds the guests that are selected in the guest list */
export function newDraft(guestIds: string[] | undefined): MessageDraft {
  return {
    channel: "email",
    notInvited: "skip",
    subject: "",
    body: "",
    when: "now",
    at: "",
    readAt: null,
    audience: guestIds === undefined ? "everyone" : "chosen",
    guestIds: guestIds ?? [],
    selected: guestIds ?? null,
  };
}

/** @param guestIds the guests of the audience `chosen` */
export function draftOf(
  { channel, audience, not_invited: notInvited, subject, body, status, send_at, updated_at }: Message,
  guestIds: string[],
  zone: string,
): MessageDraft {
  const at = send_at === null ? "" : wallTimeOf(send_at, zone);
  const when = status === "scheduled" ? "later" : "draft";
  return { channel, audience, notInvited, guestIds, selected: null, subject, body, when, at, readAt: updated_at };
}

const MODES = { now: "send_now", later: "schedule", draft: "draft" } as const;

export function creationOf(
  { channel, audience, notInvited = "skip", guestIds, subject, body, when, at }: MessageDraft,
  zone: string,
): CreateMessage {
  const target = audience === "chosen" ? { guest_ids: guestIds } : { audience };
  const time = when === "later" ? { send_at: momentOf(at, zone) } : {};
  return {
    ...target,
    not_invited: notInvited,
    channel,
    body,
    subject: channel === "sms" ? null : subject,
    mode: MODES[when],
    ...time,
  };
}

/** Returns only the changed fields of a message, so that a rescheduled reminder stays a reminder. */
export function changesOf(before: Message, chosen: string[], draft: MessageDraft, zone: string): ChangeMessage {
  const was = draftOf(before, chosen, zone);
  const { channel, audience, notInvited = was.notInvited, guestIds, subject, body, when, at, readAt } = draft;
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
    ...(notInvited === was.notInvited || notInvited === undefined ? {} : { not_invited: notInvited }),
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
