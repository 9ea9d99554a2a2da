import type { EventMonitor, Forgettable } from "./event-monitor.ts";
import type { LiveEvent } from "./live-event.ts";

/** The monitors of all events, as verbs see them. */
export interface Monitor {
  /** Sends events, in this order, to everybody who watches, and keeps them for those who come back. */
  publish(eventId: string, ...events: LiveEvent[]): Promise<void>;
  /** Forgets what is kept for monitors that come back. */
  forget(eventId: string, what: Forgettable): Promise<void>;
  /** Ends what a user watches on an event: the role is gone. Without a user, what everybody does: the event is. */
  disconnect(eventId: string, userId: string | null): Promise<void>;
}

/** Every event has one object, named by its id. */
export function createMonitor(objects: DurableObjectNamespace<EventMonitor>): Monitor {
  const of = (eventId: string) => objects.get(objects.idFromName(eventId));
  return {
    async publish(eventId, ...events) {
      await of(eventId).publish(eventId, ...events);
    },
    async forget(eventId, what) {
      await of(eventId).forget(what);
    },
    async disconnect(eventId, userId) {
      await of(eventId).disconnect(userId);
    },
  };
}
