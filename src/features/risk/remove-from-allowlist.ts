import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { readNetwork } from "./networks.ts";
import { canRemove, deleteAllowlistEntry, findAllowlistEntry } from "./queries.ts";

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
  sealAfterResponse(ctx, eventId);
  if (removed.length > 0) return;
  // Either another request removed it, or the caller lost the role in between.
  await authorizeMember(ctx, caller, {});
  throw notFound();
}
