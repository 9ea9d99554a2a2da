import { isConstraintViolation, violates } from "../db/failures.ts";
import { AppError } from "../kernel/errors.ts";

/**
 * Maps a constraint violation of a guest's insert or update to 409 `duplicate_external_id` or `duplicate_guest`, and returns
 * any other error as it is: of a validated guest, only the external id and the e-mail address can conflict.
 */
export function toDuplicateGuest(error: unknown): unknown {
  if (!isConstraintViolation(error)) return error;
  return new AppError(violates(error, "external_id") ? "duplicate_external_id" : "duplicate_guest");
}
