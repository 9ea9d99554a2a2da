import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { collaboratorInvites, eventCollaborators, events } from "../../db/schema/events.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { MAIL_EVENT } from "../../db/selected-columns.ts";
import { shownName } from "../../db/shown-name.ts";

const ACCOUNT = {
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  locale: users.locale,
  createdAt: users.createdAt,
  signedUpFrom: users.signedUpFrom,
};

/** An account that is not deleted. */
export function findAccount(db: Database, userId: string) {
  return db
    .select(ACCOUNT)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .limit(1);
}

/** The accounts with these IDs, without deleted ones. */
export function findAccounts(db: Database, userIds: readonly (string | undefined)[]) {
  return db
    .select(ACCOUNT)
    .from(users)
    .where(and(sql`${users.id} in (select value from json_each(${JSON.stringify(userIds)}))`, isNull(users.deletedAt)));
}

/** The language of the live account with an address. */
export function findLocaleOf(accountsDb: AccountsDatabase, emailKey: string) {
  return accountsDb
    .select({ locale: users.locale })
    .from(users)
    .where(and(eq(users.emailKey, emailKey), isNull(users.deletedAt)))
    .limit(1);
}

/** An event's name and zone, and its host. Includes closed events. */
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

/** The collaborator invite whose secret has one of these hashes, with its event and inviter. */
export function findInviteRecipient(db: Database, hashes: string[]) {
  return db
    .select({
      invite: {
        hash: secrets.hash,
        email: collaboratorInvites.email,
        role: collaboratorInvites.role,
        expiresAt: collaboratorInvites.expiresAt,
        acceptedAt: collaboratorInvites.acceptedAt,
      },
      event: MAIL_EVENT,
      hostName: shownName(sql`(select name from users host where host.id = ${events.hostId})`),
      inviterName: shownName(sql`${users.name}`, "inviter_name"),
    })
    .from(secrets)
    .innerJoin(collaboratorInvites, eq(collaboratorInvites.id, secrets.subject))
    .innerJoin(events, eq(events.id, collaboratorInvites.eventId))
    .innerJoin(users, eq(users.id, collaboratorInvites.invitedBy))
    .where(inArray(secrets.hash, hashes))
    .limit(1);
}

/** The request to verify an address for replies with one of these hashes, with the event and its host. */
export function findReplyToRecipient(db: Database, hashes: string[]) {
  return db
    .select({
      request: {
        hash: secrets.hash,
        payload: secrets.payload,
        expiresAt: secrets.expiresAt,
      },
      event: {
        id: events.id,
        name: aliased(events.name, "event.name"),
        locale: events.locale,
        deletedAt: events.deletedAt,
      },
      hostName: shownName(),
      isHostVerified: users.emailVerified,
    })
    .from(secrets)
    .innerJoin(events, eq(events.id, secrets.eventId))
    .innerJoin(users, eq(users.id, events.hostId))
    .where(and(inArray(secrets.hash, hashes), isNull(secrets.usedAt)))
    .limit(1);
}
