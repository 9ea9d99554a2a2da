import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { log } from "../../kernel/log.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { makeOffer } from "./make-offer.ts";
import { findNextParty, isNextInLine, type Party } from "./queries.ts";

/** Offers of one message: each is a call of the database, and an invocation has a limited number. */
const MAX_OFFERS = 40;

/**
 * Offers free seats, one party after the other: always to the longest-waiting party that fits. One that does not fit keeps
 * its place. Idempotent, and safe beside another consumer of the same event: each offer is guarded by whose turn it is.
 */
export async function offerSeats(
  ctx: RequestContext,
  { body: { event_id: eventId } }: Extract<BusMessage, { type: "seats.offer" }>,
): Promise<void> {
  const { db, clock } = ctx;
  let next: Party | undefined = (await findNextParty(db, eventId, clock.now()))[0];
  for (let made = 0; next !== undefined; made++) {
    if (made === MAX_OFFERS) return goOn(ctx, eventId);
    next = await offerTo(ctx, eventId, next);
  }
}

/** @returns whose turn it is then */
async function offerTo(ctx: RequestContext, eventId: string, party: Party): Promise<Party | undefined> {
  const { db, clock } = ctx;
  const { id: guestId } = party.guest;
  const now = clock.now();
  const { offer, statements, publish } = makeOffer(ctx, eventId, party, {
    guard: isNextInLine(eventId, guestId, now),
  });
  const {
    offered: [offered],
    next: [next],
  } = await runBatch(db, { ...statements, next: findNextParty(db, eventId, now) });
  if (offered !== undefined) {
    log("info", "seat_offered", { event_id: eventId, guest_id: guestId, heads: offered.heads, until: offer.expiresAt });
    publish(offered.heads);
  }
  return next;
}

/** Leaves the rest to a message of its own. */
async function goOn(ctx: RequestContext, eventId: string): Promise<void> {
  const rest = enqueue(ctx, [busMessage(ctx, "seats.offer", { event_id: eventId })]);
  await ctx.db.batch(rest.statements);
  rest.publishAfterResponse();
}
