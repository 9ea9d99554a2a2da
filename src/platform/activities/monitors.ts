import type { Counters } from "../../adapters/counters.ts";
import type { Services } from "../../context.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { type NamedObjects, type ObjectCalls, timedObjects } from "../objects/timed-objects.ts";
import type { EventMonitor } from "./event-monitor.ts";

/**
 * Timeout for a call of an event's monitor. Sending an activity message to thousands of sockets takes one or two
 * seconds. After a timeout, monitors read missed activities from the API, and an erasure is retried.
 */
export const CALL_TIMEOUT_MS = 10 * SECOND_MS;

/** Returns the calls of an event's monitor. */
export function monitorOf({ shared }: Pick<Services, "shared">, eventId: string): ObjectCalls<EventMonitor> {
  return shared(createMonitors).of(eventId);
}

function createMonitors({ bindings, counters }: Services): NamedObjects<EventMonitor> {
  return countingMonitor(timedObjects(bindings.EVENT_MONITOR, CALL_TIMEOUT_MS), counters);
}

/** Counts accesses by band: an access is published to the monitors once, when it has its band. */
function countingMonitor(monitor: NamedObjects<EventMonitor>, counters: Counters): NamedObjects<EventMonitor> {
  return {
    of(eventId) {
      const calls = monitor.of(eventId);
      const publish: typeof calls.publish = async (id, ...events) => {
        const bands = events.flatMap((event) =>
          event.type === "access.scored" ? [event.automated ? "automated" : event.risk] : [],
        );
        for (const [band, found] of Map.groupBy(bands, (band) => band)) {
          counters.count("access_band", band, found.length);
        }
        await calls.publish(id, ...events);
      };
      // The other calls are inherited.
      return Object.assign(Object.create(calls) as typeof calls, { publish });
    },
  };
}
