import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";

/** What is announced of a route that will go. Days as `2027-06-12`, UTC. */
export interface Deprecation {
  /** Since when it is deprecated. */
  since: string;
  /** The last day on which it works: at least six months later. */
  sunset: string;
  /** What to use in its place, as a sentence. */
  instead: string;
}

/** Sets `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) on every response of a route, refusals included. */
export function announceDeprecation({ since, sunset }: Deprecation): MiddlewareHandler<AppEnv> {
  const deprecation = `@${Date.parse(`${since}T00:00:00Z`) / 1000}`;
  const end = new Date(`${sunset}T23:59:59Z`).toUTCString();
  return async function addHeaders(c, next) {
    c.header("Deprecation", deprecation);
    c.header("Sunset", end);
    await next();
  };
}

/** What the OpenAPI document says of it. */
export function describeDeprecation({ since, sunset, instead }: Deprecation, description?: string) {
  const announced = `Deprecated since ${since}; works until ${sunset}. ${instead}`;
  return {
    deprecated: true,
    description: description === undefined ? announced : `${announced}\n\n${description}`,
    "x-deprecation": { since, sunset },
  };
}
