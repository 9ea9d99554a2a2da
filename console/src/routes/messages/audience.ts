import type { Guest, Message } from "@usher/client";
import { textsOf } from "../../i18n/text.tsx";
import type { GuestFilter } from "../guests/filter.ts";

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

const FILTERS: Record<NamedAudience, GuestFilter> = {
  everyone: {},
  attending: { standing: "coming" },
  maybe: { standing: "maybe" },
  declined: { standing: "declined" },
  // A filter of the list selects one standing, so `isAmong` filters the guests.
  pending: {},
  attending_and_pending: {},
  attending_and_maybe: {},
  pending_and_maybe: {},
  unopened: { invited: true, opened: false },
  undelivered: { delivery: "undelivered" },
  waitlisted: { standing: "waitlisted" },
  offered: { standing: "offered" },
  checked_in: { checked_in: true },
  not_arrived: { standing: "coming", checked_in: false },
};

/** The standings of the audiences that have several, by the parts of their names. */
const PARTS: Record<string, readonly Guest["standing"][]> = {
  attending: ["coming"],
  pending: ["silent", "not_invited"],
  maybe: ["maybe"],
};

function isNamed(audience: string): audience is NamedAudience {
  return (AUDIENCES as readonly string[]).includes(audience);
}

export function tagOf(audience: string): string | null {
  return audience.startsWith(TAG) ? audience.slice(TAG.length) : null;
}

/** Returns the filter of the guest list that contains an audience. */
export function filterOf(audience: string): GuestFilter {
  const tag = tagOf(audience);
  const filter = tag === null ? (isNamed(audience) ? FILTERS[audience] : {}) : { tag };
  return { ...filter, sort: "name" };
}

/** Returns a test for guests of an audience. @param chosen the IDs for the audience `chosen` */
export function isAmong(audience: string, chosen: readonly string[]): (guest: Guest) => boolean {
  if (audience === "chosen") {
    const ids = new Set(chosen);
    return ({ id }) => ids.has(id);
  }
  const standings = audience.split("_and_").flatMap((part) => PARTS[part] ?? []);
  return ({ standing }) => standings.length === 0 || standings.includes(standing);
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
