import { and, eq, exists, ne, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { one } from "../db/one.ts";
import { eventAllowlist } from "../db/schema/events.ts";
import { parseNetwork } from "../kernel/cidr.ts";
import { AppError, invalidField, notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit } from "../platform/commit/commit.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { type AllowlistRow, listAllowlist } from "./queries.ts";

/** Size of an allowlist: each access is compared with all of it. */
const MAX_NETWORKS = 200;

/**
 * Adds a network to the allowlist: the next accesses from it are not scored.
 * @throws AppError 400 `invalid_cidr`, 409 `duplicate_allowlist_entry` or `allowlist_full`, 404 if the caller's role
 *   was removed during the request
 */
export const addToAllowlist = idempotent(authorizeMember, add);

async function add(
  ctx: RequestContext,
  caller: EventCaller,
  input: { ipCidr: string; note: string | null },
): Promise<AllowlistRow> {
  const ipCidr = readNetwork(input.ipCidr);
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { member } = await authorizeMember(ctx, caller, {});
  const at = clock.now();
  const entry = { eventId, ipCidr, note: input.note, createdBy: member.userId, createdAt: at };
  const added: AllowlistRow = { ...entry, createdByName: member.userName };
  const others = countOtherNetworks(db, eventId, ipCidr);
  try {
    await commit(ctx, {
      by: member,
      // The network itself does not count, so that adding it twice violates UNIQUE even on a full list.
      guard: [sql`${others} < ${MAX_NETWORKS}`],
      changes: { inserted: db.insert(eventAllowlist).values(entry) },
      audit: { action: "allowlist.added", target: ipCidr, before: null, after: { ip_cidr: ipCidr, note: input.note } },
      result: { value: added },
      at,
      async lost() {
        // Either the allowlist is full, or the caller's role was removed in between and may be back by now.
        const { found } = await authorizeMember(ctx, caller, { found: one(others) });
        return (found?.count ?? 0) < MAX_NETWORKS ? notFound() : new AppError("allowlist_full");
      },
    });
  } catch (error) {
    throw isConstraintViolation(error) ? new AppError("duplicate_allowlist_entry") : error;
  }
  return added;
}

function countOtherNetworks(db: Database, eventId: string, ipCidr: string) {
  return db
    .select({ count: sql<number>`count(*)` })
    .from(eventAllowlist)
    .where(and(eq(eventAllowlist.eventId, eventId), ne(eventAllowlist.ipCidr, ipCidr)));
}

/** The networks that an event trusts, newest first. All of them: at most 200. */
export async function readAllowlist(ctx: RequestContext, caller: EventCaller): Promise<AllowlistRow[]> {
  const { rows } = await authorizeMember(ctx, caller, { rows: listAllowlist(ctx.db, caller.eventId) });
  return rows;
}

/**
 * Removes a network from the allowlist, in whatever form it is written. Earlier accesses keep their scores.
 * @throws AppError 400 `invalid_cidr`, 404 for a network that is not on the allowlist
 */
export async function removeFromAllowlist(ctx: RequestContext, caller: EventCaller, network: string): Promise<void> {
  const ipCidr = readNetwork(network);
  const { db, clock } = ctx;
  const { eventId } = caller;
  const isEntry = and(eq(eventAllowlist.eventId, eventId), eq(eventAllowlist.ipCidr, ipCidr));
  const { member, entry } = await authorizeMember(ctx, caller, {
    entry: one(db.select().from(eventAllowlist).where(isEntry)),
  });
  if (entry === undefined) throw notFound();
  // One that was removed and added again is another entry.
  const { createdAt } = eventAllowlist;
  const isAsRead = and(isEntry, eq(createdAt, entry.createdAt));
  await commit(ctx, {
    by: member,
    guard: [exists(db.select({ createdAt }).from(eventAllowlist).where(isAsRead))],
    changes: { removed: db.delete(eventAllowlist).where(isEntry) },
    audit: { action: "allowlist.removed", target: ipCidr, before: { ip_cidr: ipCidr, note: entry.note }, after: null },
    at: clock.now(),
    async lost() {
      // Another request removed it, or the caller's role was removed in between.
      await authorizeMember(ctx, caller, {});
      return notFound();
    },
  });
}

/**
 * Parses a network or address into its canonical form.
 * @throws AppError 400 `invalid_cidr`; for an address with host bits the message names its network
 */
export function readNetwork(text: string): string {
  const network = parseNetwork(text);
  if (network.status === "ok") return network.cidr;
  const message =
    network.status === "host_bits"
      ? `has bits set beyond its prefix; the network is ${network.cidr}`
      : "must be an IPv4 or IPv6 address, or a network such as 203.0.113.0/24";
  throw invalidField("ip_cidr", message, "invalid_cidr");
}
