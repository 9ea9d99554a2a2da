import type * as z from "zod";
import { toWire, toWireOrNull } from "../../kernel/clock.ts";
import type { Role } from "../members/roles.ts";
import { thresholdsOf } from "./bands.ts";
import type { EventRow } from "./queries.ts";
import type { Event } from "./schemas.ts";

/** An event with the caller's role, as it leaves on the wire. */
export function presentEvent(row: EventRow, role: Role): z.output<typeof Event> {
  const thresholds = thresholdsOf(row);
  return {
    id: row.id,
    host_id: row.hostId,
    name: row.name,
    description: row.description,
    venue: row.venue,
    event_date: toWire(row.eventDate),
    end_time: toWireOrNull(row.endTime),
    timezone: row.timezone,
    fraud_medium_threshold: thresholds.medium,
    fraud_high_threshold: thresholds.high,
    fraud_block_threshold: thresholds.block,
    your_role: role,
    created_at: toWire(row.createdAt),
    updated_at: toWire(row.updatedAt),
  };
}
