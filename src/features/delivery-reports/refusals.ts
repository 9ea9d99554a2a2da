import { AppError } from "../../kernel/errors.ts";

/** 400: the report is not the provider's, or too old or too new to be believed. */
export function invalidSignature(): AppError {
  return new AppError("invalid_signature");
}

/** 400: a body that is no report. */
export function invalidReport(): AppError {
  return new AppError("validation_failed", {}, "This is not a report that we know.");
}
