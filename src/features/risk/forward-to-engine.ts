import type { BusMessage } from "../../../proto/bus/messages.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { findVerdict } from "./queries.ts";
import { isVerdict } from "./verdicts.ts";

/**
 * Brings accesses to the engine, and the engine's answers onto the bus, all in one call each.
 * @returns what became of each: one that the engine did not answer is to come again
 */
export async function forwardAccesses(
  ctx: RequestContext,
  messages: readonly Extract<BusMessage, { type: "access.attempted" }>[],
): Promise<PromiseSettledResult<unknown>[]> {
  const now = ctx.clock.now();
  const answers = await ctx.engine.handle(
    messages.map(({ body }) => body),
    now,
  );
  const scored = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  if (scored.length > 0) await ctx.bus.publish(scored.map((body) => busMessage(ctx, "fraud.scored", body)));
  return answers;
}

type Confirmed = Extract<BusMessage, { type: "access.confirmed" }>["body"];

/**
 * Tells the engine who was behind accesses, in one call. Messages come late, twice and out of order, and to the engine
 * the last word counts: a verdict that does not stand any more is left out.
 * @returns as `carryAccesses`. @throws when the engine did not answer
 */
export async function forwardConfirmations(
  ctx: RequestContext,
  messages: readonly { body: Confirmed }[],
): Promise<PromiseSettledResult<unknown>[]> {
  const stands = await Promise.all(messages.map(({ body }) => verdictIsCurrent(ctx, body)));
  const roleCondition = messages.filter((_, index) => stands[index]).map(({ body }) => body);
  const told = roleCondition.length === 0 ? [] : await ctx.engine.confirm(roleCondition);
  const outcomes = new Map(roleCondition.map((body, index) => [body, told[index]] as const));
  return messages.map(({ body }) => outcomes.get(body) ?? { status: "fulfilled", value: undefined });
}

async function verdictIsCurrent(
  { db }: RequestContext,
  { event_id, access_log_id, kind }: Confirmed,
): Promise<boolean> {
  return !isVerdict(kind) || (await findVerdict(db, event_id, access_log_id, kind)).length > 0;
}
