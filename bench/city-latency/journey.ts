import { DESIGNS, type Design, dataPlace, isDesignName, type SeenRoundTrips } from "./designs.ts";
import { CITIES, type Place } from "./places.ts";

/** A request with these headers comes from a city, to a service of a design. */
const CITY_HEADER = "x-world-city";
const DESIGN_HEADER = "x-world-design";
/** Requests with the same value find the same isolate in their city. */
const ISOLATE_HEADER = "x-world-isolate";
/** The calls that were made for a response, as its headers list them. */
const TRIPS_HEADER = "x-world-trips";

/** A request's way through the world. */
export interface Journey {
  city: Place;
  design: Design;
  /** Where database and engine are. */
  data: Place;
  /** Where the Worker runs that has the bindings. */
  worker: Place;
  /** Names isolate and design. */
  isolate: string;
}

/** The headers of a request from a city. City names are sent as numbers, because headers are ASCII. */
export function journeyHeaders(city: Place, design: keyof typeof DESIGNS, isolate: number): Record<string, string> {
  const number = CITIES.findIndex(({ name }) => name === city.name);
  return { [CITY_HEADER]: String(number), [DESIGN_HEADER]: design, [ISOLATE_HEADER]: String(isolate) };
}

/** Null for a request without these headers, which makes the fixture. @throws Error for a city or design that is not there */
export function journeyOf(headers: Pick<Headers, "get">): Journey | null {
  const name = headers.get(DESIGN_HEADER);
  if (name === null) return null;
  const city = CITIES[Number(headers.get(CITY_HEADER))];
  if (city === undefined || !isDesignName(name)) throw new Error(`no city or design of this name: ${name}`);
  const design: Design = DESIGNS[name];
  const data = dataPlace(design, city);
  const worker = design.worker === "edge" ? city : data;
  const isolate = `${name}:${worker.name}:${headers.get(ISOLATE_HEADER)}`;
  return { city, design, data, worker, isolate };
}

export function roundTripsOf(headers: Pick<Headers, "get">): SeenRoundTrips {
  const numbers = (headers.get(TRIPS_HEADER) ?? "").split(" ").map(Number);
  const [count = Number.NaN, far = Number.NaN, wayMs = Number.NaN] = numbers;
  return { count, far, wayMs };
}

/** The response, with headers that list its calls. */
export function withRoundTrips(response: Response, { count, far, wayMs }: SeenRoundTrips): Response {
  const copy = new Response(response.body, response);
  copy.headers.set(TRIPS_HEADER, `${count} ${far} ${wayMs}`);
  return copy;
}
