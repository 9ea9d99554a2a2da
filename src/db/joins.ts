import { and, eq, isNull, sql } from "drizzle-orm";
import { checkIns } from "./schema/check-ins.ts";
import { accessTokens, guests } from "./schema/guests.ts";
import { rsvps } from "./schema/rsvps.ts";

/** Conditions of joins from a row of `guests`. Each finds at most one row. */

/** Join condition: the RSVP of the guest. */
export const ANSWER_OF_GUEST = and(eq(rsvps.eventId, guests.eventId), eq(rsvps.guestId, guests.id));

/** A guest's language, with `ANSWER_OF_GUEST`: what the host has set, else what the guest chose on the page. */
export const CHOSEN_LOCALE = sql<string | null>`coalesce(${guests.locale}, ${rsvps.locale})`;

/** The guest's check-in. */
export const CHECK_IN_OF_GUEST = and(eq(checkIns.eventId, guests.eventId), eq(checkIns.guestId, guests.id));

/** The guest's link that was not revoked. */
export const LINK_OF_GUEST = and(
  eq(accessTokens.eventId, guests.eventId),
  eq(accessTokens.guestId, guests.id),
  isNull(accessTokens.revokedAt),
);
