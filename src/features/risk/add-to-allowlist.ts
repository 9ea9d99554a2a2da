import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import type { RequestContext } from "../../request-context.ts";
import { actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { MAX_NETWORKS, readNetwork } from "./networks.ts";
import { type AllowlistRow, canAdd, countOtherNetworks, insertAllowlistEntry, isOnAllowlist } from "./queries.ts";

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
    sealAfterResponse(ctx, eventId);
    if (inserted.length > 0) return added;
    // Either the allowlist is full, or the caller lost the role in between and may have it again by now.
    await authorizeMember(ctx, caller, {});
    throw (others?.count ?? 0) < MAX_NETWORKS ? notFound() : new AppError("allowlist_full");
  } catch (error) {
    throw isConstraintViolation(error) ? new AppError("duplicate_allowlist_entry") : error;
  }
}
