import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { accessLogs, fraudFeedback } from "../db/schema/access.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import { isListed, type LoggedAccess, listed, listOf } from "./access-log.ts";
import { isVerdict, type Verdict } from "./mark-access.ts";

type Outcome = PromiseSettledResult<unknown>;
type MessageOf<T extends BusMessage["type"]> = Extract<BusMessage, { type: T }>;

/**
 * Sends accesses to the engine in one call and publishes their scores. An access is done once the engine has recorded
 * it: its message says so, or its log has the score with the engine's time.
 * @returns the outcome of each: a rejected one is to be retried
 */
export async function forwardAccesses(
  ctx: RequestContext,
  messages: readonly MessageOf<"access.attempted">[],
): Promise<Outcome[]> {
  return forward(messages, await withoutRecorded(ctx, messages), async (accesses) => {
    const bodies = accesses.map(({ body }) => body);
    const answers = await ctx.engine.handle(bodies, ctx.clock.now());
    const scored = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    if (scored.length > 0) await ctx.bus.publish(scored.map((body) => busMessage(ctx, "fraud.scored", body)));
    return answers;
  });
}

/** Messages that a crash or a full queue delayed have no mark, so the log is asked about those. */
async function withoutRecorded({ db }: RequestContext, messages: readonly MessageOf<"access.attempted">[]) {
  const unmarked = messages.filter(({ body }) => body.recorded !== true);
  if (unmarked.length === 0) return [];
  const accesses = unmarked.map(({ body }) => ({ eventId: body.event_id, accessLogId: body.access_log_id }));
  const recorded = new Set((await findRecorded(db, accesses)).map(({ accessLogId }) => accessLogId));
  return unmarked.filter(({ body }) => !recorded.has(body.access_log_id));
}

/**
 * Sends verdicts on accesses to the engine in one call. The engine applies the last one that it gets, and messages come
 * late, twice and out of order. A verdict that was replaced is therefore left out.
 * @returns as `forwardAccesses`
 */
export async function forwardConfirmations(
  ctx: RequestContext,
  messages: readonly MessageOf<"access.confirmed">[],
): Promise<Outcome[]> {
  const isCurrent = await Promise.all(messages.map(({ body }) => verdictIsCurrent(ctx, body)));
  const current = messages.filter((_, index) => isCurrent[index]);
  return forward(messages, current, (found) => ctx.engine.confirm(found.map(({ body }) => body)));
}

async function verdictIsCurrent(
  { db }: RequestContext,
  { event_id, access_log_id, kind }: MessageOf<"access.confirmed">["body"],
): Promise<boolean> {
  return !isVerdict(kind) || (await findVerdict(db, event_id, access_log_id, kind)).length > 0;
}

/** Makes one call for the messages that need it. The others are done, even if the call fails. */
async function forward<M>(
  messages: readonly M[],
  needed: readonly M[],
  call: (needed: readonly M[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  if (needed.length === 0) return messages.map(() => DONE);
  const outcomes = await call(needed).catch((reason: unknown) =>
    needed.map(() => ({ status: "rejected", reason }) as const),
  );
  const byMessage = new Map(needed.map((message, index) => [message, outcomes[index]]));
  return messages.map((message) => byMessage.get(message) ?? DONE);
}

const DONE: Outcome = { status: "fulfilled", value: undefined };

/** Which of these accesses have a score that the engine has recorded. */
function findRecorded(db: Database, accesses: readonly LoggedAccess[]) {
  return db
    .select({ accessLogId: accessLogs.id })
    .from(listed(sql`${listOf(accesses)}`))
    .innerJoin(accessLogs, and(isListed(), isNotNull(accessLogs.scoredAt)));
}

/** A row if this is the current verdict on an access. */
function findVerdict(db: Database, eventId: string, accessLogId: string, verdict: Verdict) {
  return db
    .select({ verdict: fraudFeedback.verdict })
    .from(fraudFeedback)
    .where(
      and(
        eq(fraudFeedback.accessLogId, accessLogId),
        eq(fraudFeedback.eventId, eventId),
        eq(fraudFeedback.verdict, verdict),
      ),
    );
}
