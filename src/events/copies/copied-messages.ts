import type { messages } from "../../db/schema/messages.ts";
import { LATEST_MS } from "../../kernel/clock.ts";
import { movedWith } from "../../kernel/zoned-time.ts";
import type { DueReminder } from "../reminders/reminders.ts";

/** The event that the messages are copied to, its time zone, and the starts of the copied event and of the copy. */
interface CopyTarget {
  eventId: string;
  move: { from: number; to: number };
  timeZone: string;
  now: number;
  createdBy: string;
}

type MessageRow = typeof messages.$inferSelect;
type CopiedMessage = Omit<MessageRow, "id">;

/**
 * Returns the host's own messages as drafts, so that the copy sends nothing before a host schedules it. A draft keeps
 * its send time if the shifted time is in the future.
 */
export function copiedDrafts(rows: readonly MessageRow[], target: CopyTarget): CopiedMessage[] {
  // Messages to chosen guests name guests of the source event.
  const own = rows.filter(
    ({ slug, notice, status, segment }) =>
      slug === null && notice === null && status !== "cancelled" && segment !== "chosen",
  );
  return own.map((row) => ({
    ...blank(target),
    ...contentOf(row),
    sendAt: shifted(row, target),
    status: "draft" as const,
    createdBy: target.createdBy,
    ownTime: true,
  }));
}

/** Returns the reminders of the copy, with the host's text, audience and time, or cancelled as in the source. */
export function copiedReminders(
  rows: readonly MessageRow[],
  reminders: readonly DueReminder[],
  target: CopyTarget,
): CopiedMessage[] {
  return reminders.map(({ slug, audience, subject, body, sendAt }) => {
    const source = rows.find((row) => row.slug === slug);
    const standard = {
      audience,
      segment: null,
      notInvited: "include" as const,
      channel: "email" as const,
      subject,
      body,
      translations: null,
    };
    const ownTime = source?.ownTime === true ? shifted(source, target) : null;
    const isCancelled = source?.status === "cancelled" && source.skipReason === null;
    return {
      ...blank(target),
      ...(source === undefined ? standard : contentOf(source)),
      slug,
      sendAt: ownTime ?? sendAt,
      status: isCancelled ? ("cancelled" as const) : ("scheduled" as const),
      createdBy: null,
      ownTime: ownTime !== null,
    };
  });
}

/** True if a reminder differs from the default one in text, audience, channel or translations. */
export function haveOwnWords(copied: readonly CopiedMessage[], reminders: readonly DueReminder[]): boolean {
  return copied.some((message) => {
    const standard = reminders.find(({ slug }) => slug === message.slug);
    return (
      message.subject !== standard?.subject ||
      message.body !== standard.body ||
      message.audience !== standard.audience ||
      message.segment !== null ||
      message.channel !== "email" ||
      message.translations !== null
    );
  });
}

function contentOf({ audience, segment, notInvited, channel, subject, body, translations }: MessageRow) {
  return { audience, segment, notInvited, channel, subject, body, translations };
}

function shifted({ sendAt }: MessageRow, { move, timeZone, now }: CopyTarget): number | null {
  const at = sendAt === null ? 0 : Math.min(movedWith(sendAt, move, timeZone), LATEST_MS);
  return at > now ? at : null;
}

function blank({ eventId, now }: CopyTarget) {
  return {
    eventId,
    slug: null,
    createdAt: now,
    updatedAt: now,
    claimedAt: null,
    finishedAt: null,
    skipReason: null,
    notice: null,
    changedFrom: null,
    skipNeverEmailed: false,
  };
}
