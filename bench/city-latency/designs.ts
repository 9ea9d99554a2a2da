import { HOME, nearestRegion, type Place } from "./places.ts";

export type Step = "open" | "answer" | "checkIn";

/** Sequential calls before the response: all, and those to another city. */
export interface RoundTrips {
  count: number;
  far: number;
}

/** The calls of one response, with their duration in milliseconds. */
export interface SeenRoundTrips extends RoundTrips {
  wayMs: number;
}

/** Where the parts of the service are. */
export interface Design {
  readonly title: string;
  /** Where the Worker runs that has the data: in the data centre next to the guest, or next to the data. */
  readonly worker: "edge" | "data";
  /** Where database and engine are: in one region for all, or in the one that is nearest to the event. */
  readonly data: "home" | "event";
  /** Most calls that a guest waits for. A guest in the city of the data has fewer far calls. */
  readonly promised: Readonly<Record<Step, RoundTrips>>;
}

/** The call of the service binding, and behind it the calls next to the data. */
const ONE_FAR = { open: { count: 3, far: 1 }, answer: { count: 4, far: 1 }, checkIn: { count: 2, far: 1 } };
const EACH_FAR = { open: { count: 2, far: 2 }, answer: { count: 3, far: 3 }, checkIn: { count: 1, far: 1 } };

export const DESIGNS = {
  edge: { title: "at the edge", worker: "edge", data: "home", promised: EACH_FAR },
  placed: { title: "placed", worker: "data", data: "home", promised: ONE_FAR },
  pairs: { title: "regional pairs", worker: "data", data: "event", promised: ONE_FAR },
} as const satisfies Record<string, Design>;

export type DesignName = keyof typeof DESIGNS;

export function isDesignName(name: string): name is DesignName {
  return Object.hasOwn(DESIGNS, name);
}

/** Where data and engine of an event are, whose guests are in a city. */
export function dataPlace({ data }: Design, city: Place): Place {
  return data === "home" ? HOME : nearestRegion(city);
}
