import { and, desc, eq, lte, ne, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { ANSWER_OF_GUEST, CHOSEN_LOCALE, LINK_OF_GUEST } from "../../db/joins.ts";
import { type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { accessLogs } from "../../db/schema/access.ts";
import { users } from "../../db/schema/accounts.ts";
import { challenges } from "../../db/schema/challenges.ts";
import { eventBranding, events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { eventTexts } from "../../db/schema/texts.ts";
import { JOINED_BRANDING, MAIL_EVENT } from "../../db/selected-columns.ts";
import { shownName } from "../../db/shown-name.ts";
import { ANY_TIME, standingSql } from "../../db/standing.ts";
import { waitlistPosition } from "../../events/seats/seats.ts";
import { isPaused } from "../../sending/budgets.ts";
import { isReached } from "../../sending/is-reached.ts";
import { suppressionsOf } from "../../sending/suppression-queries.ts";

const TEXTS = {
  invitationSubject: eventTexts.invitationSubject,
  invitationBody: eventTexts.invitationBody,
  confirmationBody: eventTexts.confirmationBody,
  translations: eventTexts.translations,
};

export type GuestRecipientRow = Awaited<ReturnType<typeof findGuestRecipient>>[number];

/**
 * Facts for an email to a guest: the guest with standing and RSVP, the event with its branding, the valid link and the
 * suppression.
 */
export function findGuestRecipient(db: Database, eventId: string, guestId: string) {
  return GUEST_RECIPIENT(db, { eventId, guestId });
}

const GUEST_RECIPIENT = prepared((db, { eventId, guestId }: Placeholders<Record<"eventId" | "guestId", string>>) =>
  db
    .select({
      guest: {
        id: aliased(guests.id, "guest.id"),
        name: aliased(guests.name, "guest.name"),
        greeting: guests.greeting,
        email: guests.email,
        phone: guests.phone,
        partySize: guests.partySize,
        locale: CHOSEN_LOCALE.as("guest.locale"),
      },
      event: MAIL_EVENT,
      hostName: shownName(),
      isHostVerified: users.emailVerified,
      branding: JOINED_BRANDING,
      tokenId: accessTokens.id,
      tokenNotifiedAt: accessTokens.notifiedAt,
      // An offer whose time is over is `offered` here: the emails about offers look at the time.
      standing: standingSql(ANY_TIME).as("standing"),
      rsvp: {
        response: rsvps.response,
        plusOnes: rsvps.plusOnes,
        companions: rsvps.companions,
        answeredBy: rsvps.answeredBy,
        updatedAt: aliased(rsvps.updatedAt, "rsvp.updated_at"),
        seat: rsvps.seat,
        offerExpiresAt: rsvps.offerExpiresAt,
        waitlistPosition: waitlistPosition().as("waitlist_position"),
      },
      ...TEXTS,
      suppressions: suppressionsOf(sql`${guests.emailKey}`, sql`${events.hostId}`).as("suppressions"),
      // Only the confirmation of an RSVP asks, and the rows of a guest without one are not read.
      isReached: sql<boolean>`(case when ${rsvps.guestId} is null then 0 else ${isReached()} end)`
        .mapWith(Boolean)
        .as("is_reached"),
      isPaused: isPaused(sql`${events.hostId}`, sql`${events.hostId}`).mapWith(Boolean).as("is_paused"),
    })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .innerJoin(users, eq(users.id, events.hostId))
    .leftJoin(eventBranding, eq(eventBranding.eventId, events.id))
    .leftJoin(eventTexts, eq(eventTexts.eventId, events.id))
    .leftJoin(accessTokens, LINK_OF_GUEST)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1),
);

/** Facts for every email to guests of an event: the event with its branding, its host and the host's custom texts. */
export function findEventMailFacts(db: Database, eventId: string) {
  return db
    .select({
      event: MAIL_EVENT,
      hostName: shownName(),
      isHostVerified: users.emailVerified,
      branding: JOINED_BRANDING,
      ...TEXTS,
      reminderFooter: eventTexts.reminderFooter,
      isPaused: isPaused(sql`${events.hostId}`, sql`${events.hostId}`).mapWith(Boolean).as("is_paused"),
    })
    .from(events)
    .innerJoin(users, eq(users.id, events.hostId))
    .leftJoin(eventBranding, eq(eventBranding.eventId, events.id))
    .leftJoin(eventTexts, eq(eventTexts.eventId, events.id))
    .where(eq(events.id, eventId))
    .limit(1);
}

/** The admitted access that wrote the RSVP with this `updatedAt`, with its link. */
export function findAnsweringAccess(db: Database, eventId: string, guestId: string, updatedAt: number) {
  return db
    .select({ accessLogId: accessLogs.id, tokenId: accessLogs.tokenId })
    .from(accessLogs)
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        eq(accessLogs.guestId, guestId),
        ne(accessLogs.kind, "access"),
        lte(accessLogs.at, updatedAt),
        sql`${accessLogs.risk} is not 'block'`,
      ),
    )
    .orderBy(desc(accessLogs.id))
    .limit(1);
}

export function findChallenge(db: Database, eventId: string, guestId: string, id: string) {
  const { channel, codeMac, accessLogId, expiresAt } = challenges;
  return db
    .select({ channel, codeMac, accessLogId, expiresAt })
    .from(challenges)
    .where(and(eq(challenges.eventId, eventId), eq(challenges.guestId, guestId), eq(challenges.id, id)))
    .limit(1);
}
