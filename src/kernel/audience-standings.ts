import type { Standing } from "./rsvp.ts";

/**
 * The standings of the audiences that depend on them. Attending guests have a confirmed seat. The other audiences, which
 * are everyone, guests with a tag, chosen guests and some segments, include guests of all standings.
 */
const AUDIENCE_STANDINGS: Partial<Record<string, readonly Standing[]>> = {
  attending: ["coming"],
  pending: ["silent", "not_invited"],
  declined: ["declined"],
  maybe: ["maybe"],
  attending_and_pending: ["coming", "silent", "not_invited"],
  attending_and_maybe: ["coming", "maybe"],
  pending_and_maybe: ["silent", "not_invited", "maybe"],
  waitlisted: ["waitlisted"],
  offered: ["offered"],
  not_arrived: ["coming"],
};

export interface Reminder {
  slug: "reminder_7d" | "reminder_3d" | "reminder_1d" | "reminder_day_of";
  audience: "pending_and_maybe" | "pending" | "attending_and_maybe";
  /** The standings that the reminder goes to, while it has this audience. */
  standings: readonly Standing[];
  /** Whether its purpose is an RSVP: it is skipped while the event takes none. */
  asks: boolean;
}

/** The automatic reminders, in the order of their times. */
export const REMINDERS: readonly [Reminder, ...Reminder[]] = [
  { slug: "reminder_7d", audience: "pending_and_maybe", standings: ["silent", "maybe"], asks: true },
  { slug: "reminder_3d", audience: "pending", standings: ["silent"], asks: true },
  {
    slug: "reminder_1d",
    audience: "attending_and_maybe",
    standings: ["coming", "maybe", "waitlisted", "offered"],
    asks: false,
  },
  { slug: "reminder_day_of", audience: "attending_and_maybe", standings: ["coming", "maybe"], asks: false },
];

export function reminderOf(slug: Reminder["slug"]): Reminder {
  return REMINDERS.find((reminder) => reminder.slug === slug) ?? REMINDERS[0];
}

/** Standings that a reminder may go to if a host has chosen another audience for it. The others get no reminder. */
const REMINDABLE: readonly Standing[] = ["coming", "offered", "waitlisted", "maybe", "silent"];

/** Returns the standings of an audience; null if it includes guests of all standings. */
export function standingsOf(audience: string): readonly Standing[] | null {
  return AUDIENCE_STANDINGS[audience] ?? null;
}

/**
 * Returns the standings that a reminder goes to: its own, unless a host has chosen another audience. Also then, no
 * reminder goes to a guest who declined, whose offer ran out, who was added at the door or who was never invited.
 */
export function remindedStandings(slug: Reminder["slug"], target: string): readonly Standing[] {
  const { audience, standings } = reminderOf(slug);
  if (target === audience) return standings;
  const chosen = standingsOf(target) ?? REMINDABLE;
  return REMINDABLE.filter((standing) => chosen.includes(standing));
}
