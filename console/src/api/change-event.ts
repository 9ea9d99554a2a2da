import type { ChangedEvent, ChangeEvent, Event } from "@usher/client";
import { api } from "./client.ts";

/** The API's error for an outdated event. */
export const EVENT_OUTDATED = { code: "event_changed", member: "event" } as const;

/** Changes an event if it is unchanged since it was read. @param base the event that was read */
export function changeEvent({ id: eventId, updated_at }: Event, changes: ChangeEvent): Promise<{ data: ChangedEvent }> {
  return api.PATCH("/events/{eventId}", {
    params: { path: { eventId } },
    body: { ...changes, expected_updated_at: updated_at },
  });
}
