import type { RequestContext } from "../context.ts";
import type { EventRow } from "../db/schema/events.ts";
import type { Part } from "../platform/commit/commit.ts";

/** A change of an event before it is written. */
export interface EventChange {
  /** Null for a new event. */
  before: EventRow | null;
  after: EventRow;
  /** Epoch milliseconds. */
  now: number;
  /** Whether messages with a host's own time move by as much as the event. */
  shiftsOwn?: boolean;
  /** Whether the capacity may be less than the taken seats. */
  force?: boolean;
  /** Whether the change emails no guest. */
  isSilent?: boolean;
}

/** Returns what else changes with an event, in the same batch. `write-event.ts` lists the reactions. */
export type EventReaction = (ctx: RequestContext, change: EventChange) => Part;
