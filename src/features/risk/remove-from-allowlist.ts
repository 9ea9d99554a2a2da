import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { readNetwork } from "./networks.ts";
import { deleteAllowlistEntry, findAllowlistEntry, mayDistrust } from "./queries.ts";

/**
 * Ends the trust in a network, in whatever form it is written. What was let in before stays in.
 * @throws AppError 400 `invalid_cidr`, 404 for a network that the event does not trust
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
    actorId: member.userId,
    action: "allowlist.removed" as const,
    target: ipCidr,
    before: { ip_cidr: ipCidr, note: entry.note },
    after: null,
    at: clock.now(),
  };
  const guard = mayDistrust(db, hasRole(db, member), entry);
  const [, removed] = await db.batch([recordAudit(db, record, guard), deleteAllowlistEntry(db, entry, guard)]);
  if (removed.length > 0) return;
  // Either somebody else removed it, or the caller's role was lost in between.
  await authorizeMember(ctx, caller, {});
  throw notFound();
}
