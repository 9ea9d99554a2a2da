import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { StatusCode } from "hono/utils/http-status";
import { AppError } from "../kernel/errors.ts";
import type { AppEnv } from "./app-env.ts";
import {
  PROBLEM_MEDIA_TYPE,
  type ProblemParts,
  problemDocument,
  STATUS_OF,
  UNAVAILABLE_RETRY_SECONDS,
} from "./problem-document.ts";

/** A problem document as the response of a request. */
export function problem(
  c: Context<AppEnv>,
  { headers, ...parts }: ProblemParts & { headers?: Record<string, string> },
): Response {
  return c.newResponse(problemDocument(c.var.requestId, parts), parts.status as StatusCode, {
    "Content-Type": PROBLEM_MEDIA_TYPE,
    ...headers,
  });
}

/** Returns the response to a thrown value. An unknown error gets a fixed text, and its own message is never sent. */
export function errorResponse(c: Context<AppEnv>, error: unknown): Response {
  const known = error instanceof HTTPException ? fromHttpException(error) : error;
  if (known instanceof AppError) {
    return problem(c, {
      status: STATUS_OF[known.kind],
      code: known.code,
      detail: known.message,
      members: known.details,
      headers: headersFor(known),
    });
  }
  return problem(c, {
    status: 500,
    code: "internal_error",
    detail: "Something went wrong on our side. It has been logged under this request's ID.",
  });
}

/** Returns the error for an exception of Hono or its validators; null for a status that none of them uses. */
function fromHttpException({ status }: HTTPException): AppError | null {
  switch (status) {
    case 400:
      return new AppError("malformed_json", {
        errors: [{ path: "", message: "can't be read: send a well-formed body" }],
      });
    case 413:
      return new AppError("payload_too_large");
    case 415:
      return new AppError("unsupported_media_type");
    default:
      return null;
  }
}

function headersFor(error: AppError): Record<string, string> {
  switch (error.kind) {
    case "unauthenticated":
      return { "WWW-Authenticate": "Bearer" };
    case "forbidden":
      // RFC 6750, section 3.1.
      return error.code !== "insufficient_scope"
        ? {}
        : { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${error.details.missing}"` };
    case "too_many":
      return { "Retry-After": String(error.details.retry_after) };
    case "unsupported_media":
      return error.code === "unsupported_content_encoding" ? { "Accept-Encoding": "identity" } : {};
    case "unavailable":
      return { "Retry-After": String(UNAVAILABLE_RETRY_SECONDS) };
    default:
      return {};
  }
}
