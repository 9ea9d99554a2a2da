import { type ErrorCode, type ErrorKind, errorEntry } from "./error-codes.ts";

/** One problem of one field. `path` is dotted: `items.3.email`. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** An expected error. Its message is shown to the client, so it never holds a secret or a name. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly kind: ErrorKind;
  /** The `error` member of the problem document. */
  readonly code: string;
  /** Further members of the problem document (RFC 9457, extension members). */
  readonly details: Record<string, unknown>;

  /**
   * @param code an entry of `ERRORS`, which decides the kind and, unless one is given, the message
   * @param message for an error whose text depends on the case
   */
  constructor(code: ErrorCode, details: Record<string, unknown> = {}, message?: string) {
    const entry = errorEntry(code);
    super(message ?? entry.message);
    this.kind = entry.kind;
    this.code = entry.wire ?? code;
    this.details = details;
  }
}

/** 400 for one field, by a rule that its schema cannot express. */
export function invalidField(path: string, message: string, code: ErrorCode = "validation_failed"): AppError {
  return new AppError(code, { errors: [{ path, message }] satisfies FieldProblem[] }, message);
}

/** 400 for several fields, by rules that their schema cannot express. */
export function invalidFields(problems: readonly FieldProblem[]): AppError {
  const [only] = problems;
  if (only !== undefined && problems.length === 1) return invalidField(only.path, only.message);
  return new AppError("validation_failed", { errors: problems }, "Some fields are invalid. See `errors`.");
}

/** 404 with one text for missing and for hidden resources. */
export function notFound(): AppError {
  return new AppError("not_found");
}

/** 401 for a bearer that is missing, wrong, expired or revoked. */
export function unauthenticated(): AppError {
  return new AppError("unauthenticated");
}

/**
 * 429 with the seconds until the next request is allowed.
 * @param offer fields that say what lets one more request through
 */
export function rateLimited(retryAfterSeconds: number, offer: object = {}): AppError {
  const message = `Too many requests. Try again in ${retryAfterSeconds} s.`;
  return new AppError("rate_limited", { retry_after: retryAfterSeconds, ...offer }, message);
}

/** 400 for a change that names nothing to change. */
export function nothingToChange(): AppError {
  return invalidField("", "Send at least one field.");
}
