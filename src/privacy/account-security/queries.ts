import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, max, min, ne, or, sql } from "drizzle-orm";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { isBeforeClosing } from "../../db/event-window.ts";
import { users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { doorDevices } from "../../db/schema/door-devices.ts";
import { collaboratorInvites, eventCollaborators, events } from "../../db/schema/events.ts";
import { passkeys, recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { endedSessions, sessions } from "../../db/schema/sessions.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { PERIOD_SECONDS } from "../../identity/second-factors/totp.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { ACCOUNT_LINKS } from "../../platform/secrets/secrets.ts";

/** Maximum rows per kind, because an API client may sign in very often. `GET /me/sessions` has all sessions. */
const MOST = 100;

/** Lists credentials that are stored with the account, newest first. */
export function listOfAccount(db: AccountsDatabase, userId: string, now: number) {
  return {
    session: listSessionsOf(db, userId, now),
    ...listFactors(db, userId),
    api_key: db
      .select({
        id: apiKeys.id,
        name: apiKeys.name,
        createdAt: apiKeys.createdAt,
        lastUsedAt: apiKeys.lastUsedAt,
        lastUsedPlace: apiKeys.lastUsedPlace,
      })
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, userId), gt(apiKeys.expiresAt, now)))
      .orderBy(desc(apiKeys.id)),
    webhook_endpoint: db
      .select({
        id: webhookEndpoints.id,
        url: webhookEndpoints.url,
        eventId: webhookEndpoints.eventId,
        createdAt: webhookEndpoints.createdAt,
      })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.userId, userId))
      .orderBy(desc(webhookEndpoints.id)),
    account_link: listAccountLinks(db, userId, now),
  };
}

function listSessionsOf(db: AccountsDatabase, userId: string, now: number) {
  return db
    .select({
      id: sessions.id,
      name: sessions.device,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      place: sessions.place,
      lastUsedPlace: sessions.lastUsedPlace,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.id))
    .limit(MOST);
}

function listFactors(db: AccountsDatabase, userId: string) {
  const { id, name, createdAt, lastUsedAt } = passkeys;
  const lastStep = sql<number | null>`nullif(${totpSecrets.lastStep}, 0) * ${PERIOD_SECONDS * SECOND_MS}`;
  return {
    passkey: db
      .select({ id, name, createdAt, lastUsedAt, lastUsedPlace: passkeys.lastUsedPlace })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(desc(id)),
    authenticator_app: db
      .select({ id: totpSecrets.userId, createdAt: totpSecrets.createdAt, lastUsedAt: lastStep.as("last_used") })
      .from(totpSecrets)
      .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))),
    recovery_code: db
      .select({
        id: recoveryCodes.userId,
        createdAt: sql<number>`${min(recoveryCodes.createdAt)}`.as("created"),
        lastUsedAt: max(recoveryCodes.usedAt),
      })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId))
      .groupBy(recoveryCodes.userId)
      .having(sql`count(*) > count(${recoveryCodes.usedAt})`),
  };
}

/** The links of an account that can still be used. */
export function listAccountLinks(db: AccountsDatabase, userId: string, now: number) {
  return db
    .select({ hash: secrets.hash, name: secrets.kind, createdAt: secrets.createdAt })
    .from(secrets)
    .where(
      and(
        eq(secrets.userId, userId),
        inArray(secrets.kind, [...ACCOUNT_LINKS]),
        isNull(secrets.usedAt),
        gt(secrets.expiresAt, now),
      ),
    )
    .orderBy(desc(secrets.createdAt))
    .limit(MOST);
}

/** Lists a user's credentials that one shard stores with its events, newest first. */
export function listOfEvents(db: Database, userId: string, now: number) {
  const { id, eventId, name, createdAt, expiresAt, sessionId, lastUsedAt, lastNetwork } = doorDevices;
  const isTimely = or(gt(expiresAt, now), and(isNull(expiresAt), isBeforeClosing(now)));
  const isOfLiveSession = or(isNull(sessionId), and(isNull(endedSessions.id), lte(users.sessionsValidFrom, createdAt)));
  return {
    device: db
      .select({ id, eventId, name, createdAt, lastUsedAt, lastUsedPlace: lastNetwork, sessionId })
      .from(eventCollaborators)
      .innerJoin(events, eq(events.id, eventCollaborators.eventId))
      .innerJoin(users, eq(users.id, eventCollaborators.userId))
      .innerJoin(doorDevices, and(eq(eventId, events.id), eq(doorDevices.madeBy, eventCollaborators.userId)))
      .leftJoin(endedSessions, eq(endedSessions.id, sessionId))
      .where(
        and(
          eq(eventCollaborators.userId, userId),
          ne(eventCollaborators.role, "viewer"),
          isNull(events.deletedAt),
          isNull(doorDevices.revokedAt),
          isTimely,
          isOfLiveSession,
        ),
      )
      .orderBy(desc(id))
      .limit(MOST),
    invite: db
      .select({
        id: collaboratorInvites.id,
        eventId: collaboratorInvites.eventId,
        name: collaboratorInvites.email,
        createdAt: collaboratorInvites.createdAt,
      })
      .from(eventCollaborators)
      .innerJoin(collaboratorInvites, eq(collaboratorInvites.eventId, eventCollaborators.eventId))
      .where(
        and(
          eq(eventCollaborators.userId, userId),
          eq(eventCollaborators.role, "owner"),
          eq(collaboratorInvites.invitedBy, userId),
          isNull(collaboratorInvites.acceptedAt),
          gt(collaboratorInvites.expiresAt, now),
        ),
      )
      .orderBy(asc(collaboratorInvites.id))
      .limit(MOST),
  };
}
