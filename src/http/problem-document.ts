import type { ErrorKind } from "../kernel/error-codes.ts";

/** The one table from kinds of errors to HTTP statuses. */
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

export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** `Retry-After` of a 503. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

export interface ProblemParts {
  status: number;
  code: string;
  detail: string;
  members?: Record<string, unknown>;
}

/**
 * The JSON of a problem document (RFC 9457). Its `instance` is the request's ID, because a guest's path is a secret.
 */
export function problemDocument(requestId: string, { status, code, detail, members }: ProblemParts): string {
  return JSON.stringify({
    type: `urn:usher:problem:${code}`,
    title: TITLES[status] ?? "Error",
    status,
    detail,
    instance: `urn:usher:request:${requestId}`,
    error: code,
    request_id: requestId,
    ...members,
  });
}
