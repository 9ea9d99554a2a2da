import { SECOND_MS } from "../../kernel/clock.ts";
import type { EventMonitor, Forgettable } from "./event-monitor.ts";
import type { LiveEvent } from "./live-event.ts";

/** An event that thousands watch takes a second or two to tell them all. */
export const ANSWER_WITHIN_MS = 10 * SECOND_MS;

/** The monitors of all events, as verbs see them. */
export interface Monitor {
  /** Sends events, in this order, to everybody who watches, and keeps them for those who come back. */
  publish(eventId: string, ...events: LiveEvent[]): Promise<void>;
  /** Forgets what is kept for monitors that come back. */
  forget(eventId: string, what: Forgettable): Promise<void>;
  /** Ends what a user watches on an event: the role is gone. Without a user, what everybody does: the event is. */
  disconnect(eventId: string, userId: string | null): Promise<void>;
}

/** Waits for a call at most so long, in milliseconds. */
type Within = <T>(ms: number, call: () => Promise<T>) => Promise<T>;

/**
 * Every event has one object, named by its id. A call that it does not answer in time throws, and may have been heard
 * all the same: whoever watches reads the rest from the API, and what should have been forgotten is asked for again.
 */
export function createMonitor(objects: DurableObjectNamespace<EventMonitor>, within: Within): Monitor {
  const ask = (eventId: string, call: (object: DurableObjectStub<EventMonitor>) => Promise<void>): Promise<void> =>
    within(ANSWER_WITHIN_MS, async () => call(objects.get(objects.idFromName(eventId))));
  return {
    publish: (eventId, ...events) => ask(eventId, async (object) => object.publish(eventId, ...events)),
    forget: (eventId, what) => ask(eventId, async (object) => object.forget(what)),
    disconnect: (eventId, userId) => ask(eventId, async (object) => object.disconnect(userId)),
  };
}
