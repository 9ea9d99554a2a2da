import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { notFound } from "../../kernel/errors.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { allowlistFull, duplicateEntry, MAX_NETWORKS, readNetwork } from "./networks.ts";
import { type AllowlistRow, countOtherNetworks, insertAllowlistEntry, isOnAllowlist, mayTrust } from "./queries.ts";

/**
 * Trusts a network: accesses from it are let in without asking the engine, from the next one on.
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
  const outcome: AllowlistRow = { ...entry, createdByName: userName };
  const record = {
    eventId,
    actorId: userId,
    action: "allowlist.added" as const,
    target: ipCidr,
    before: null,
    after: { ip_cidr: ipCidr, note: input.note },
    at,
  };
  const guard = mayTrust(db, hasRole(db, member), eventId, ipCidr, MAX_NETWORKS);
  try {
    const {
      held: [held],
      added,
    } = await runBatch(db, {
      held: countOtherNetworks(db, eventId, ipCidr),
      audit: recordAudit(db, record, guard),
      added: insertAllowlistEntry(db, entry, guard),
      idempotencyRecord: recordResult(ctx, caller, outcome, isOnAllowlist(db, entry)),
    });
    if (added.length > 0) return outcome;
    // Either there was no room, or the caller's role was lost in between; it may be there again.
    await authorizeMember(ctx, caller, {});
    throw (held?.count ?? 0) < MAX_NETWORKS ? notFound() : allowlistFull();
  } catch (error) {
    throw isConstraintViolation(error) ? duplicateEntry() : error;
  }
}
