import { TITLES } from "./statuses.ts";

export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** `Retry-After` of a 503. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

export interface ProblemParts {
  status: number;
  code: string;
  detail: string;
  members?: Record<string, unknown>;
}

/** The JSON of a problem document (RFC 9457). Its `instance` is the request's id, because a guest's path is a secret. */
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
