import { and, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase, Database, Statement } from "../../db/client.ts";
import { insertFrom } from "../../db/inserts.ts";
import { isAmong } from "../../db/lists.ts";
import { users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { doorDevices } from "../../db/schema/door-devices.ts";
import { collaboratorInvites, eventCollaborators, events } from "../../db/schema/events.ts";
import { passkeys, recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { endedSessions } from "../../db/schema/sessions.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { isAtLeast, type Role } from "../authorization/caller.ts";
import { busMessage } from "../outbox/enqueue.ts";
import { type PresentedSecret, useSecretsOf } from "../secrets/queries.ts";
import { ACCOUNT_LINKS } from "../secrets/secrets.ts";
import { CREDENTIALS, type RevokedBy, type RevokingEvent } from "./registry.ts";

/** The user whose credentials end, and which of them do. */
export interface Ending {
  /** The creator's ID, or a subquery that returns it or nothing. */
  userId: string | SQL;
  /** Epoch milliseconds. */
  now: number;
  /** Webhook endpoints, door devices and invites that were created later stay. */
  madeUntil?: number;
  /** The event that it is about. Left out: all events. */
  eventId?: string;
  /** The creator's new role on the event. Credentials that this role may create stay. */
  role?: Role;
  /** Condition of the ending. */
  guard?: SQL;
  /** The named door devices of events that begin before this time stay. */
  doorsKeptUntil?: number;
  /** The link that undoes a change of address: links of earlier changes stay. */
  undo?: PresentedSecret;
}

type Ender<D> = (db: D, ending: Ending) => Statement | readonly Statement[];

/** The means by which a kind ends: statements on the accounts database or on the shards of events, or another means. */
type EndsBy = { accounts: Ender<AccountsDatabase> } | { events: Ender<Database> } | { endsWith: string };

/** Statements that revoke each kind of credential. A missing kind does not compile. */
const ENDERS: Record<RevokedBy<RevokingEvent>, EndsBy> = {
  password: { endsWith: "the change itself, which replaces it" },
  email_address: { endsWith: "the change itself, which replaces it" },
  session: { endsWith: "`endSessions`, which also notifies sockets and shards" },
  session_cookie: { endsWith: "`endSessions`" },
  factor_token: { accounts: endSignIns },
  passkey: { accounts: (db, { userId }) => db.delete(passkeys).where(eq(passkeys.userId, userId)) },
  authenticator_app: { accounts: (db, { userId }) => db.delete(totpSecrets).where(eq(totpSecrets.userId, userId)) },
  recovery_code: { accounts: (db, { userId }) => db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)) },
  api_key: { accounts: (db, { userId, now }) => Object.values(endKeysOf(db, sql`${userId}`, now)) },
  webhook_endpoint: { accounts: deleteEndpoints },
  door_device: {
    events: (db, ending) => revokeDevices(db, ending, isNull(doorDevices.sessionId), ending.doorsKeptUntil),
  },
  scanner_ticket: {
    events: (db, ending) => revokeDevices(db, ending, isNotNull(doorDevices.sessionId)),
  },
  live_ticket: { endsWith: "its session, and the role that its use checks" },
  account_link: { accounts: (db, { userId, now }) => useSecretsOf(db, userId, ACCOUNT_LINKS, now) },
  undo_link: { accounts: endUndoLinks },
  invite: { events: deleteInvites },
};

/**
 * The statements on the accounts database for what an event ends, but sessions. They run before a guard becomes false.
 */
export function accountEndings(db: AccountsDatabase, event: RevokingEvent, ending: Ending): Statement[] {
  return endersOf(event, ending).flatMap((ender) => ("accounts" in ender ? ender.accounts(db, ending) : []));
}

/** The statements on the shard of an event, or on one of the shards of all events of the user. */
export function eventEndings(db: Database, event: RevokingEvent, ending: Ending): Statement[] {
  return endersOf(event, ending).flatMap((ender) => ("events" in ender ? ender.events(db, ending) : []));
}

function endersOf(event: RevokingEvent, { role }: Ending): EndsBy[] {
  return Object.entries(ENDERS).flatMap(([kind, ender]) => {
    const credential: { revokedBy: readonly RevokingEvent[]; needsRole?: Role } =
      CREDENTIALS[kind as RevokedBy<RevokingEvent>];
    const isAllowed = role !== undefined && isAtLeast(role, credential.needsRole ?? "viewer");
    return credential.revokedBy.includes(event) && !isAllowed ? [ender] : [];
  });
}

/** Ends every session that was issued until now, including this millisecond. */
export function invalidateSessions(db: AccountsDatabase, { userId, now }: Ending) {
  const sessionsValidFrom = sql`max(${users.sessionsValidFrom}, ${now + 1})`;
  return db.update(users).set({ sessionsValidFrom }).where(eq(users.id, userId));
}

/** Ends sign-ins that wait for the second factor. */
function endSignIns(db: AccountsDatabase, { userId, now }: Ending) {
  const signInsValidFrom = sql`max(${users.signInsValidFrom} + 1, ${now})`;
  return db.update(users).set({ signInsValidFrom }).where(eq(users.id, userId));
}

/** Uses up the links that undo a change of address: all, or those since the change that is undone. */
function endUndoLinks(db: AccountsDatabase, { userId, now, undo }: Ending) {
  const since = sql`${secrets.createdAt} >= (select other.created_at from ${secrets} as other where other.hash = ${undo?.hash})`;
  return useSecretsOf(db, userId, ["undo_email_change"], now, undo && since);
}

/** Endpoints for all events that the user owns have no event. */
function deleteEndpoints(db: AccountsDatabase, { userId, eventId, madeUntil }: Ending) {
  const { createdAt, userId: owner } = webhookEndpoints;
  const isOfEvent = eventId === undefined ? undefined : eq(webhookEndpoints.eventId, eventId);
  return db.delete(webhookEndpoints).where(and(eq(owner, userId), isOfEvent, isMadeUntil(createdAt, madeUntil)));
}

function revokeDevices(db: Database, ending: Ending, isKind: SQL, keptUntil?: number) {
  const { userId, now, guard, madeUntil } = ending;
  const isTheirs = and(eq(doorDevices.madeBy, userId), isNull(doorDevices.revokedAt), isKind);
  const isOfEvent = isOfEvents(db, doorDevices.eventId, ending, keptUntil);
  return db
    .update(doorDevices)
    .set({ revokedAt: now })
    .where(and(isOfEvent, isTheirs, isMadeUntil(doorDevices.createdAt, madeUntil), guard));
}

function deleteInvites(db: Database, ending: Ending) {
  const { userId, guard, madeUntil } = ending;
  const { invitedBy, eventId, acceptedAt, createdAt } = collaboratorInvites;
  const isTheirs = and(eq(invitedBy, userId), isNull(acceptedAt), isMadeUntil(createdAt, madeUntil));
  return db.delete(collaboratorInvites).where(and(isOfEvents(db, eventId, ending), isTheirs, guard));
}

function isMadeUntil(createdAt: SQLiteColumn, madeUntil: number | undefined): SQL | undefined {
  return madeUntil === undefined ? undefined : lte(createdAt, madeUntil);
}

/** Condition: the row is about the event, or about one on which the user has a role and which begins after a time. */
function isOfEvents(db: Database, column: SQLiteColumn, { userId, eventId }: Ending, begins = 0): SQL {
  if (eventId !== undefined) return eq(column, eventId);
  const ofUser = db
    .select({ id: eventCollaborators.eventId })
    .from(eventCollaborators)
    .innerJoin(events, eq(events.id, eventCollaborators.eventId))
    .where(and(eq(eventCollaborators.userId, userId), gt(events.eventDate, begins)));
  return inArray(column, ofUser);
}

/** Deletes the endpoints that some API keys have created, with their deliveries. */
export function deleteEndpointsOfKeys(db: AccountsDatabase, keyIds: readonly string[]) {
  return db.delete(webhookEndpoints).where(isAmong(webhookEndpoints.apiKeyId, keyIds));
}

/** Ends and deletes every API key of a user. @param userId a subquery that returns the ID, or nothing */
function endKeysOf(db: AccountsDatabase, userId: SQL, now: number) {
  const { id, userId: owner, name } = apiKeys;
  const ofUser = sql`from ${apiKeys} where ${owner} = ${userId}`;
  return {
    keys: insertFrom(db, endedSessions, { id, userId: owner, endedAt: now }, ofUser).onConflictDoNothing(),
    deletedKeys: db.delete(apiKeys).where(eq(owner, userId)).returning({ id, name }),
  };
}

/**
 * Revokes the credentials that a member created and may no longer create. The statements do so on the event's shard,
 * and the message on the accounts database.
 * @returns the statements, to run before the one that changes or removes the role
 */
export function endMembership(
  ctx: RequestContext,
  event: "removal" | "role_change",
  ending: Ending & { userId: string; eventId: string },
) {
  const { userId, eventId, now, role } = ending;
  const body = { user_id: userId, event_id: eventId, ended_at: now, role };
  return { statements: eventEndings(ctx.db, event, ending), message: busMessage(ctx, "membership.ended", body) };
}

/** Consumer of `membership.ended`. What the member has created since, after another invite, stays. Idempotent. */
export async function endMembershipOfAccount(
  { accountsDb: db }: RequestContext,
  body: BusBody<"membership.ended">,
): Promise<void> {
  const { user_id: userId, event_id: eventId, ended_at: now, role } = body;
  const ending = { userId, eventId, now, madeUntil: now, ...(role && { role }) };
  await runBatch(db, { ended: accountEndings(db, role ? "role_change" : "removal", ending) });
}
