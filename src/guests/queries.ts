import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { isConstraintViolation, violates } from "../db/failures.ts";
import { insertFrom } from "../db/inserts.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST } from "../db/joins.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { guestDevices } from "../db/schema/guest-devices.ts";
import { guestCounts, guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { standingSql } from "../db/standing.ts";
import { passedOverReason } from "../events/seats/passed-over.ts";
import { waitlistPosition } from "../events/seats/seats.ts";
import { emailKey } from "../kernel/email-address.ts";
import { AppError } from "../kernel/errors.ts";
import { tagKeys } from "../kernel/tag-keys.ts";
import { hasOptedOut } from "../sending/suppression-queries.ts";
import { DETAIL_COLUMNS, type GuestDetails } from "./details.ts";
import { foldText } from "./search.ts";

/** A guest with RSVP and check-in. */
export type GuestRow = Awaited<ReturnType<typeof findGuest>>[number];

/** The values of a new guest; search keys and `updated_at` are derived from them. Absent details are empty. */
export type GuestToInsert = Partial<GuestDetails> &
  Pick<typeof guests.$inferSelect, "eventId" | "id" | "name" | "email" | "phone" | "partySize" | "notes" | "createdAt">;

export type GuestFields = Omit<GuestToInsert, "eventId" | "id" | "createdAt">;

/** The columns of a guest with RSVP and check-in. @param now epoch milliseconds */
export const guestColumns = (now: number) => ({
  id: guests.id,
  eventId: guests.eventId,
  name: guests.name,
  email: guests.email,
  phone: guests.phone,
  partySize: guests.partySize,
  notes: guests.notes,
  ...DETAIL_COLUMNS,
  rsvp: {
    response: rsvps.response,
    plusOnes: rsvps.plusOnes,
    companions: rsvps.companions,
    answers: rsvps.answers,
    answeredBy: rsvps.answeredBy,
    seat: rsvps.seat,
    offerExpiresAt: rsvps.offerExpiresAt,
    submittedAt: rsvps.submittedAt,
    editCount: rsvps.editCount,
    riskScore: rsvps.riskScore,
    passedOver: passedOverReason().as("passed_over_reason"),
  },
  standing: standingSql(now, checkIns.walkIn).as("standing"),
  invitedAt: guests.invitedAt,
  overTier: guests.overTier,
  openedAt: guests.openedAt,
  checkedInAt: checkIns.checkedInAt,
  createdAt: guests.createdAt,
  updatedAt: guests.updatedAt,
  deliveryStatus: guests.deliveryStatus,
  deliveryReason: guests.deliveryReason,
  deliveryAt: guests.deliveryAt,
  askForCode: isCodeAsked().mapWith(Boolean).as("ask_for_code"),
  smsOptedOut: hasOptedOut(sql`${guests.phone}`, null).mapWith(Boolean).as("sms_opted_out"),
});

export function findGuest(db: Database, eventId: string, guestId: string, now: number) {
  return db
    .select({ ...guestColumns(now), waitlistPosition: waitlistPosition().as("waitlist_position") })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .where(isGuest(eventId, guestId))
    .limit(1);
}

/** Reads the guest's ID if the guest is on the event, for routes below `/guests/{guestId}`. */
export function findGuestId(db: Database, eventId: string, guestId: string) {
  return db.select({ id: guests.id }).from(guests).where(isGuest(eventId, guestId)).limit(1);
}

/** Whether the guest exists: the condition of later statements in the batch that inserts the guest. */
export function isListed(db: Database, eventId: string, guestId: string): SQL {
  return exists(findGuestId(db, eventId, guestId));
}

/** Recounts the guests of an event. Reads the whole list. */
export function recountGuests(db: Database, eventId: string) {
  const counted = sql`(select count(*) from ${guests} where ${guests.eventId} = ${eventId})`;
  return insertFrom(db, guestCounts, { eventId, guests: counted }, sql`where true`)
    .onConflictDoUpdate({ target: guestCounts.eventId, set: { guests: sql`excluded.guests` } })
    .returning({ guests: guestCounts.guests });
}

/** Returns the columns that are derived from the given ones: case-folded texts to compare and search. */
export function searchKeys({ name, email, tags }: Partial<GuestFields>) {
  return {
    nameKey: name === undefined ? undefined : foldText(name),
    emailKey: email == null ? email : emailKey(email),
    tagKeys: tags === undefined ? undefined : tagKeys(tags),
  };
}

export function isGuest(eventId: string, guestId: string) {
  return and(eq(guests.eventId, eventId), eq(guests.id, guestId));
}

/**
 * The condition that a host wants the browsers of a guest's link to enter a code, and none has been verified since.
 * Reads a device only for a guest with the wish.
 */
export function isCodeAsked(): SQL {
  const verified = and(
    eq(guestDevices.eventId, guests.eventId),
    eq(guestDevices.guestId, guests.id),
    sql`${guestDevices.provedAt} >= ${guests.codeAskedAt}`,
  );
  return sql`(${guests.codeAskedAt} is not null and not exists (select 1 from ${guestDevices} where ${verified}))`;
}

/**
 * Maps a constraint violation of a guest's insert or update to 409 `duplicate_external_id` or `duplicate_guest`.
 * Returns any other error unchanged. Only the external ID and the email address of a validated guest can conflict.
 */
export function toDuplicateGuest(error: unknown): unknown {
  if (!isConstraintViolation(error)) return error;
  return new AppError(violates(error, "external_id") ? "duplicate_external_id" : "duplicate_guest");
}
