import { SECOND_MS } from "../../kernel/clock.ts";
import type { FrameFilter, StoredActivity } from "./activity-log.ts";
import type { EventMonitor } from "./event-monitor.ts";
import type { LiveEvent } from "./live-event.ts";

/** Sending a frame to thousands of sockets takes one or two seconds. */
export const CALL_TIMEOUT_MS = 10 * SECOND_MS;

/** The live monitors of all events. */
export interface Monitor {
  /** Numbers events that are new, in this order, stores them, and sends them to every socket. Idempotent by their keys. */
  publish(eventId: string, ...events: LiveEvent[]): Promise<void>;
  /** Erases stored frames. */
  eraseFrames(eventId: string, filter: FrameFilter): Promise<void>;
  /** Closes the sockets of a user who lost the role; of everybody where `userId` is null. */
  disconnect(eventId: string, userId: string | null): Promise<void>;
  /** Closes the sockets of a session that has ended, and refuses its tickets from now on. */
  disconnectSession(eventId: string, sessionId: string): Promise<void>;
  /** The stored activities after a number, in order. */
  activitiesAfter(eventId: string, sequence: number, limit: number): Promise<StoredActivity[]>;
  /** The numbers of activities by their keys. */
  sequencesOf(eventId: string, keys: readonly string[]): Promise<Map<string, number>>;
  /** Frames by their numbers, as JSON. */
  framesOf(eventId: string, sequences: readonly number[]): Promise<Map<number, string>>;
  /** The oldest activities of which no webhook deliveries are stored yet. */
  webhookBacklog(eventId: string): Promise<Omit<StoredActivity, "frame">[]>;
  /** The deliveries of the activities up to a number are stored. @param isQuiet whether no endpoint wants any */
  acknowledgeWebhooks(eventId: string, upTo: number, isQuiet: boolean): Promise<void>;
  /** An endpoint is new, or wants something else. */
  wakeWebhooks(eventId: string): Promise<void>;
}

/** Runs a call with a timeout in milliseconds. */
type Within = <T>(ms: number, call: () => Promise<T>) => Promise<T>;

/**
 * Calls the Durable Object of an event, named by the event's id. A call that times out throws, and may have had its
 * effect: monitors read missed frames from the API, and an erasure is retried.
 */
export function createMonitor(objects: DurableObjectNamespace<EventMonitor>, within: Within): Monitor {
  const callObject = <T>(eventId: string, call: (object: DurableObjectStub<EventMonitor>) => Promise<T>): Promise<T> =>
    within(CALL_TIMEOUT_MS, async () => call(objects.get(objects.idFromName(eventId))));
  return {
    publish: (eventId, ...events) => callObject(eventId, async (object) => object.publish(eventId, ...events)),
    eraseFrames: (eventId, filter) => callObject(eventId, async (object) => object.eraseFrames(filter)),
    disconnect: (eventId, userId) => callObject(eventId, async (object) => object.disconnect(userId)),
    disconnectSession: (eventId, sessionId) =>
      callObject(eventId, async (object) => object.disconnectSession(sessionId)),
    activitiesAfter: (eventId, sequence, limit) =>
      callObject(eventId, async (object) => object.activitiesAfter(sequence, limit)),
    sequencesOf: async (eventId, keys) => {
      const found = await callObject(eventId, async (object) => object.sequencesOf(keys));
      return new Map(found.map(({ key, sequence }) => [key, sequence]));
    },
    framesOf: async (eventId, sequences) => {
      const found = await callObject(eventId, async (object) => object.framesOf(sequences));
      return new Map(found.map(({ sequence, frame }) => [sequence, frame]));
    },
    webhookBacklog: (eventId) => callObject(eventId, async (object) => object.webhookBacklog()),
    acknowledgeWebhooks: (eventId, upTo, isQuiet) =>
      callObject(eventId, async (object) => object.acknowledgeWebhooks(upTo, isQuiet)),
    wakeWebhooks: (eventId) => callObject(eventId, async (object) => object.wakeWebhooks()),
  };
}
