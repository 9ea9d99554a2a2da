import { and, desc, eq } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { events } from "../../db/schema/events.ts";
import { replyNetworks, undoneReplies } from "../../db/schema/reply-networks.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { type NamedGuest, readNamed } from "../../guests/named-guest.ts";
import { notFound } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import {
  findReplyNetwork,
  firstRepliesOf,
  listFirstReplies,
  listReplies,
  mayTrust,
  type NetworkReply,
  type ReplyNetworkRow,
  repliesFrom,
} from "./replies.ts";
import { UNDO_MS } from "./undo-replies.ts";

/** Networks that a list has: far more than an event has offices and carriers. */
const MAX_NETWORKS = 100;

export interface ReadNetwork extends ReplyNetworkRow {
  needsCode: boolean;
  mayTrust: boolean;
  /** Until when replies can be undone, epoch milliseconds. */
  undoUntil: number;
}

/** The networks of an event from which many guests replied, latest first. Reads the RSVPs since the first of them. */
export async function readNetworks(ctx: RequestContext, caller: EventCaller): Promise<ReadNetwork[]> {
  const { db } = ctx;
  const { eventId } = caller;
  const { networks, event } = await authorizeMember(ctx, caller, {
    networks: db
      .select()
      .from(replyNetworks)
      .where(eq(replyNetworks.eventId, eventId))
      .orderBy(desc(replyNetworks.lastAt))
      .limit(MAX_NETWORKS),
    event: one(findCodeNetworks(db, eventId)),
  });
  if (networks.length === 0) return [];
  const since = Math.min(...networks.map(({ firstAt }) => firstAt));
  const { listed } = await authorizeMember(ctx, caller, { listed: listFirstReplies(db, eventId, since) });
  return networks.map((network) => {
    const replies = firstRepliesOf(listed, network.network).filter(({ at }) => at >= network.firstAt);
    return withRules(network, replies, event?.codeNetworks ?? []);
  });
}

/** A reply of a network, or one that was undone. */
export interface ReadReply {
  guestId: string;
  /** Null once it is deleted. */
  response: NetworkReply["response"] | null;
  plusOnes: number;
  /** Epoch milliseconds. */
  at: number;
  isFirst: boolean;
  /** Outcome of the undo; null if it was not undone. `pending`: the undo runs. */
  outcome: "pending" | NonNullable<typeof undoneReplies.$inferSelect.outcome> | null;
  reason: typeof undoneReplies.$inferSelect.reason;
}

/**
 * A network with its replies by name, oldest first. Reads the event's RSVPs once.
 * @throws AppError 404
 */
export async function readNetwork(
  ctx: RequestContext,
  caller: EventCaller,
  networkId: string,
): Promise<ReadNetwork & { listed: (ReadReply & { guest: NamedGuest })[] }> {
  const { db } = ctx;
  const { eventId } = caller;
  const { network, event, undone } = await authorizeMember(ctx, caller, {
    network: one(findReplyNetwork(db, eventId, networkId)),
    event: one(findCodeNetworks(db, eventId)),
    undone: listUndone(db, eventId, networkId),
  });
  if (network === undefined) throw notFound();
  const { listed } = await authorizeMember(ctx, caller, { listed: listReplies(db, eventId, network.firstAt) });
  const undoneOf = new Map(undone.map((row) => [row.guestId, row]));
  const live = repliesFrom(listed, network.network);
  const isLive = new Set(live.map(({ guestId }) => guestId));
  const replies = [
    ...live.map((reply) => presentLive(reply, undoneOf.get(reply.guestId))),
    ...undone.filter(({ guestId }) => !isLive.has(guestId)).map(presentUndone),
  ].sort((a, b) => a.at - b.at);
  const named = await readNamed(
    db,
    eventId,
    replies.map(({ guestId }) => guestId),
  );
  const withGuest = (reply: ReadReply) => {
    const guest = named.get(reply.guestId);
    return guest === undefined ? [] : [{ ...reply, guest }];
  };
  return { ...withRules(network, live, event?.codeNetworks ?? []), listed: replies.flatMap(withGuest) };
}

type UndoneRow = Awaited<ReturnType<typeof listUndone>>[number];

function presentLive(reply: NetworkReply, undone: UndoneRow | undefined): ReadReply {
  const { guestId, response, plusOnes, at, submittedAt } = reply;
  const outcome = undone === undefined ? null : (undone.outcome ?? ("pending" as const));
  return { guestId, response, plusOnes, at, isFirst: submittedAt >= at, outcome, reason: undone?.reason ?? null };
}

function presentUndone({ guestId, response, plusOnes, repliedAt, outcome, reason }: UndoneRow): ReadReply {
  const isFirst = outcome === "deleted";
  return { guestId, response, plusOnes: plusOnes ?? 0, at: repliedAt, isFirst, outcome: outcome ?? "pending", reason };
}

function withRules(
  network: ReplyNetworkRow,
  replies: readonly NetworkReply[],
  codeNetworks: readonly string[],
): ReadNetwork {
  return {
    ...network,
    needsCode: codeNetworks.includes(network.network),
    mayTrust: network.status !== "trusted" && mayTrust(network, replies),
    undoUntil: network.lastAt + UNDO_MS,
  };
}

function findCodeNetworks(db: Database, eventId: string) {
  return db.select({ codeNetworks: events.codeNetworks }).from(events).where(eq(events.id, eventId));
}

function listUndone(db: Database, eventId: string, networkId: string) {
  const { repliedAt, outcome, reason } = undoneReplies;
  return db
    .select({
      guestId: undoneReplies.guestId,
      response: rsvps.response,
      plusOnes: rsvps.plusOnes,
      repliedAt,
      outcome,
      reason,
    })
    .from(undoneReplies)
    .leftJoin(rsvps, and(eq(rsvps.eventId, undoneReplies.eventId), eq(rsvps.guestId, undoneReplies.guestId)))
    .where(and(eq(undoneReplies.eventId, eventId), eq(undoneReplies.networkId, networkId)));
}
