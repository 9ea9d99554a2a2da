import type { accessLogs } from "../db/schema/access.ts";
import type { RevisionRow, RsvpRow } from "./queries.ts";

/** An access that may have written an RSVP. */
export type AnsweringAccess = Pick<typeof accessLogs.$inferSelect, "at" | "device" | "ipAddress" | "userAgent">;

/** The effect on an RSVP when an access is undone. */
export type RsvpRollback =
  /** The access and later writes of its device changed nothing. */
  | { status: "unchanged" }
  /** Another device or the host has changed the RSVP since: it stays unchanged. */
  | { status: "kept" }
  /** The RSVP is restored to an earlier state; null: it is deleted. */
  | { status: "restored"; to: RevisionRow | null };

/**
 * Returns the RSVP as it was before an access, unless another device or the host has changed it since.
 * @param revisions the states that were replaced, oldest first
 * @param answering the accesses that wrote or tried to write the RSVP since the undone access, including that one
 */
export function planRollback(
  access: AnsweringAccess,
  rsvp: Pick<RsvpRow, "submittedAt" | "answeredBy"> | null,
  revisions: readonly RevisionRow[],
  answering: readonly AnsweringAccess[],
): RsvpRollback {
  if (rsvp === null) return { status: "unchanged" };
  const replaced = revisions.filter(({ replacedAt }) => replacedAt >= access.at);
  const isFirst = rsvp.submittedAt >= access.at;
  const [oldest] = replaced;
  if (!isFirst && oldest === undefined) return { status: "unchanged" };
  const isOwnWrite = (at: number) => {
    const writer = lastBefore(answering, at);
    return writer !== undefined && isSameDevice(writer, access);
  };
  const firstBy = oldest?.answeredBy ?? rsvp.answeredBy;
  const isOwn =
    (!isFirst || (firstBy === "guest" && isOwnWrite(rsvp.submittedAt))) &&
    replaced.every(({ replacedAt, replacedBy }) => replacedBy === "guest" && isOwnWrite(replacedAt));
  if (!isOwn) return { status: "kept" };
  return { status: "restored", to: isFirst ? null : (oldest ?? null) };
}

/**
 * Returns the access that wrote at a time. An RSVP is written right after its access began; a failed try is not
 * written.
 */
function lastBefore(answering: readonly AnsweringAccess[], at: number): AnsweringAccess | undefined {
  return answering.filter((access) => access.at <= at).reduce<AnsweringAccess | undefined>(later, undefined);
}

function later(one: AnsweringAccess | undefined, other: AnsweringAccess): AnsweringAccess {
  return one === undefined || other.at >= one.at ? other : one;
}

/** Compares the IDs if both have one. Otherwise the same user agent and IP address count as the same device. */
function isSameDevice(one: AnsweringAccess, other: AnsweringAccess): boolean {
  if (one.device !== null && other.device !== null) return one.device === other.device;
  return one.ipAddress === other.ipAddress && one.userAgent === other.userAgent;
}
