import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { insertFrom } from "../../db/inserts.ts";
import { one } from "../../db/one.ts";
import { events } from "../../db/schema/events.ts";
import { replyNetworks, undoneReplies } from "../../db/schema/reply-networks.ts";
import { DAY_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { AppError, invalidField, notFound } from "../../kernel/errors.ts";
import { unnotifiedReason } from "../../platform/authorization/api-key.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { commit } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { findSender } from "../../sending/budgets.ts";
import type { Notified } from "../../sending/notify.ts";
import { senderStop } from "../../sending/require-sender.ts";
import { findReplyNetwork, isNetworkAsRead, listReplies, type ReplyNetworkRow, repliesFrom } from "./replies.ts";

/** Time after the last reply in which replies can be undone. Their access logs are stored for longer. */
export const UNDO_MS = 7 * DAY_MS;
/** A job that is not finished by then has failed, so the host may ask again. */
const UNDO_TAKES_MS = 10 * MINUTE_MS;

/**
 * Starts to undo replies that came from a network. From now on the network needs a code at this event. A queue message
 * does the work (`runUndo`).
 * @throws AppError 404, 410 `replies_undo_expired`, 409 `replies_undo_running`, 400 for a guest without a reply from the
 *   network
 */
export async function undoReplies(
  ctx: RequestContext,
  caller: EventCaller,
  networkId: string,
  guestIds: readonly string[],
): Promise<Notified> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { network } = await authorizeMember(ctx, caller, { network: one(findReplyNetwork(db, eventId, networkId)) });
  if (network === undefined) throw notFound();
  const now = clock.now();
  if (now > network.lastAt + UNDO_MS) throw new AppError("replies_undo_expired");
  if (isRunning(network, now)) throw new AppError("replies_undo_running");
  const { member, listed, sender } = await authorizeMember(ctx, caller, {
    listed: listReplies(db, eventId, network.firstAt),
    sender: findSender(db, eventId, caller.session.userId, now),
  });
  const replies = new Map(repliesFrom(listed, network.network).map((reply) => [reply.guestId, reply]));
  const chosen = guestIds.map((guestId, index) => {
    const reply = replies.get(guestId);
    if (reply === undefined)
      throw invalidField(`guest_ids.${index}`, "names a guest without a reply from this network");
    return { guestId, repliedAt: reply.at };
  });
  const reason = unnotifiedReason(caller.session) ?? senderStop(sender[0], chosen.length);
  const silent = reason === null ? {} : { silent: true };
  await commit(ctx, {
    by: member,
    guard: [isNetworkAsRead(network)],
    changes: {
      chosen: insertChosen(db, network, { chosen, requestedBy: member.userId, requestedAt: now }),
      closed: startUndo(db, network, member.userId, replies.size - chosen.length, now),
      rule: addCodeNetwork(db, eventId, network.network),
    },
    audit: { action: "replies.undone", target: network.network, before: null, after: { guests: chosen.length } },
    messages: [busMessage(ctx, "replies.undo", { event_id: eventId, network_id: network.id, ...silent })],
    at: now,
    lost: "replies_undo_running",
  });
  return { notified: reason === null, reason };
}

export function isRunning({ undoStartedAt, undoFinishedAt }: ReplyNetworkRow, now: number): boolean {
  return undoStartedAt !== null && undoFinishedAt === null && now < undoStartedAt + UNDO_TAKES_MS;
}

interface Chosen {
  chosen: readonly { guestId: string; repliedAt: number }[];
  requestedBy: string;
  requestedAt: number;
}

/** Stores the chosen replies. One that was undone before, and was sent again, is done again. */
function insertChosen(db: Database, { eventId, id }: ReplyNetworkRow, { chosen, requestedBy, requestedAt }: Chosen) {
  const again = { requestedBy, requestedAt, outcome: null, reason: null, doneAt: null };
  return insertFrom(
    db,
    undoneReplies,
    {
      eventId,
      guestId: sql`input.value ->> '$.guestId'`,
      networkId: id,
      repliedAt: sql`input.value ->> '$.repliedAt'`,
      ...again,
    },
    sql`from json_each(${JSON.stringify(chosen)}) as input where true`,
  ).onConflictDoUpdate({
    target: [undoneReplies.eventId, undoneReplies.guestId, undoneReplies.networkId],
    set: again,
  });
}

function startUndo(db: Database, network: ReplyNetworkRow, closedBy: string, closedReplies: number, now: number) {
  return db
    .update(replyNetworks)
    .set({ status: "undone", closedAt: now, closedBy, closedReplies, undoStartedAt: now, undoFinishedAt: null })
    .where(sql`${replyNetworks.eventId} = ${network.eventId} and ${replyNetworks.id} = ${network.id}`);
}

/** Makes a network need a code at an event, if it does not yet. */
function addCodeNetwork(db: Database, eventId: string, network: string) {
  const { codeNetworks } = events;
  const isListed = sql`exists (select 1 from json_each(${codeNetworks}) where value = ${network})`;
  return db
    .update(events)
    .set({ codeNetworks: sql`iif(${isListed}, ${codeNetworks}, json_insert(${codeNetworks}, '$[#]', ${network}))` })
    .where(eq(events.id, eventId));
}
