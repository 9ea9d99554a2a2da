import { SECOND_MS } from "../../kernel/clock.ts";
import type { EventMonitor, FrameFilter } from "./event-monitor.ts";
import type { LiveEvent } from "./live-event.ts";

/** Sending a frame to thousands of sockets takes one or two seconds. */
export const CALL_TIMEOUT_MS = 10 * SECOND_MS;

/** The live monitors of all events. */
export interface Monitor {
  /** Sends events, in this order, to every socket, and stores them for monitors that reconnect. */
  publish(eventId: string, ...events: LiveEvent[]): Promise<void>;
  /** Erases stored frames. */
  eraseFrames(eventId: string, filter: FrameFilter): Promise<void>;
  /** Closes the sockets of a user who lost the role; of everybody where `userId` is null. */
  disconnect(eventId: string, userId: string | null): Promise<void>;
  /** Closes the sockets of a session that has ended, and refuses its tickets from now on. */
  disconnectSession(eventId: string, sessionId: string): Promise<void>;
}

/** Runs a call with a timeout in milliseconds. */
type Within = <T>(ms: number, call: () => Promise<T>) => Promise<T>;

/**
 * Calls the Durable Object of an event, named by the event's id. A call that times out throws, and may have had its
 * effect: monitors read missed frames from the API, and an erasure is retried.
 */
export function createMonitor(objects: DurableObjectNamespace<EventMonitor>, within: Within): Monitor {
  const callObject = (
    eventId: string,
    call: (object: DurableObjectStub<EventMonitor>) => Promise<void>,
  ): Promise<void> => within(CALL_TIMEOUT_MS, async () => call(objects.get(objects.idFromName(eventId))));
  return {
    publish: (eventId, ...events) => callObject(eventId, async (object) => object.publish(eventId, ...events)),
    eraseFrames: (eventId, filter) => callObject(eventId, async (object) => object.eraseFrames(filter)),
    disconnect: (eventId, userId) => callObject(eventId, async (object) => object.disconnect(userId)),
    disconnectSession: (eventId, sessionId) =>
      callObject(eventId, async (object) => object.disconnectSession(sessionId)),
  };
}
