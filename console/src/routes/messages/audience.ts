import type { Guest, Message } from "@usher/client";
import type { Standing } from "../../../../src/kernel/rsvp.ts";
import { STANDINGS_OF } from "../../../../src/kernel/standing.ts";
import { textsOf } from "../../i18n/text.tsx";
import type { AudienceFilter } from "../guests/filter.ts";

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

const TAG = "tag:";

/** What decides about the guests of an audience, in addition to their standing. */
const FILTERS: { [A in NamedAudience]?: AudienceFilter } = {
  unopened: { invited: true, opened: false },
  undelivered: { delivery: "undelivered" },
  checked_in: { checked_in: true },
  not_arrived: { checked_in: false },
};

/** The standings of an audience; undefined if it has guests of all standings. */
function standingsIn(audience: string): readonly Standing[] | undefined {
  const known: { readonly [target: string]: readonly Standing[] | undefined } = STANDINGS_OF;
  return known[audience];
}

function isNamed(audience: string): audience is NamedAudience {
  return (AUDIENCES as readonly string[]).includes(audience);
}

export function tagOf(audience: string): string | null {
  return audience.startsWith(TAG) ? audience.slice(TAG.length) : null;
}

/** Returns the filter of the guest list that contains an audience. */
export function filterOf(audience: string): AudienceFilter {
  const tag = tagOf(audience);
  const filter = tag === null ? (isNamed(audience) ? FILTERS[audience] : {}) : { tag };
  const standing = standingsIn(audience);
  return { ...filter, ...(standing === undefined ? {} : { standing }), sort: "name" };
}

/** Returns a test for guests of an audience. @param chosen the IDs for the audience `chosen` */
export function isAmong(audience: string, chosen: readonly string[]): (guest: Guest) => boolean {
  if (audience === "chosen") {
    const ids = new Set(chosen);
    return ({ id }) => ids.has(id);
  }
  const standings = standingsIn(audience);
  return ({ standing }) => standings?.includes(standing) ?? true;
}

/** True if an audience has guests who attend: a seat decides who they are, which a note explains. */
export function meansComing(audience: string): boolean {
  return audience.startsWith("attending");
}

/** The audience of each reminder until a host chooses another: then the reminder decides who gets it. */
const REMINDED = {
  reminder_7d: "pending_and_maybe",
  reminder_3d: "pending",
  reminder_1d: "attending_and_maybe",
  reminder_day_of: "attending_and_maybe",
} as const;

/** Names the recipients of a message in the list. */
export function recipientsOf({ slug, audience }: Pick<Message, "slug" | "audience">): string {
  return slug !== null && REMINDED[slug] === audience ? t(`reminded-${slug}`) : audienceName(audience);
}

/** Names an audience, with the number of chosen guests if it is known. */
export function audienceName(audience: string, chosen?: number): string {
  const tag = tagOf(audience);
  if (tag !== null) return t("audience-tag", { tag });
  if (isNamed(audience)) return t(`audience-${audience}`);
  return chosen === undefined ? t("audience-chosen") : t("audience-chosen-count", { count: chosen });
}
