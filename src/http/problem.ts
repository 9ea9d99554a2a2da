import * as z from "zod";
import { TIERS } from "../db/schema/billing.ts";
import { challenges } from "../db/schema/challenges.ts";
import { ERRORS, type ErrorCode, errorEntry } from "../kernel/error-codes.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { PROBLEM_MEDIA_TYPE, type ProblemStatus, STATUS_OF, TITLES } from "./problem-document.ts";

/** Codes of the app itself, which no route throws. */
const GENERAL_CODES = ["method_not_allowed", "internal_error"] as const;

/** Every `error` of a problem document. */
const ErrorCodes = z
  .enum([...new Set([...(Object.keys(ERRORS) as ErrorCode[]).map(wireCodeOf), ...GENERAL_CODES])].sort())
  .openapi("ErrorCode", forDocs({ description: "Stable code to branch on" }));

/** A problem document (RFC 9457) with the extension members that all of them have. */
export const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    error: ErrorCodes,
    request_id: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .openapi("Problem");

/** 402: what the tier limits, how much of it is used, and where to upgrade. */
export const TierProblem = Problem.extend({
  reason: z.string(),
  tier: z.enum(TIERS),
  used: z.int(),
  limit: z.int().nullable(),
  upgrade_url: z.string(),
}).openapi("TierProblem");

/** 429: seconds until the next request is allowed, as in the `Retry-After` header. */
export const RateProblem = Problem.extend({
  retry_after: z.int(),
  proof: z
    .looseObject({ parameters: z.looseObject({}), signature: z.string() })
    .optional()
    .meta(
      forDocs({
        description:
          "Proof-of-work challenge (ALTCHA 2) on sign-up, resending, password reset and lost links. Solve it and repeat the request with `Usher-Proof`: the base64url of the JSON `{ challenge, solution }`. Works once within ten minutes",
      }),
    ),
  hint: z
    .string()
    .optional()
    .meta(
      forDocs({ description: "`ask_host` if the tries of a link are used up: see `POST /access/{token}/ask-host`" }),
    ),
  turnstile: z
    .string()
    .optional()
    .meta(
      forDocs({
        description:
          "Site key of Cloudflare Turnstile, in place of `proof` if the service uses it. Send the token of its widget as `Usher-Proof`",
      }),
    ),
}).openapi("RateProblem");

/** The ways to send a guest a code. */
export const CHALLENGE = z
  .object({
    channels: z.array(z.enum(challenges.channel.enumValues)),
    sent_to: z.object({ email: z.string(), sms: z.string() }).partial(),
  })
  .optional();

/** Body of a 403 for a device without access: the channels by which the guest can verify it. */
export const ChallengeProblem = Problem.extend({
  challenge: CHALLENGE.meta(
    forDocs({
      description:
        "Channels to which a code can be sent; see `POST /access/{token}/challenge`. Absent if the host has neither address nor phone, or the event asks for no codes",
    }),
  ),
  reason: z
    .enum(["no_contact"])
    .optional()
    .meta(forDocs({ description: "Why `challenge` is absent: no address or phone of the guest can be sent a code" })),
  hint: z.string().optional(),
}).openapi("ChallengeProblem");

/** The codes of such a problem. */
const CHALLENGED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "access_blocked",
  "challenge_required",
  "foreign_device",
]);

const MEANING: Record<ProblemStatus, string> = {
  400: "Malformed or invalid input; `errors` names the fields",
  401: "Credentials are missing, wrong, expired or revoked",
  402: "The tier of the event's host does not allow it",
  403: "Not allowed",
  404: "Not found, or you have no access",
  409: "Conflict with the current state",
  410: "Expired or already used",
  413: "The body is too large",
  415: "The media type is not accepted",
  429: "Too many requests",
  503: "The service is temporarily unavailable",
};

export function statusOf(code: ErrorCode): ProblemStatus {
  return STATUS_OF[ERRORS[code].kind];
}

/** Statuses whose documents have additional members. */
const SCHEMAS: Partial<Record<ProblemStatus, typeof Problem>> = { 402: TierProblem, 429: RateProblem };

/** Codes that only pages answer with, which the OpenAPI document does not describe. */
const ON_PAGES_ALONE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["report_expired"]);

/** The example of each code, as components of the OpenAPI document. */
export function problemExamples(): Record<string, { value: object }> {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !ON_PAGES_ALONE.has(code));
  return Object.fromEntries(codes.map((code) => [code, { value: exampleOf(statusOf(code), code) }]));
}

/**
 * The refusals of a route for the OpenAPI document, by status: the codes as a closed enum, with an example of each.
 * @param hasPages whether a browser gets HTML pages instead
 */
export function problemResponses(codes: Iterable<ErrorCode>, hasPages: boolean) {
  const byStatus = [...Map.groupBy(new Set(codes), statusOf)].sort(([one], [other]) => one - other);
  const page = hasPages ? { "text/html": { schema: z.string() } } : {};
  return Object.fromEntries(
    byStatus.map(([status, ofStatus]) => [
      status,
      { description: MEANING[status], content: { [PROBLEM_MEDIA_TYPE]: problemContent(status, ofStatus), ...page } },
    ]),
  );
}

function problemContent(status: ProblemStatus, codes: readonly ErrorCode[]) {
  const schema = codes.some((code) => CHALLENGED.has(code)) ? ChallengeProblem : (SCHEMAS[status] ?? Problem);
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return { schema: schema.extend({ error: z.enum(new Set(codes.map(wireCodeOf)).values().toArray()) }), examples };
}

const EXAMPLE_REQUEST_ID = "5f2b7c1e-8d7e-4c1a-9b55-0a4c4f6f1d20";

function exampleOf(status: ProblemStatus, code: ErrorCode) {
  const { message, example } = errorEntry(code);
  return {
    type: `urn:usher:problem:${wireCodeOf(code)}`,
    title: TITLES[status] ?? "Error",
    status,
    detail: message,
    instance: `urn:usher:request:${EXAMPLE_REQUEST_ID}`,
    error: wireCodeOf(code),
    request_id: EXAMPLE_REQUEST_ID,
    ...example,
  };
}

function wireCodeOf(code: ErrorCode): string {
  return errorEntry(code).wire ?? code;
}
