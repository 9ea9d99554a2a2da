import { isConstraintViolation } from "../../db/failures.ts";
import { AppError } from "../../kernel/errors.ts";

/**
 * Maps a constraint violation of a guest's insert or update to 409 `duplicate_guest`, and returns any other error as it
 * is: of a validated guest, only the e-mail address can conflict.
 */
export function toDuplicateGuest(error: unknown): unknown {
  return isConstraintViolation(error) ? new AppError("duplicate_guest") : error;
}
