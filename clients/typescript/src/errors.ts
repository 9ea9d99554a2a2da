import type { ErrorCode, Problem, RateProblem, TierProblem } from "./schema.ts";

/** The problem document of a code, with the further members that some have. */
export type ProblemOf<Code extends ErrorCode = ErrorCode> = Problem & { error: Code } & (Code extends
    | "tier_limit"
    | "feature_not_in_tier"
    ? TierProblem
    : Code extends "rate_limited"
      ? RateProblem
      : unknown);

/**
 * An error response of the service, with its problem document (RFC 9457). Other failures are thrown unchanged: the
 * `TypeError` of `fetch` without a connection, an `AbortError` or `TimeoutError` if the signal or the deadline ended the request.
 */
export class UsherError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "UsherError";
  /** The stable code to branch on. */
  readonly code: Code;
  /** The HTTP status. */
  readonly status: number;
  /** ID of the request in the logs of the service. Include it when you report the problem. */
  readonly requestId: string;
  readonly problem: ProblemOf<Code>;

  constructor(problem: ProblemOf<Code>) {
    super(`${problem.detail} (${problem.error}, request ${problem.request_id})`);
    this.code = problem.error;
    this.status = problem.status;
    this.requestId = problem.request_id;
    this.problem = problem;
  }
}

/** True if an error is from the service and, if codes are given, has one of them. */
export function isUsherError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is UsherError<Code> {
  return error instanceof UsherError && (codes.length === 0 || codes.includes(error.code as Code));
}

/** Returns the error of a response. Builds one for a response without a problem document, such as the response of a proxy. */
export function refusalOf(body: unknown, response: Response): UsherError {
  if (isProblem(body)) return new UsherError(body);
  const requestId = response.headers.get("X-Request-Id") ?? "unknown";
  return new UsherError({
    type: "about:blank",
    title: response.statusText,
    status: response.status,
    detail: `The response has status ${response.status} and is not of the service.`,
    instance: `urn:usher:request:${requestId}`,
    error: "internal_error",
    request_id: requestId,
  });
}

function isProblem(body: unknown): body is ProblemOf {
  return typeof body === "object" && body !== null && "error" in body && "request_id" in body;
}
