import type { MiddlewareHandler } from "hono";
import type { ErrorCode } from "../kernel/error-codes.ts";
import { forDocs } from "../kernel/for-docs.ts";
import type { AppEnv } from "./app-env.ts";
import { statusOf } from "./problem.ts";

/** Headers of responses, as components of the OpenAPI document. */
export const RESPONSE_HEADERS = forDocs({
  "X-Request-Id": {
    description: "ID of the request, as in the logs: yours if it is well-formed, otherwise a new one",
    schema: { type: "string" },
    example: "5f2b7c1e-8d7e-4c1a-9b55-0a4c4f6f1d20",
  },
  "RateLimit-Policy": {
    description: "Limits that the request counts against: name, requests (`q`) and seconds (`w`) of each",
    schema: { type: "string" },
    example: '"events";q=120;w=60',
  },
  RateLimit: {
    description:
      "Rest of each limit: requests (`r`), and seconds until there are more (`t`). Absent if nothing was counted",
    schema: { type: "string" },
    example: '"events";r=117;t=42',
  },
  "Retry-After": {
    description: "Seconds to wait before you repeat the request",
    schema: { type: "integer" },
    example: 42,
  },
  "Idempotency-Replayed": {
    description: "`true` if this is the stored response of an earlier request with the same `Idempotency-Key`",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  "Usher-Device": {
    description:
      "Device ID of your client for this link: store it, and send it with the next request of the same person",
    schema: { type: "string" },
    example: "q3vT0a1x.9mB1…",
  },
  "Accept-Encoding": {
    description: "Accepted content encodings of request bodies",
    schema: { type: "string" },
    example: "identity",
  },
  "WWW-Authenticate": { description: "How to authenticate", schema: { type: "string" }, example: "Bearer" },
} as const);

export type HeaderName = keyof typeof RESPONSE_HEADERS;

/** The deprecation of a route. Days as `2027-06-12`, UTC. */
export interface Deprecation {
  /** Since when it is deprecated. */
  since: string;
  /** The last day on which it works: at least six months later. */
  sunset: string;
  /** The replacement, as a sentence. */
  instead: string;
}

/** The headers of a response of a route, as references to their components. */
export function headersOf(
  status: number,
  route: { isLimited: boolean; isIdempotent: boolean; givesHeader?: HeaderName | undefined },
) {
  const names: HeaderName[] = ["X-Request-Id"];
  // A body that is too large is rejected before the request is counted.
  if (route.isLimited && status !== statusOf("payload_too_large" satisfies ErrorCode)) {
    names.push("RateLimit-Policy", "RateLimit");
  }
  if (status === 429 || status === 503) names.push("Retry-After");
  if (route.isIdempotent && status < 300) names.push("Idempotency-Replayed");
  // Not where the request was rejected before the guard knew whose link it is.
  if (route.givesHeader !== undefined && (status < 300 || status === 403 || status === 409))
    names.push(route.givesHeader);
  if (status === 415) names.push("Accept-Encoding");
  if (status === 401) names.push("WWW-Authenticate");
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
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

/** Returns the deprecation for the OpenAPI document. */
export function describeDeprecation({ since, sunset, instead }: Deprecation, description?: string) {
  const announced = `Deprecated since ${since}; works until ${sunset}. ${instead}`;
  return {
    deprecated: true,
    description: description === undefined ? announced : `${announced}\n\n${description}`,
    "x-deprecation": { since, sunset },
  };
}
