import type { Guest, Message } from "@usher/client";
import { remindedStandings, reminderOf, standingsOf } from "../../../../src/kernel/audience-standings.ts";
import { textsOf } from "../../i18n/text.tsx";
import type { GuestFilter } from "../guests/filter.ts";
import type { MessageDraft } from "./message-draft.ts";

const t = textsOf("messages");

/** Audiences of a message. Others are the guests with a tag (`tag:…`) and chosen guests (`chosen`). */
export const AUDIENCES = [
  "everyone",
  "attending",
  "pending",
  "maybe",
  "declined",
  "attending_and_pending",
  "attending_and_maybe",
  "pending_and_maybe",
  "unopened",
  "undelivered",
  "waitlisted",
  "offered",
  "checked_in",
  "not_arrived",
] as const;
type NamedAudience = (typeof AUDIENCES)[number];

export type Reminder = NonNullable<Message["slug"]>;

const TAG = "tag:";

/** Filters of audiences that depend on more than a standing. */
const FILTERS: { [A in NamedAudience]?: GuestFilter } = {
  unopened: { invited: true, opened: false },
  undelivered: { delivery: "undelivered" },
  checked_in: { checked_in: true },
  not_arrived: { checked_in: false },
};

function isNamed(audience: string): audience is NamedAudience {
  return (AUDIENCES as readonly string[]).includes(audience);
}

export function tagOf(audience: string): string | null {
  return audience.startsWith(TAG) ? audience.slice(TAG.length) : null;
}

/** Returns a filter of the guest list that contains an audience. `isRecipient` tells its recipients from others. */
export function filterOf(audience: string): GuestFilter {
  const tag = tagOf(audience);
  if (tag !== null) return { tag, sort: "name" };
  const [standing, ...others] = standingsOf(audience) ?? [];
  return {
    ...(isNamed(audience) ? FILTERS[audience] : {}),
    ...(standing === undefined || others.length > 0 ? {} : { standing }),
    sort: "name",
  };
}

/**
 * Returns a test for the recipients of a message among the guests of its filter, as the API selects them.
 * @param reminder which reminder it is; null for a message of a host
 */
export function isRecipient(
  { audience, guestIds, notInvited = "skip" }: Pick<MessageDraft, "audience" | "guestIds" | "notInvited">,
  reminder: Reminder | null,
): (guest: Guest) => boolean {
  const chosen = audience === "chosen" ? new Set(guestIds) : null;
  const standings = reminder === null ? standingsOf(audience) : remindedStandings(reminder, audience);
  return ({ id, standing, invited_at }) => {
    if (chosen?.has(id) === false || standings?.includes(standing) === false) return false;
    // By link: a reminder never invites.
    return reminder === null ? notInvited === "include" || standing !== "not_invited" : invited_at !== null;
  };
}

/** True if an audience has guests who attend: a seat decides who they are, which a note explains. */
export function meansComing(audience: string): boolean {
  return audience.startsWith("attending");
}

/** Names the recipients of a message in the list. */
export function recipientsOf({ slug, kind, audience }: Pick<Message, "slug" | "kind" | "audience">): string {
  return kind === "message" || kind === "reminder" ? audienceName(audience, { reminder: slug }) : t("notified");
}

/**
 * Names an audience. Of a reminder, until a host chooses another: then the reminder decides who gets it.
 * @param options.chosen the number of chosen guests, if it is known
 */
export function audienceName(
  audience: string,
  { chosen, reminder = null }: { chosen?: number | undefined; reminder?: Reminder | null },
): string {
  if (reminder !== null && reminderOf(reminder).audience === audience) return t(`reminded-${reminder}`);
  const tag = tagOf(audience);
  if (tag !== null) return t("audience-tag", { tag });
  if (isNamed(audience)) return t(`audience-${audience}`);
  return chosen === undefined ? t("audience-chosen") : t("audience-chosen-count", { count: chosen });
}
