import { and, isNotNull, type SQL } from "drizzle-orm";
import { guests } from "../db/schema/guests.ts";
import { hasStanding } from "../db/standing.ts";
import type { ReminderSlug } from "../events/reminders/reminder-words.ts";
import { REMINDABLE, reminderOf } from "../events/reminders/reminders.ts";
import type { Standing } from "../kernel/rsvp.ts";
import { standingsOf, type Target } from "./content.ts";
import { isInTarget } from "./queries.ts";

/**
 * Returns the standings that a reminder goes to: its own, unless a host has chosen another target. Also then, no reminder
 * goes to a guest who declined, whose offer ran out, who was added at the door or who was never invited.
 */
export function remindedStandings(slug: ReminderSlug, target: Target): readonly Standing[] {
  const { audience, standings } = reminderOf(slug);
  if (target === audience) return standings;
  const chosen = standingsOf(target) ?? REMINDABLE;
  return REMINDABLE.filter((standing) => chosen.includes(standing));
}

/**
 * Condition: a guest, joined with the RSVP, gets a reminder. Only with a link that was issued before: a reminder never
 * invites.
 */
export function isReminded(slug: ReminderSlug, target: Target, now: number): SQL | undefined {
  return and(
    hasStanding(remindedStandings(slug, target), now),
    target === reminderOf(slug).audience ? undefined : isInTarget(target, now),
    isNotNull(guests.invitedAt),
  );
}
