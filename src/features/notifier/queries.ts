import {
  and,
  type Column,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { accessLogs } from "../../db/schema/access.ts";
import { emailChanges, oneTimeTokens, users } from "../../db/schema/accounts.ts";
import { challenges } from "../../db/schema/challenges.ts";
import { collaboratorInvites, eventBranding, eventCollaborators, events } from "../../db/schema/events.ts";
import { accessTokens, editNonces, guests } from "../../db/schema/guests.ts";
import { deadLetters, deliveries } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { pastInvitations } from "../../db/schema/sending.ts";
import { eventTexts, replyToRequests } from "../../db/schema/texts.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { waitlistPosition } from "../seats/seat-queries.ts";
import { INVITATION_PAUSE_MS, INVITATIONS_A_DAY } from "../sending/budgets.ts";
import { isPaused } from "../sending/queries.ts";
import { suppressionFor } from "../sending/suppression-queries.ts";

const eventColumns = {
  id: aliased(events.id, "event.id"),
  hostId: events.hostId,
  name: aliased(events.name, "event.name"),
  description: events.description,
  venue: events.venue,
  eventDate: events.eventDate,
  endTime: events.endTime,
  timezone: events.timezone,
  locale: aliased(events.locale, "event.locale"),
  calendarSequence: events.calendarSequence,
  cancelledAt: events.cancelledAt,
  cancelMessage: events.cancelMessage,
  rsvpDeadline: events.rsvpDeadline,
  replyTo: events.replyTo,
  replyToVerifiedAt: events.replyToVerifiedAt,
  updatedAt: events.updatedAt,
  deletedAt: events.deletedAt,
};

const BRANDING = {
  // First, because Drizzle takes a joined row for missing when the first of its columns is null.
  eventId: eventBranding.eventId,
  primaryColor: eventBranding.primaryColor,
  font: eventBranding.font,
  logoUrl: eventBranding.logoUrl,
  coverUrl: eventBranding.coverUrl,
  theme: eventBranding.theme,
};

const TEXTS = {
  invitationSubject: eventTexts.invitationSubject,
  invitationBody: eventTexts.invitationBody,
  confirmationBody: eventTexts.confirmationBody,
  translations: eventTexts.translations,
};

export type GuestRecipientRow = Awaited<ReturnType<typeof findGuestRecipient>>[number];

/** What a mail to a guest needs: the guest, the event with its branding, the valid link, the RSVP and the suppression. */
export function findGuestRecipient(db: Database, eventId: string, guestId: string) {
  return GUEST_RECIPIENT(db, { eventId, guestId });
}

const GUEST_RECIPIENT = prepared((db, { eventId, guestId }: Placeholders<Record<"eventId" | "guestId", string>>) =>
  db
    .select({
      guest: {
        id: aliased(guests.id, "guest.id"),
        name: aliased(guests.name, "guest.name"),
        email: guests.email,
        phone: guests.phone,
        partySize: guests.partySize,
        locale: aliased(guests.locale, "guest.locale"),
      },
      event: eventColumns,
      hostName: users.name,
      isHostVerified: users.emailVerified,
      branding: BRANDING,
      tokenId: accessTokens.id,
      tokenNotifiedAt: accessTokens.notifiedAt,
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
      suppression: suppressionFor(sql`${guests.emailKey}`, sql`${events.hostId}`).as("suppression"),
      isPaused: isPaused(sql`${events.hostId}`, sql`${events.hostId}`).mapWith(Boolean).as("is_paused"),
    })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .innerJoin(users, eq(users.id, events.hostId))
    .leftJoin(eventBranding, eq(eventBranding.eventId, events.id))
    .leftJoin(eventTexts, eq(eventTexts.eventId, events.id))
    .leftJoin(
      accessTokens,
      and(
        eq(accessTokens.eventId, guests.eventId),
        eq(accessTokens.guestId, guests.id),
        isNull(accessTokens.revokedAt),
      ),
    )
    .leftJoin(rsvps, and(eq(rsvps.eventId, guests.eventId), eq(rsvps.guestId, guests.id)))
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1),
);

/** What every mail to guests of an event needs: the event with its branding, its host and the host's own words. */
export function findEventMailFacts(db: Database, eventId: string) {
  return db
    .select({
      event: { ...eventColumns, cancelMessage: events.cancelMessage },
      hostName: users.name,
      isHostVerified: users.emailVerified,
      branding: BRANDING,
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

/** The edit nonce of a link with one of these hashes. */
export function findNonce(db: Database, tokenId: string, hashes: string[]) {
  return db
    .select({ hash: editNonces.nonceHash, expiresAt: editNonces.expiresAt, usedAt: editNonces.usedAt })
    .from(editNonces)
    .where(and(inArray(editNonces.nonceHash, hashes), eq(editNonces.tokenId, tokenId)))
    .limit(1);
}

/** The access that gave an answer as it is since a moment, with its link. Accesses that were refused gave none. */
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

/** A challenge of a guest. */
export function findChallenge(db: Database, eventId: string, guestId: string, id: string) {
  const { channel, codeMac, accessLogId, expiresAt } = challenges;
  return db
    .select({ channel, codeMac, accessLogId, expiresAt })
    .from(challenges)
    .where(and(eq(challenges.eventId, eventId), eq(challenges.guestId, guestId), eq(challenges.id, id)))
    .limit(1);
}

/** An account that is not deleted. */
export function findAccount(db: Database, userId: string) {
  return db
    .select({ id: users.id, name: users.name, email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .limit(1);
}

/** The accounts with these ids, without deleted ones. */
export function findAccounts(db: Database, userIds: readonly (string | undefined)[]) {
  return db
    .select({ id: users.id, name: users.name, email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(and(sql`${users.id} in (select value from json_each(${JSON.stringify(userIds)}))`, isNull(users.deletedAt)));
}

/** An event's name and zone, and the host who answers for the name; also of a closed event. */
export function findEventOfNotice(db: Database, eventId: string) {
  return db
    .select({ name: events.name, timezone: events.timezone, hostId: events.hostId })
    .from(events)
    .where(eq(events.id, eventId))
    .limit(1);
}

/** The owners of an event whose accounts are not deleted. */
export function listOwners(db: Database, eventId: string) {
  return db
    .select({ userId: eventCollaborators.userId })
    .from(eventCollaborators)
    .innerJoin(users, and(eq(users.id, eventCollaborators.userId), isNull(users.deletedAt)))
    .where(and(eq(eventCollaborators.eventId, eventId), eq(eventCollaborators.role, "owner")));
}

/** The one-time token of a user with one of these hashes. */
export function findAccountToken(db: Database, userId: string, hashes: string[]) {
  return db
    .select({ hash: oneTimeTokens.tokenHash, expiresAt: oneTimeTokens.expiresAt, usedAt: oneTimeTokens.usedAt })
    .from(oneTimeTokens)
    .where(and(inArray(oneTimeTokens.tokenHash, hashes), eq(oneTimeTokens.userId, userId)))
    .limit(1);
}

/** The address that a user has asked for by a link with one of these hashes. */
export function findEmailChange(db: Database, userId: string, hashes: string[]) {
  return db
    .select({ hash: emailChanges.tokenHash, email: emailChanges.email, expiresAt: emailChanges.expiresAt })
    .from(emailChanges)
    .where(and(inArray(emailChanges.tokenHash, hashes), eq(emailChanges.userId, userId)))
    .limit(1);
}

/** The collaborator invite with one of these hashes, its event and who invited. */
export function findInviteRecipient(db: Database, hashes: string[]) {
  return db
    .select({
      invite: {
        hash: collaboratorInvites.tokenHash,
        email: collaboratorInvites.email,
        role: collaboratorInvites.role,
        expiresAt: collaboratorInvites.expiresAt,
        acceptedAt: collaboratorInvites.acceptedAt,
      },
      event: eventColumns,
      hostName: sql<string>`(select name from users host where host.id = ${events.hostId})`,
      inviterName: users.name,
    })
    .from(collaboratorInvites)
    .innerJoin(events, eq(events.id, collaboratorInvites.eventId))
    .innerJoin(users, eq(users.id, collaboratorInvites.invitedBy))
    .where(inArray(collaboratorInvites.tokenHash, hashes))
    .limit(1);
}

/** The request to prove an address for replies with one of these hashes, with the event and its host. */
export function findReplyToRecipient(db: Database, hashes: string[]) {
  return db
    .select({
      request: {
        hash: replyToRequests.tokenHash,
        address: replyToRequests.address,
        expiresAt: replyToRequests.expiresAt,
      },
      event: { id: events.id, name: aliased(events.name, "event.name"), deletedAt: events.deletedAt },
      hostName: users.name,
      isHostVerified: users.emailVerified,
    })
    .from(replyToRequests)
    .innerJoin(events, eq(events.id, replyToRequests.eventId))
    .innerJoin(users, eq(users.id, events.hostId))
    .where(inArray(replyToRequests.tokenHash, hashes))
    .limit(1);
}

export type NewDelivery = Pick<
  typeof deliveries.$inferInsert,
  "id" | "dedupeKey" | "kind" | "eventId" | "guestId" | "userId" | "recipientHash"
> & {
  /** Default: a mail. */
  channel?: "email" | "sms";
};

/**
 * Claims a mail for one attempt. Returns no row when the mail has a final status, another attempt holds the claim, or the
 * limit does not hold.
 * @param expiredBefore a claim that is older (epoch milliseconds) has expired
 * @param limit a condition for the first attempt, `isBelowInvitationLimit`
 */
export function claimDelivery(
  db: Database,
  row: NewDelivery,
  provider: string,
  now: number,
  expiredBefore: number,
  limit: SQL = sql`true`,
) {
  const claimed = {
    channel: "email" as const,
    ...row,
    status: "pending" as const,
    attempts: 1,
    claimedAt: now,
    provider,
    createdAt: now,
    updatedAt: now,
  };
  const isRepeated = exists(findDelivery(db, row.dedupeKey));
  return insertWhere(db, deliveries, claimed, sql`${limit} or ${isRepeated}`)
    .onConflictDoUpdate({
      target: deliveries.dedupeKey,
      set: {
        attempts: sql`${deliveries.attempts} + 1`,
        claimedAt: now,
        provider,
        recipientHash: row.recipientHash,
        updatedAt: now,
      },
      setWhere: isClaimable(expiredBefore),
    })
    .returning({ id: deliveries.id });
}

/**
 * The condition that an address may get one more invitation of an event: one an hour and five a day, counted by the
 * address and not by the guest, so that neither a new link nor a new guest with the same address gets round it.
 * @param hashes of the address, see `recipientHashes`
 */
export function isBelowInvitationLimit(
  { eventId, kind, dedupeKey }: Pick<NewDelivery, "eventId" | "kind" | "dedupeKey">,
  hashes: readonly string[],
  now: number,
): SQL {
  // Compared one by one: a list would be a table of its own, whose rows are read.
  const isOneOf = (column: Column) => or(...hashes.map((hash) => eq(column, hash)));
  const since = now - DAY_MS;
  const times = sql`select ${deliveries.createdAt} as at from ${deliveries}
      where ${isOneOf(deliveries.recipientHash)} and ${deliveries.createdAt} > ${since}
        and ${deliveries.eventId} = ${eventId} and ${deliveries.kind} = ${kind}
        and ${deliveries.status} <> 'suppressed' and ${deliveries.status} <> 'failed' and ${deliveries.dedupeKey} <> ${dedupeKey}
    union all select ${pastInvitations.createdAt} from ${pastInvitations}
      where ${pastInvitations.eventId} = ${eventId} and ${isOneOf(pastInvitations.recipientHash)}
        and ${pastInvitations.createdAt} > ${since}`;
  return sql`(select coalesce(max(at), 0) <= ${now - INVITATION_PAUSE_MS} and count(*) < ${INVITATIONS_A_DAY}
    from (${times}))`;
}

/** The status of a delivery. */
export function findDelivery(db: Database, dedupeKey: string) {
  return db
    .select({ status: deliveries.status, claimedAt: deliveries.claimedAt })
    .from(deliveries)
    .where(eq(deliveries.dedupeKey, dedupeKey))
    .limit(1);
}

/** Stores the outcome of an attempt: a final status, or `pending` until the next attempt. */
export function updateDelivery(
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

/** Stores a mail that is not to be sent. One that was sent, or is claimed now, stays as it is. */
export function skipDelivery(db: Database, row: NewDelivery, reason: string, now: number, expiredBefore: number) {
  return db
    .insert(deliveries)
    .values({ channel: "email", ...row, status: "suppressed", reason, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: deliveries.dedupeKey,
      set: { status: "suppressed", reason, claimedAt: null, updatedAt: now },
      setWhere: isClaimable(expiredBefore),
    });
}

/** Fails the pending deliveries of a message. The last answer of a server stays as the reason. */
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

/** Stores the failure of a mail that no attempt got as far as claiming. */
export function insertFailedDelivery(db: Database, row: NewDelivery, reason: string, now: number) {
  return db
    .insert(deliveries)
    .values({ channel: "email", ...row, status: "failed", reason, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: deliveries.dedupeKey });
}

/**
 * Stores a message that is not retried any more.
 * @param about the guest whom it is about: for one who was erased, the body is left out
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

/**
 * The newest mail to an address since a moment, broadcasts excepted; the one that has the provider's id comes first.
 * @param hashes of the address, under each key that may have been current when the mail was sent
 */
export function findReportedDelivery(
  db: Database,
  hashes: readonly string[],
  report: { providerMessageId: string | null; since: number },
) {
  const matchesId = sql<number>`coalesce(${deliveries.providerMessageId} = ${report.providerMessageId}, 0)`;
  return db
    .select({
      id: deliveries.id,
      kind: deliveries.kind,
      eventId: deliveries.eventId,
      guestId: deliveries.guestId,
      guestName: guests.name,
      matchesId: matchesId.as("matches_id"),
      at: deliveries.updatedAt,
    })
    .from(deliveries)
    .leftJoin(guests, and(eq(guests.eventId, deliveries.eventId), eq(guests.id, deliveries.guestId)))
    .where(
      and(
        inArray(deliveries.recipientHash, hashes),
        gte(deliveries.createdAt, report.since),
        sql`${deliveries.attempts} > 0`,
      ),
    )
    .orderBy(desc(matchesId), desc(deliveries.createdAt))
    .limit(1);
}

/** The statuses that each report may replace: a late `delivered` does not undo a bounce. */
const REPORTABLE_FROM = {
  delivered: sql`('pending', 'sent')`,
  bounced: sql`('pending', 'sent', 'delivered')`,
  complained: sql`('pending', 'sent', 'delivered', 'bounced')`,
};

/** The condition that `reportDelivery` changes the delivery, for a statement before it. */
export function isReportable(id: string, status: keyof typeof REPORTABLE_FROM): SQL {
  return sql`exists (select 1 from ${deliveries} where ${deliveries.id} = ${id}
    and ${deliveries.status} in ${REPORTABLE_FROM[status]})`;
}

/** Applies a provider's report, unless a later status is stored already. */
export function reportDelivery(
  db: Database,
  id: string,
  report: { status: keyof typeof REPORTABLE_FROM; bounceType: string | null },
  now: number,
) {
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
    .where(and(eq(deliveries.id, id), sql`${deliveries.status} in ${REPORTABLE_FROM[status]}`));
}

/** A pending mail that no attempt has claimed, or whose claim has expired. */
function isClaimable(expiredBefore: number): SQL {
  return sql`${deliveries.status} = 'pending' and coalesce(${deliveries.claimedAt}, 0) < ${expiredBefore}`;
}
