import { and, desc, eq, gte, inArray, isNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { oneTimeTokens, users } from "../../db/schema/accounts.ts";
import { collaboratorInvites, eventBranding, events } from "../../db/schema/events.ts";
import { accessTokens, editNonces, guests } from "../../db/schema/guests.ts";
import { deadLetters, deliveries, suppressions } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";

const letterEvent = {
  id: aliased(events.id, "event.id"),
  name: aliased(events.name, "event.name"),
  description: events.description,
  venue: events.venue,
  eventDate: events.eventDate,
  endTime: events.endTime,
  timezone: events.timezone,
  calendarSequence: events.calendarSequence,
  updatedAt: events.updatedAt,
  deletedAt: events.deletedAt,
};

export type GuestLetterRow = Awaited<ReturnType<typeof findGuestLetter>>[number];

/** All that a mail to a guest may say, and whether one may be sent: the guest's valid link, answer and suppression. */
export function findGuestLetter(db: Database, eventId: string, guestId: string) {
  return GUEST_LETTER(db, { eventId, guestId });
}

const GUEST_LETTER = prepared((db, { eventId, guestId }: Placeholders<Record<"eventId" | "guestId", string>>) =>
  db
    .select({
      guest: {
        id: aliased(guests.id, "guest.id"),
        name: aliased(guests.name, "guest.name"),
        email: guests.email,
        partySize: guests.partySize,
      },
      event: letterEvent,
      hostName: users.name,
      branding: {
        primaryColor: eventBranding.primaryColor,
        font: eventBranding.font,
        logoUrl: eventBranding.logoUrl,
        coverUrl: eventBranding.coverUrl,
      },
      tokenId: accessTokens.id,
      rsvp: { response: rsvps.response, plusOnes: rsvps.plusOnes },
      suppression: suppressions.reason,
    })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .innerJoin(users, eq(users.id, events.hostId))
    .leftJoin(eventBranding, eq(eventBranding.eventId, events.id))
    .leftJoin(
      accessTokens,
      and(
        eq(accessTokens.eventId, guests.eventId),
        eq(accessTokens.guestId, guests.id),
        isNull(accessTokens.revokedAt),
      ),
    )
    .leftJoin(rsvps, and(eq(rsvps.eventId, guests.eventId), eq(rsvps.guestId, guests.id)))
    .leftJoin(suppressions, eq(suppressions.emailKey, guests.emailKey))
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1),
);

/** The edit nonce that has one of these hashes. */
export function findNonce(db: Database, tokenId: string, hashes: string[]) {
  return db
    .select({ hash: editNonces.nonceHash, expiresAt: editNonces.expiresAt, usedAt: editNonces.usedAt })
    .from(editNonces)
    .where(and(inArray(editNonces.nonceHash, hashes), eq(editNonces.tokenId, tokenId)))
    .limit(1);
}

/** A live account. */
export function findAccount(db: Database, userId: string) {
  return db
    .select({ id: users.id, name: users.name, email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .limit(1);
}

/** The one-time token of a user that has one of these hashes. */
export function findAccountToken(db: Database, userId: string, hashes: string[]) {
  return db
    .select({ hash: oneTimeTokens.tokenHash, expiresAt: oneTimeTokens.expiresAt, usedAt: oneTimeTokens.usedAt })
    .from(oneTimeTokens)
    .where(and(inArray(oneTimeTokens.tokenHash, hashes), eq(oneTimeTokens.userId, userId)))
    .limit(1);
}

/** The collaborator invite that has one of these hashes, with its event and who sends it. */
export function findCollaboratorLetter(db: Database, hashes: string[]) {
  return db
    .select({
      invite: {
        hash: collaboratorInvites.tokenHash,
        email: collaboratorInvites.email,
        role: collaboratorInvites.role,
        expiresAt: collaboratorInvites.expiresAt,
        acceptedAt: collaboratorInvites.acceptedAt,
      },
      event: letterEvent,
      hostName: sql<string>`(select name from users host where host.id = ${events.hostId})`,
      inviterName: users.name,
    })
    .from(collaboratorInvites)
    .innerJoin(events, eq(events.id, collaboratorInvites.eventId))
    .innerJoin(users, eq(users.id, collaboratorInvites.invitedBy))
    .where(inArray(collaboratorInvites.tokenHash, hashes))
    .limit(1);
}

export type NewDelivery = Pick<
  typeof deliveries.$inferInsert,
  "id" | "dedupeKey" | "kind" | "eventId" | "guestId" | "userId" | "recipientHash"
>;

/**
 * Begins a try, if nobody else has sent this mail or is about to: no row when it is settled or under way.
 * @param abandonedBefore a try that began earlier (epoch milliseconds) died without a word
 */
export function claimDelivery(db: Database, row: NewDelivery, provider: string, now: number, abandonedBefore: number) {
  return db
    .insert(deliveries)
    .values({
      ...row,
      channel: "email",
      status: "pending",
      attempts: 1,
      claimedAt: now,
      provider,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: deliveries.dedupeKey,
      set: {
        attempts: sql`${deliveries.attempts} + 1`,
        claimedAt: now,
        provider,
        recipientHash: row.recipientHash,
        updatedAt: now,
      },
      setWhere: isFree(abandonedBefore),
    })
    .returning({ id: deliveries.id });
}

/** How a delivery stands. */
export function findDelivery(db: Database, dedupeKey: string) {
  return db
    .select({ status: deliveries.status, claimedAt: deliveries.claimedAt })
    .from(deliveries)
    .where(eq(deliveries.dedupeKey, dedupeKey))
    .limit(1);
}

/** Ends a try: with a status that stays, or `pending` again until the next. */
export function settleDelivery(
  db: Database,
  id: string,
  result: { status: "sent" | "failed" | "pending"; reason: string | null; providerMessageId: string | null },
  now: number,
) {
  return db
    .update(deliveries)
    .set({ ...result, claimedAt: null, updatedAt: now })
    .where(and(eq(deliveries.id, id), eq(deliveries.status, "pending")));
}

/** Notes a mail that is not to be sent. What was sent, or is being sent at this moment, stays as it is. */
export function withholdDelivery(db: Database, row: NewDelivery, reason: string, now: number, abandonedBefore: number) {
  return db
    .insert(deliveries)
    .values({ ...row, channel: "email", status: "suppressed", reason, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: deliveries.dedupeKey,
      set: { status: "suppressed", reason, claimedAt: null, updatedAt: now },
      setWhere: isFree(abandonedBefore),
    });
}

/** Fails what a message left open with all its recipients. The last answer of a server stays as the reason. */
export function failOpenDeliveries(db: Database, messageId: string, reason: string, now: number) {
  return db
    .update(deliveries)
    .set({ status: "failed", reason: sql`coalesce(${deliveries.reason}, ${reason})`, claimedAt: null, updatedAt: now })
    .where(
      and(
        // Every key of a message is `id:recipient`, and `;` is the character after `:`: a range of the unique index.
        gte(deliveries.dedupeKey, `${messageId}:`),
        lt(deliveries.dedupeKey, `${messageId};`),
        eq(deliveries.status, "pending"),
      ),
    );
}

/** Notes the failure of a mail that no try got as far as claiming. */
export function insertFailedDelivery(db: Database, row: NewDelivery, reason: string, now: number) {
  return db
    .insert(deliveries)
    .values({ ...row, channel: "email", status: "failed", reason, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: deliveries.dedupeKey });
}

/**
 * A message that nobody will try again by itself.
 * @param about the guest whom it is about: of one who was erased, nothing is kept
 */
export function insertDeadLetter(
  db: Database,
  row: typeof deadLetters.$inferInsert & { body: string },
  about: { eventId: string; guestId: string } | null,
) {
  const guest = and(eq(guests.eventId, about?.eventId ?? ""), eq(guests.id, about?.guestId ?? ""));
  const isErased = about === null ? sql`false` : notExists(db.select({ id: guests.id }).from(guests).where(guest));
  const body = sql`iif(${isErased}, '{}', ${row.body})`;
  return db
    .insert(deadLetters)
    .values({ ...row, body })
    .onConflictDoNothing();
}

/** From now on an address gets no invitations, reminders and broadcasts. The first reason stays. */
export function insertSuppression(db: Database, row: typeof suppressions.$inferInsert) {
  return db.insert(suppressions).values(row).onConflictDoNothing();
}

/**
 * The newest mail that an address got since a moment, not counting hosts' messages; the one that the provider's id
 * names goes first.
 * @param hashes the address under each key that may have been current when the mail was written
 */
export function findReportedDelivery(
  db: Database,
  hashes: readonly string[],
  about: { providerMessageId: string | null; since: number },
) {
  const isNamed = sql<number>`coalesce(${deliveries.providerMessageId} = ${about.providerMessageId}, 0)`;
  return db
    .select({ id: deliveries.id, isNamed: isNamed.as("is_named"), at: deliveries.updatedAt })
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.recipientHash, hashes),
        gte(deliveries.createdAt, about.since),
        sql`${deliveries.attempts} > 0`,
      ),
    )
    .orderBy(desc(isNamed), desc(deliveries.createdAt))
    .limit(1);
}

/** Notes what a provider reports of a mail, where it is news. */
export function reportDelivery(
  db: Database,
  id: string,
  report: { status: "delivered" | "bounced" | "complained"; bounceType: string | null },
  now: number,
) {
  const before = {
    delivered: sql`('pending', 'sent')`,
    bounced: sql`('pending', 'sent', 'delivered')`,
    complained: sql`('pending', 'sent', 'delivered', 'bounced')`,
  };
  const { status, bounceType } = report;
  return db
    .update(deliveries)
    .set({
      status,
      claimedAt: null,
      updatedAt: now,
      ...(bounceType === null ? {} : { bounceType }),
      ...(status === "complained" ? { complained: true } : {}),
    })
    .where(and(eq(deliveries.id, id), sql`${deliveries.status} in ${before[status]}`));
}

/** An unsettled mail of which no try is under way, or the one that was died. */
function isFree(abandonedBefore: number): SQL {
  return sql`${deliveries.status} = 'pending' and coalesce(${deliveries.claimedAt}, 0) < ${abandonedBefore}`;
}
