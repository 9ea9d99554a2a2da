import type { EventMonitor } from "./event-monitor.ts";
import type { LiveEvent } from "./live-event.ts";

/** The monitors of all events, as verbs see them. */
export interface Monitor {
  /** Sends an event to everybody who watches, and keeps it for those who come back. */
  publish(eventId: string, event: LiveEvent): Promise<void>;
  /** Ends what a user watches on an event: the role is gone. Without a user, what everybody does: the event is. */
  disconnect(eventId: string, userId: string | null): Promise<void>;
}

/** Every event has one object, named by its id. */
export function createMonitor(objects: DurableObjectNamespace<EventMonitor>): Monitor {
  const of = (eventId: string) => objects.get(objects.idFromName(eventId));
  return {
    async publish(eventId, event) {
      await of(eventId).publish(eventId, event);
    },
    async disconnect(eventId, userId) {
      await of(eventId).disconnect(userId);
    },
  };
}
