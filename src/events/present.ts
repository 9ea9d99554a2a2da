import type * as z from "zod";
import { toWire, toWireOrNull } from "../kernel/clock.ts";
import { shardOf } from "../kernel/ids.ts";
import { type Regions, regionOfShard } from "../kernel/regions.ts";
import type { Role } from "../platform/authorization/roles.ts";
import { thresholdsOf } from "../platform/risk-bands/bands.ts";
import { textCountries } from "../sending/text-rules.ts";
import { doorOpensAt } from "./event-times.ts";
import type { EventRow } from "./queries.ts";
import type { Event } from "./schemas.ts";

/** An event with the caller's role, as it leaves on the wire. */
export function presentEvent(row: EventRow, role: Role, regions: Regions): z.output<typeof Event> {
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
    status: row.cancelledAt === null ? "scheduled" : "cancelled",
    rsvp_deadline: toWireOrNull(row.rsvpDeadline),
    capacity: row.capacity,
    waitlist: row.waitlist,
    offer_hours: row.offerHours,
    companion_names: row.companionNames,
    locale: row.locale,
    reply_to: row.replyTo,
    reply_to_verified: row.replyToVerifiedAt !== null,
    step_up_from: row.stepUpFrom,
    door_opens_at: toWire(doorOpensAt(row)),
    lost_links: row.lostLinks,
    sms_countries: textCountries(row),
    require_second_factor: row.requireSecondFactor,
    region: regionOfShard(regions, shardOf(row.id)).name,
    your_role: role,
    created_at: toWire(row.createdAt),
    updated_at: toWire(row.updatedAt),
  };
}
