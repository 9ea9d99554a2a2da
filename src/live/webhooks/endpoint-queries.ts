import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import type { Authorized } from "../../platform/authorization/authorization.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { hasLiveSession } from "../../platform/authorization/session-queries.ts";

/** Endpoints of one account. */
export const MAX_ENDPOINTS = 10;

type Confirmed = Authorized<{ session: Caller }>;

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** An account's endpoints, oldest first. */
export function listEndpoints(db: AccountsDatabase, userId: string) {
  return db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(asc(webhookEndpoints.id));
}

export function findEndpoint(db: AccountsDatabase, userId: string, endpointId: string) {
  return db.select().from(webhookEndpoints).where(isOf(userId, endpointId)).limit(1);
}

/** The condition that the caller's session is live and their account may have one more endpoint. */
export function hasRoomForEndpoint(db: AccountsDatabase, user: Confirmed): SQL {
  const { userId } = user.session;
  const stored = db.select({ stored: count() }).from(webhookEndpoints).where(eq(webhookEndpoints.userId, userId));
  return sql`${stored} < ${MAX_ENDPOINTS} and ${hasLiveSession(db, user)}`;
}

/** Stores an endpoint. Returns no row when the account has as many as it may, or the session has ended. */
export function insertEndpoint(db: AccountsDatabase, user: Confirmed, row: EndpointRow) {
  return insertWhere(db, webhookEndpoints, row, hasRoomForEndpoint(db, user)).returning({ id: webhookEndpoints.id });
}

/** Changes an endpoint of the caller. Returns no row if it no longer exists, or the session was revoked. */
export function updateEndpoint(
  db: AccountsDatabase,
  user: Confirmed,
  endpointId: string,
  changes: Partial<Omit<EndpointRow, "id" | "userId">>,
) {
  return db
    .update(webhookEndpoints)
    .set(changes)
    .where(and(isOf(user.session.userId, endpointId), hasLiveSession(db, user)))
    .returning();
}

/**
 * Replaces the secret of the caller's endpoint and keeps the one that was read as the previous secret. Returns no row
 * if a concurrent rotation was first, the endpoint no longer exists, or the session was revoked.
 */
export function rotateEndpointSecret(
  db: AccountsDatabase,
  user: Confirmed,
  before: Pick<EndpointRow, "id" | "sealedSecret">,
  secret: { sealedSecret: string; previousUntil: number; updatedAt: number },
) {
  return db
    .update(webhookEndpoints)
    .set({ ...secret, previousSealedSecret: before.sealedSecret })
    .where(
      and(
        isOf(user.session.userId, before.id),
        eq(webhookEndpoints.sealedSecret, before.sealedSecret),
        hasLiveSession(db, user),
      ),
    )
    .returning();
}

/** Deletes an endpoint with its deliveries. Returns no row if it no longer exists, or the session was revoked. */
export function deleteEndpoint(db: AccountsDatabase, user: Confirmed, endpointId: string) {
  return db
    .delete(webhookEndpoints)
    .where(and(isOf(user.session.userId, endpointId), hasLiveSession(db, user)))
    .returning({ id: webhookEndpoints.id, eventId: webhookEndpoints.eventId });
}

function isOf(userId: string, endpointId: string) {
  return and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.userId, userId));
}
