import type * as z from "zod";
import type { SeatCounts } from "./read-seats.ts";
import type { EventSeats } from "./schemas.ts";

export function presentSeats({ capacity, held, counts }: SeatCounts): z.output<typeof EventSeats> {
  const of = (wanted: "confirmed" | "offered" | "waitlisted") => {
    const found = counts.find(({ seat }) => seat === wanted);
    return { parties: found?.parties ?? 0, heads: found?.heads ?? 0 };
  };
  return {
    capacity,
    held,
    left: capacity === null ? null : Math.max(0, capacity - held),
    confirmed: of("confirmed"),
    offered: of("offered"),
    waitlisted: of("waitlisted"),
  };
}
