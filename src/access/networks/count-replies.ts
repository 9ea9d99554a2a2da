import { and, eq, isNull, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { events } from "../../db/schema/events.ts";
import { replyNetworks } from "../../db/schema/reply-networks.ts";
import { newId } from "../../kernel/ids.ts";
import { commit } from "../../platform/commit/commit.ts";
import { BURST_MS, MANY_REPLIES, networkAlert } from "../../risk/scored-access.ts";
import { burstIn, firstRepliesOf, listFirstReplies, type ReplyNetworkRow } from "./replies.ts";

type Message = Extract<BusMessage, { type: "network.replied" }>;

/**
 * Counts the first RSVPs of networks, once per event and network of a queue batch. Tells the host of a network with ten or more
 * guests within ten minutes, and again once ten more have replied since the host's decision. Idempotent.
 * @returns the outcome of each message
 */
export async function countReplies(
  ctx: RequestContext,
  messages: readonly Message[],
): Promise<PromiseSettledResult<unknown>[]> {
  const groups = [...Map.groupBy(messages, ({ body }) => `${body.event_id} ${body.network}`).values()];
  const outcomes = await Promise.allSettled(groups.map((group) => countNetwork(ctx, group)));
  const byMessage = new Map(
    groups.flatMap((group, index) => group.map((message) => [message, outcomes[index]] as const)),
  );
  return messages.map((message) => byMessage.get(message) ?? { status: "fulfilled", value: undefined });
}

async function countNetwork(ctx: RequestContext, messages: readonly Message[]): Promise<void> {
  const [first] = messages;
  if (first === undefined) return;
  const { event_id: eventId, network } = first.body;
  const { db, clock } = ctx;
  const times = messages.map(({ body }) => Date.parse(body.happened_at));
  const { event, known } = await runBatch(db, {
    event: one(findOpenEvent(db, eventId)),
    known: one(findNetwork(db, eventId, network)),
  });
  if (event === undefined) return;
  const since = known?.firstAt ?? Math.min(...times) - BURST_MS;
  const replies = firstRepliesOf(await listFirstReplies(db, eventId, since), network);
  const firstAt = known?.firstAt ?? burstIn(replies);
  if (firstAt === null) return;
  const counted = replies.filter(({ at }) => at >= firstAt);
  const now = clock.now();
  const row = {
    eventId,
    network,
    id: known?.id ?? newId(now, ctx.shard),
    firstAt,
    lastAt: Math.max(known?.lastAt ?? 0, ...counted.map(({ at }) => at)),
    replies: counted.length,
    status: "open" as const,
  };
  const isTold = known === undefined || opensAgain(known, counted.length);
  const facts = { eventId, network, about: "replies" as const, replies: row.replies, at: now };
  await commit(ctx, {
    by: "service",
    changes: { stored: upsertNetwork(db, row, isTold) },
    messages: isTold ? [await networkAlert({ ...facts, key: known?.closedAt ?? 0 })] : [],
    at: now,
    lost: "not_found",
  });
}

/** Whether ten more guests have replied since the host's decision, which opens the item again. Never while its undo runs. */
function opensAgain(
  { status, closedReplies, undoStartedAt, undoFinishedAt }: ReplyNetworkRow,
  replies: number,
): boolean {
  const isRunning = undoStartedAt !== null && undoFinishedAt === null;
  return status !== "open" && !isRunning && replies >= closedReplies + MANY_REPLIES;
}

function findOpenEvent(db: Database, eventId: string) {
  return db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)));
}

function findNetwork(db: Database, eventId: string, network: string) {
  return db
    .select()
    .from(replyNetworks)
    .where(and(eq(replyNetworks.eventId, eventId), eq(replyNetworks.network, network)))
    .limit(1);
}

/** Stores the counts. A decision of the host stays unless `opens`. */
function upsertNetwork(db: Database, row: typeof replyNetworks.$inferInsert, opens: boolean) {
  const { lastAt, replies } = row;
  return db
    .insert(replyNetworks)
    .values(row)
    .onConflictDoUpdate({
      target: [replyNetworks.eventId, replyNetworks.network],
      set: { lastAt, replies, status: opens ? "open" : sql`${replyNetworks.status}` },
    });
}
