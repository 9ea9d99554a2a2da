import * as z from "zod";
import type { ErrorKind } from "../kernel/errors.ts";

/** The one table from what went wrong to an HTTP status. */
export const STATUS_OF = {
  invalid: 400,
  unauthenticated: 401,
  limit: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  too_many: 429,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>;

export type ProblemStatus = (typeof STATUS_OF)[ErrorKind];

/** RFC 9457, with the members that every refusal of ours has beside it. */
export const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    error: z.string().meta({ description: "Stable code to branch on" }),
    request_id: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .openapi("Problem");

/** 402: what the tier does not hold, how much of it is used, and where to get more. */
export const TierProblem = Problem.extend({
  reason: z.string(),
  tier: z.enum(["free", "pro", "business"]),
  used: z.int(),
  limit: z.int().nullable(),
  upgrade_url: z.string(),
}).openapi("TierProblem");

/** 429: when to come again, as in the `Retry-After` header. */
export const RateProblem = Problem.extend({ retry_after: z.int() }).openapi("RateProblem");

export const PROBLEM_MEDIA_TYPE = "application/problem+json";

const MEANING: Record<ProblemStatus, string> = {
  400: "Malformed or invalid input; `errors` names the fields",
  401: "No credentials, or credentials that are wrong, expired or revoked",
  402: "The tier of the event's host does not allow it",
  403: "Not allowed",
  404: "Absent, or not yours",
  409: "In conflict with the present state",
  410: "It was there and is over",
  413: "The body is too large",
  415: "The media type is not accepted",
  429: "Too many requests",
  503: "The database is not available",
};

/**
 * The description of one refusal in the OpenAPI document.
 * @param isPage whether a browser is told so on a page
 */
export function problemResponse(status: ProblemStatus, isPage = false) {
  const schema = status === 402 ? TierProblem : status === 429 ? RateProblem : Problem;
  const page = isPage ? { "text/html": { schema: z.string() } } : {};
  return { description: MEANING[status], content: { [PROBLEM_MEDIA_TYPE]: { schema }, ...page } };
}
