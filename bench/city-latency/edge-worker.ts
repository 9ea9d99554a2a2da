import edge from "../../src/edge/worker.ts";
import { delayed } from "./delay.ts";
import { journeyOf, roundTripsOf, withRoundTrips } from "./journey.ts";
import { LOCAL_MS, roundTripMs } from "./places.ts";

type EdgeBindings = Parameters<typeof edge.fetch>[1];

const ENVIRONMENTS = new WeakMap<EdgeBindings, EdgeBindings>();

/** The data centre next to the guest: has the whole Worker, or the edge Worker in front of the one that is next to the data. */
export default {
  async fetch(request, env, context) {
    const journey = journeyOf(request.headers);
    if (journey === null) return edge.fetch(request, env, context);
    const response = await delayed(LOCAL_MS, async () =>
      journey.design.worker === "edge" ? env.DATA.fetch(request) : edge.fetch(request, delayedService(env), context),
    );
    const { wayMs, ...roundTrips } = roundTripsOf(response.headers);
    return withRoundTrips(response, { ...roundTrips, wayMs: wayMs + LOCAL_MS });
  },
} satisfies ExportedHandler<EdgeBindings>;

/** The edge Worker's bindings. The binding to the Worker next to the data waits for the round trip. */
function delayedService(env: EdgeBindings): EdgeBindings {
  const known = ENVIRONMENTS.get(env);
  if (known !== undefined) return known;
  const fetcher = new Proxy(env.DATA, {
    get: (target, property) => (property === "fetch" ? passOn : Reflect.get(target, property, target)),
  });
  const passOn = async (request: Request): Promise<Response> => {
    const journey = journeyOf(request.headers);
    if (journey === null) return env.DATA.fetch(request);
    const ms = roundTripMs(journey.city, journey.worker);
    const response = await delayed(ms, () => env.DATA.fetch(request));
    const { count, far, wayMs } = roundTripsOf(response.headers);
    return withRoundTrips(response, { count: count + 1, far: far + (ms > LOCAL_MS ? 1 : 0), wayMs: wayMs + ms });
  };
  const changed = { ...env, DATA: fetcher };
  ENVIRONMENTS.set(env, changed);
  return changed;
}
