import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { accountLog } from "../../db/schema/sessions.ts";
import type { AccountChange } from "../../kernel/account-changes.ts";
import { networkAround } from "../../kernel/cidr.ts";
import { newId } from "../../kernel/ids.ts";
import type { RequestFacts } from "../../kernel/request-facts.ts";
import { deviceOf, placeOf } from "./device.ts";

/** Bits of an address that name a network and not a person: about a town, or one provider's customer. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 };

/**
 * The statement that adds a change to an account's log. Belongs right after the statement that makes the change, in its
 * batch: without a changed row there is no entry.
 * @param credentialId the credential that was created or ended
 */
export function logChange(
  ctx: RequestContext,
  userId: string,
  what: AccountChange,
  credentialId: string | null = null,
) {
  return insertLogEntry(ctx.accountsDb, entryOf(ctx, userId, what, credentialId));
}

/** Adds a log entry after the response, for a change that is committed on another shard than the accounts. */
export function logLate(ctx: RequestContext, userId: string, what: AccountChange, credentialId: string): void {
  const entry = entryOf(ctx, userId, what, credentialId);
  ctx.defer(() => insertLateEntry(ctx.accountsDb, entry));
}

/** The place of a request: a city, or the network where the platform knows no city. Never an address. */
export function placeOfRequest(ctx: Pick<RequestContext, "facts">): string | null {
  const facts = ctx.facts();
  if (facts === null) return null;
  return placeOf({ ...facts, ipAddress: networkAround(facts.ipAddress, NETWORK_BITS) ?? "" });
}

/** The country of a request. Null if the platform does not know it. */
export function countryOf(facts: RequestFacts | null): string | null {
  return facts?.edge.edge_country ?? null;
}

function entryOf(ctx: RequestContext, userId: string, what: AccountChange, credentialId: string | null): LogEntry {
  const at = ctx.clock.now();
  const device = deviceOf(ctx.facts()?.userAgent ?? "");
  return { id: newId(at), userId, what, credentialId, place: placeOfRequest(ctx), device, at };
}

/** Adds an entry, if the statement before it in the batch has changed a row. */
function insertLogEntry(db: AccountsDatabase, entry: LogEntry) {
  return insertWhere(db, accountLog, entry, sql`changes() > 0`);
}

export type LogEntry = typeof accountLog.$inferSelect;

/** Adds an entry about a change that another database has stored. */
export function insertLateEntry(db: AccountsDatabase, entry: LogEntry) {
  return db.insert(accountLog).values(entry);
}

/** A page of a user's log, the newest entry first. */
export function listLog(db: AccountsDatabase, userId: string, beforeId: string | null, limit: number) {
  return db
    .select()
    .from(accountLog)
    .where(and(eq(accountLog.userId, userId), beforeId === null ? undefined : lt(accountLog.id, beforeId)))
    .orderBy(desc(accountLog.id))
    .limit(limit);
}

/**
 * Selects the places where a user's credentials were created, from the log. The last entry of a replaced credential
 * counts.
 */
export function listOrigins(db: AccountsDatabase, userId: string) {
  return db
    .select({
      // A rotation creates a key.
      what: sql<string>`replace(${accountLog.what}, '_rotated', '_created')`.as("change"),
      credentialId: accountLog.credentialId,
      place: accountLog.place,
      device: accountLog.device,
    })
    .from(accountLog)
    .where(
      and(
        eq(accountLog.userId, userId),
        isNotNull(accountLog.credentialId),
        sql`(${accountLog.what} glob '*_created' or ${accountLog.what} glob '*_rotated')`,
      ),
    )
    .orderBy(accountLog.id);
}
