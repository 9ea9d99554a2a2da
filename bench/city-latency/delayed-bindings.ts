import type { Bindings } from "../../src/env.ts";
import { type Around, longestChain, Recorder, recordBindings } from "../../testkit/recorded-bindings.ts";
import type { CallInput, RecordedCall } from "../../testkit/recorded-call.ts";
import { delayed } from "./delay.ts";
import type { SeenRoundTrips } from "./designs.ts";
import type { Journey } from "./journey.ts";
import { LOCAL_MS, nearestRegion, type Place, roundTripMs } from "./places.ts";

/** Where each Durable Object was created, by isolates of its design: in the region next to its first caller. It never moves. */
const OBJECT_PLACES = new Map<string, Place>();

/** The round trip of each call of a recorder, in milliseconds. */
const ROUND_TRIPS = new WeakMap<Recorder, Map<CallInput, number>>();

/** A recorder that makes each call of a journey's Worker wait for the way to its place and back. */
export function delayingRecorder(journey: Journey): Recorder {
  const roundTrips = new Map<CallInput, number>();
  const around: Around = async (input, work) => {
    const ms = roundTripMs(journey.worker, placeOf(input, journey));
    roundTrips.set(input, ms);
    return delayed(ms, work, input.target === "fetch" ? input.init.signal : null);
  };
  const recorder = new Recorder(around);
  ROUND_TRIPS.set(recorder, roundTrips);
  return recorder;
}

/** The calls that a response has waited for. */
export function tripsBefore(recorder: Recorder): SeenRoundTrips {
  const calls = recorder.calls.filter(({ ended }) => Number.isFinite(ended));
  const roundTripOf = ({ input }: RecordedCall): number => ROUND_TRIPS.get(recorder)?.get(input) ?? 0;
  return {
    count: longestChain(calls),
    far: longestChain(calls.filter((call) => roundTripOf(call) > LOCAL_MS)),
    wayMs: longestChain(calls, roundTripOf),
  };
}

const ENVIRONMENTS = new Map<string, Bindings>();

/** The environment of an isolate, whose calls the recorder of their request delays. Without a recorder they are not delayed. */
export function delayedBindings(env: Bindings, journey: Journey, current: () => Recorder | undefined): Bindings {
  const known = ENVIRONMENTS.get(journey.isolate);
  if (known !== undefined) return known;
  const recorded = recordBindings(env, current);
  ENVIRONMENTS.set(journey.isolate, recorded);
  return recorded;
}

/** Place that responds to a call. KV, queues and buckets respond in the data centre of the caller. */
function placeOf(input: CallInput, { data, worker, isolate }: Journey): Place {
  switch (input.target) {
    case "d1":
    case "fetch":
      return data;
    case "object": {
      // The name has the number of the event's shard, and so of its region.
      const name = [isolate.split(":")[0], data.name, input.binding, input.name].join(" ");
      const place = OBJECT_PLACES.get(name) ?? nearestRegion(worker);
      OBJECT_PLACES.set(name, place);
      return place;
    }
    default:
      return worker;
  }
}
