import { and, type SQL } from "drizzle-orm";
import { HAS_LINK, hasStanding } from "../db/standing.ts";
import type { ReminderSlug } from "../events/reminders/reminder-words.ts";
import { remindedStandings, reminderOf } from "../kernel/audience-standings.ts";
import type { Target } from "./content.ts";
import { isInTarget } from "./queries.ts";

export { remindedStandings };

/**
 * Condition: a guest, joined with the RSVP, gets a reminder. Only with a link that was issued before: a reminder never
 * invites.
 */
export function isReminded(slug: ReminderSlug, target: Target, now: number): SQL | undefined {
  return and(
    hasStanding(remindedStandings(slug, target), now),
    target === reminderOf(slug).audience ? undefined : isInTarget(target, now),
    HAS_LINK,
  );
}
