import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { one } from "../../db/one.ts";
import { events } from "../../db/schema/events.ts";
import { replyNetworks } from "../../db/schema/reply-networks.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { commit } from "../../platform/commit/commit.ts";
import { addToAllowlist } from "../../risk/allowlist.ts";
import {
  findReplyNetwork,
  firstRepliesOf,
  isNetworkAsRead,
  listFirstReplies,
  mayTrust,
  type ReplyNetworkRow,
} from "./replies.ts";
import { isRunning } from "./undo-replies.ts";

/**
 * Closes the item of a network: its replies look right. It opens again once ten more guests have replied from there.
 * @throws AppError 404, 409 `replies_undo_running`
 */
export async function acceptReplies(ctx: RequestContext, caller: EventCaller, networkId: string): Promise<void> {
  await close(ctx, caller, await readOpen(ctx, caller, networkId), "accepted");
}

/**
 * Adds the address or /64 of a network to the allowlist, and closes its item. Accesses from there are then not scored.
 * @throws AppError 404, 409 `network_shared`, `replies_undo_running`, `allowlist_full`
 */
export async function trustNetwork(ctx: RequestContext, caller: EventCaller, networkId: string): Promise<void> {
  const network = await readOpen(ctx, caller, networkId);
  const { listed } = await authorizeMember(ctx, caller, {
    listed: listFirstReplies(ctx.db, caller.eventId, network.firstAt),
  });
  if (!mayTrust(network, firstRepliesOf(listed, network.network))) throw new AppError("network_shared");
  try {
    await addToAllowlist(ctx, caller, { ipCidr: network.network, note: null });
  } catch (error) {
    if (!(error instanceof AppError && error.code === "duplicate_allowlist_entry")) throw error;
  }
  await close(ctx, caller, network, "trusted");
}

/** @throws AppError 404, 409 `replies_undo_running` */
async function readOpen(ctx: RequestContext, caller: EventCaller, networkId: string): Promise<ReplyNetworkRow> {
  const { network } = await authorizeMember(ctx, caller, {
    network: one(findReplyNetwork(ctx.db, caller.eventId, networkId)),
  });
  if (network === undefined) throw notFound();
  if (isRunning(network, ctx.clock.now())) throw new AppError("replies_undo_running");
  return network;
}

async function close(
  ctx: RequestContext,
  caller: EventCaller,
  network: ReplyNetworkRow,
  status: "accepted" | "trusted",
): Promise<void> {
  const { member } = await authorizeMember(ctx, caller, {});
  const now = ctx.clock.now();
  const closed = { status, closedAt: now, closedBy: member.userId, closedReplies: network.replies };
  await commit(ctx, {
    by: member,
    guard: [isNetworkAsRead(network)],
    changes: {
      closed: ctx.db
        .update(replyNetworks)
        .set(closed)
        .where(and(eq(replyNetworks.eventId, network.eventId), eq(replyNetworks.id, network.id))),
    },
    // A trusted network is in the log as an entry of the allowlist.
    audit:
      status === "accepted"
        ? { action: "replies.accepted", target: network.network, before: null, after: { replies: network.replies } }
        : null,
    at: now,
    lost: "replies_undo_running",
  });
}

/**
 * Removes the rule that a network needs a code at this event. Idempotent.
 * @throws AppError 404 for a network without the rule
 */
export async function removeCodeNetwork(ctx: RequestContext, caller: EventCaller, networkId: string): Promise<void> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { member, network, event } = await authorizeMember(ctx, caller, {
    network: one(findReplyNetwork(db, eventId, networkId)),
    event: one(db.select({ codeNetworks: events.codeNetworks }).from(events).where(eq(events.id, eventId))),
  });
  if (network === undefined || event?.codeNetworks.includes(network.network) !== true) throw notFound();
  const left = sql`(select json_group_array(value) from json_each(${events.codeNetworks}) where value <> ${network.network})`;
  await commit(ctx, {
    by: member,
    changes: { removed: db.update(events).set({ codeNetworks: left }).where(eq(events.id, eventId)) },
    audit: { action: "code_network.removed", target: network.network, before: null, after: null },
    at: clock.now(),
    lost: "not_found",
  });
}
