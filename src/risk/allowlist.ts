import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { MAX_NETWORKS, readNetwork } from "./networks.ts";
import {
  type AllowlistRow,
  canAdd,
  canRemove,
  countOtherNetworks,
  deleteAllowlistEntry,
  findAllowlistEntry,
  insertAllowlistEntry,
  isOnAllowlist,
  listAllowlist,
} from "./queries.ts";

/**
 * Adds a network to the allowlist: accesses from it are not scored, from the next one on.
 * @throws AppError 400 `invalid_cidr`, 409 `duplicate_allowlist_entry` or `allowlist_full`, 404 when the caller lost
 *   the event meanwhile
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
  const { userId, userName } = member;
  const at = clock.now();
  const entry = { eventId, ipCidr, note: input.note, createdBy: userId, createdAt: at };
  const added: AllowlistRow = { ...entry, createdByName: userName };
  const record = {
    eventId,
    ...actorOf(member),
    action: "allowlist.added" as const,
    target: ipCidr,
    before: null,
    after: { ip_cidr: ipCidr, note: input.note },
    at,
  };
  const guard = canAdd(db, hasRole(db, member), eventId, ipCidr, MAX_NETWORKS);
  try {
    const {
      others: [others],
      inserted,
    } = await runBatch(db, {
      others: countOtherNetworks(db, eventId, ipCidr),
      audit: recordAudit(db, record, guard),
      inserted: insertAllowlistEntry(db, entry, guard),
      idempotencyRecord: recordResult(ctx, caller, added, isOnAllowlist(db, entry)),
    });
    if (inserted.length > 0) {
      sealAfterResponse(ctx, eventId);
      return added;
    }
    // Either the allowlist is full, or the caller lost the role in between and may have it again by now.
    await authorizeMember(ctx, caller, {});
    throw (others?.count ?? 0) < MAX_NETWORKS ? notFound() : new AppError("allowlist_full");
  } catch (error) {
    throw isConstraintViolation(error) ? new AppError("duplicate_allowlist_entry") : error;
  }
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
  const {
    member,
    entry: [entry],
  } = await authorizeMember(ctx, caller, { entry: findAllowlistEntry(db, eventId, ipCidr) });
  if (entry === undefined) throw notFound();
  const record = {
    eventId,
    ...actorOf(member),
    action: "allowlist.removed" as const,
    target: ipCidr,
    before: { ip_cidr: ipCidr, note: entry.note },
    after: null,
    at: clock.now(),
  };
  const guard = canRemove(db, hasRole(db, member), entry);
  const [, removed] = await db.batch([recordAudit(db, record, guard), deleteAllowlistEntry(db, entry, guard)]);
  if (removed.length > 0) return sealAfterResponse(ctx, eventId);
  // Either another request removed it, or the caller lost the role in between.
  await authorizeMember(ctx, caller, {});
  throw notFound();
}
