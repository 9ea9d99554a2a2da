import { openRandom } from "../../testkit/random.ts";
import type { Visit } from "./visit.ts";

/**
 * Returns the stream as the API would send it with device IDs. A browser without an ID gets one with the response,
 * which is in the facts with age 0. Later accesses with the same cookies have it with its age. Without cookies, each
 * access gets a new one.
 * @param visits ordered by time
 */
export function withDeviceIds(visits: readonly Visit[], seed: number): Visit[] {
  const random = openRandom(seed);
  const issued = new Map<string, { readonly id: string; readonly at: number }>();
  return visits.map((visit) => {
    if (visit.jar === null) return visit;
    const { id, at } = issued.get(visit.jar) ?? { id: random.uuid(), at: visit.at };
    issued.set(visit.jar, { id, at });
    const age = String(Math.round((visit.at - at) / 1_000));
    return { ...visit, fingerprint: { ...visit.fingerprint, edge_device: id, edge_device_age: age } };
  });
}
