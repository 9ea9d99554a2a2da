import type { RequestContext } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { seatsFreed } from "../events/seats/seats-freed.ts";
import type { AnswerBefore } from "./answer-before.ts";
import type { RsvpRow } from "./queries.ts";
import { deleteAnswer, insertTakenBack, restoreAnswer } from "./restore-queries.ts";

/** An answer that goes back to what it was: statements for a batch that has checked that it is as it was read. */
export function takeBack(
  ctx: RequestContext,
  rsvp: RsvpRow | null,
  before: AnswerBefore,
  capacity: number | null,
): { statements: Statement[]; messages: ReturnType<typeof seatsFreed> } {
  if (rsvp === null || before.status !== "restored") return { statements: [], messages: [] };
  const { db, clock } = ctx;
  const now = clock.now();
  const messages = rsvp.response === "attending" ? seatsFreed(ctx, rsvp.eventId, capacity) : [];
  const { to } = before;
  if (to === null) return { statements: [deleteAnswer(db, rsvp)], messages };
  return { statements: [insertTakenBack(db, rsvp, now), restoreAnswer(db, to, now)], messages };
}
