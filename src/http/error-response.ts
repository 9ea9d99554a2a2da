import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { StatusCode } from "hono/utils/http-status";
import { AppError } from "../kernel/errors.ts";
import type { AppEnv } from "./app-env.ts";
import { PROBLEM_MEDIA_TYPE, STATUS_OF, TITLES } from "./problem.ts";

/** How long a client should leave a database that is down alone. */
const UNAVAILABLE_RETRY_SECONDS = 5;

interface ProblemParts {
  status: number;
  code: string;
  detail: string;
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** A problem document (RFC 9457). Its `instance` is the request's id: a guest's path is a secret. */
export function problem(c: Context<AppEnv>, parts: ProblemParts): Response {
  const body = {
    type: `urn:usher:problem:${parts.code}`,
    title: TITLES[parts.status] ?? "Error",
    status: parts.status,
    detail: parts.detail,
    instance: `urn:usher:request:${c.var.requestId}`,
    error: parts.code,
    request_id: c.var.requestId,
    ...parts.members,
  };
  return c.newResponse(JSON.stringify(body), parts.status as StatusCode, {
    "Content-Type": PROBLEM_MEDIA_TYPE,
    ...parts.headers,
  });
}

/** The answer to whatever was thrown. An unknown error gets a fixed text: what it says is for the log alone. */
export function errorResponse(c: Context<AppEnv>, error: unknown): Response {
  if (error instanceof AppError) {
    return problem(c, {
      status: STATUS_OF[error.kind],
      code: error.code,
      detail: error.message,
      members: error.details,
      headers: headersFor(error),
    });
  }
  if (error instanceof HTTPException) return exceptionResponse(c, error);
  return problem(c, {
    status: 500,
    code: "internal_error",
    detail: "Something went wrong on our side. It has been logged under this request's id.",
  });
}

function headersFor(error: AppError): Record<string, string> {
  switch (error.kind) {
    case "unauthenticated":
      return { "WWW-Authenticate": "Bearer" };
    case "too_many":
      return { "Retry-After": String(error.details.retry_after) };
    case "unavailable":
      return { "Retry-After": String(UNAVAILABLE_RETRY_SECONDS) };
    default:
      return {};
  }
}

/** What Hono and its validators throw themselves. */
function exceptionResponse(c: Context<AppEnv>, exception: HTTPException): Response {
  switch (exception.status) {
    case 400:
      return problem(c, {
        status: 400,
        code: "malformed_json",
        detail: "The body cannot be read as what its media type says.",
        members: { errors: [{ path: "", message: "expected a well-formed body" }] },
      });
    case 413:
      return problem(c, {
        status: 413,
        code: "payload_too_large",
        detail: "The body is larger than this route takes.",
      });
    case 415:
      return problem(c, {
        status: 415,
        code: "unsupported_media_type",
        detail: "Send the media type that this route describes, JSON unless it says otherwise.",
      });
    default:
      return problem(c, { status: 500, code: "internal_error", detail: "Something went wrong on our side." });
  }
}
