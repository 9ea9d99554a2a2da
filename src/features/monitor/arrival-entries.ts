import { toWire } from "../../kernel/clock.ts";
import type { LiveEvent } from "./live-event.ts";
import type { Before, listArrivals, listLaterArrivals } from "./queries.ts";

/** An activity with its position in the order. */
export interface Entry extends Before {
  event: LiveEvent;
}

/** The rows of a list. */
export type Rows<Q extends (...args: never[]) => unknown> =
  Awaited<ReturnType<Q>> extends readonly (infer Row)[] ? Row : never;

/** A check-in, with how many came at first. */
export function ofArrival({ guest, checkIn, atFirst }: Rows<typeof listArrivals>): Entry {
  const event: LiveEvent = {
    type: "check_in.recorded",
    at: toWire(checkIn.checkedInAt),
    guest,
    check_in_id: checkIn.id,
    arrival_count: atFirst,
    walk_in: checkIn.walkIn,
  };
  return { at: checkIn.recordedAt, key: checkIn.id, event };
}

/** People of a party that was in. */
export function ofLaterArrival({ guest, arrival, checkInId, total }: Rows<typeof listLaterArrivals>): Entry {
  const event: LiveEvent = {
    type: "check_in.arrived",
    at: toWire(arrival.at),
    guest,
    check_in_id: checkInId,
    arrival_id: arrival.id,
    arrival_count: arrival.count,
    total_count: total,
  };
  return { at: arrival.at, key: arrival.id, event };
}
