import * as z from "zod";
import { ERRORS, type ErrorCode, type ErrorKind, errorEntry } from "../kernel/error-codes.ts";

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

/** The status of an error. */
export function statusOf(code: ErrorCode): ProblemStatus {
  return STATUS_OF[ERRORS[code].kind];
}

/** The reason phrases of RFC 9110: the `title` of a problem document. */
export const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** Codes that the framework answers on any route with such a status, beside those that the route's row names. */
const COMMON_CODES: Partial<Record<ProblemStatus, readonly ErrorCode[]>> = {
  400: ["validation_failed", "malformed_json"],
  401: ["unauthenticated"],
  404: ["not_found"],
  413: ["payload_too_large"],
  415: ["unsupported_media_type"],
  429: ["rate_limited"],
  503: ["database_unavailable", "unavailable"],
};

/**
 * One status among the refusals of a route, for the OpenAPI document: its codes as a closed list, an example of each.
 * @param codes those that the route's row names
 * @param isPage whether a browser gets an HTML page instead
 */
export function problemResponse(status: ProblemStatus, codes: readonly ErrorCode[], isPage: boolean) {
  const all = [...new Set([...(COMMON_CODES[status] ?? []), ...codes])];
  const base = status === 402 ? TierProblem : status === 429 ? RateProblem : Problem;
  const [first, ...others] = all.map((code) => errorEntry(code).wire ?? code);
  const schema = first === undefined ? base : base.extend({ error: z.enum([first, ...others]) });
  const examples = Object.fromEntries(all.map((code) => [code, { value: exampleOf(status, code) }]));
  const page = isPage ? { "text/html": { schema: z.string() } } : {};
  return { description: MEANING[status], content: { [PROBLEM_MEDIA_TYPE]: { schema, examples }, ...page } };
}

const EXAMPLE_REQUEST_ID = "5f2b7c1e-8d7e-4c1a-9b55-0a4c4f6f1d20";

/** Members that only some statuses have, as `TierProblem` and `RateProblem` describe them. */
const EXAMPLE_MEMBERS: Partial<Record<ProblemStatus, Record<string, unknown>>> = {
  402: { reason: "guests", tier: "free", used: 50, limit: 50, upgrade_url: "https://usher.example/billing" },
  429: { retry_after: 42 },
};

function exampleOf(status: ProblemStatus, code: ErrorCode) {
  const { message, wire = code } = errorEntry(code);
  return {
    type: `urn:usher:problem:${wire}`,
    title: TITLES[status] ?? "Error",
    status,
    detail: message,
    instance: `urn:usher:request:${EXAMPLE_REQUEST_ID}`,
    error: wire,
    request_id: EXAMPLE_REQUEST_ID,
    ...EXAMPLE_MEMBERS[status],
  };
}
