/**
 * What can go wrong on purpose. `kind` decides the HTTP status (http/error-response.ts holds the only table),
 * `code` is the stable word a client may branch on.
 */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "limit"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "gone"
  | "too_large"
  | "unsupported_media"
  | "too_many"
  | "unavailable";

/** One thing wrong with one field. `path` is dotted: `items.3.email`. */
export interface FieldProblem {
  path: string;
  message: string;
}

/** An expected refusal. Its message is shown to the client, so it never holds a secret or a name. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly kind: ErrorKind;
  readonly code: string;
  /** Further members of the problem document (RFC 9457, extension members). */
  readonly details: Record<string, unknown>;

  constructor(kind: ErrorKind, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}

/** 400: one field is wrong, found by a rule that a schema cannot hold. */
export function invalidField(path: string, message: string, code = "validation_failed"): AppError {
  return new AppError("invalid", code, message, { errors: [{ path, message }] satisfies FieldProblem[] });
}

/** 404, the same words for what is absent and for what is not yours: neither may be told from the other. */
export function notFound(): AppError {
  return new AppError("not_found", "not_found", "There is nothing here, or it is not yours to see.");
}

/** 401 for a bearer that is missing, wrong, expired or revoked. */
export function unauthenticated(): AppError {
  return new AppError("unauthenticated", "unauthenticated", "Send a valid access token as a bearer.");
}

/** 400 for a change that names nothing to change. */
export function nothingToChange(): AppError {
  return invalidField("", "names at least one field to change");
}
