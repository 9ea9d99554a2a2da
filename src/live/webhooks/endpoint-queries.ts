import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { AccountsDatabase } from "../../db/client.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";

/** Endpoints of one account. */
export const MAX_ENDPOINTS = 10;

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
  const isOwn = and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.userId, userId));
  return db.select().from(webhookEndpoints).where(isOwn).limit(1);
}

/** Condition: the account may have one more endpoint. */
export function hasRoomForEndpoint(db: AccountsDatabase, userId: string): SQL {
  const stored = db.select({ stored: count() }).from(webhookEndpoints).where(eq(webhookEndpoints.userId, userId));
  return sql`${stored} < ${MAX_ENDPOINTS}`;
}

/** Condition: the secret of an endpoint is the one that was read. */
export function hasSealedSecret(db: AccountsDatabase, endpointId: string, sealedSecret: string): SQL {
  const { id, sealedSecret: stored } = webhookEndpoints;
  return sql`${db.select({ stored }).from(webhookEndpoints).where(eq(id, endpointId))} = ${sealedSecret}`;
}

export function insertEndpoint(db: AccountsDatabase, row: EndpointRow) {
  return db.insert(webhookEndpoints).values(row);
}

export function updateEndpoint(
  db: AccountsDatabase,
  endpointId: string,
  changes: Omit<SQLiteUpdateSetSource<typeof webhookEndpoints>, "id" | "userId">,
) {
  return db.update(webhookEndpoints).set(changes).where(eq(webhookEndpoints.id, endpointId)).returning();
}

/** Deletes an endpoint, and with it its deliveries. */
export function deleteEndpoint(db: AccountsDatabase, endpointId: string) {
  return db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId));
}
