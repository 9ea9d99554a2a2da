import { isConstraintViolation } from "../../db/failures.ts";
import { AppError } from "../../kernel/errors.ts";

/** 409: another guest of the event has this address. */
function duplicateGuest(): AppError {
  return new AppError("duplicate_guest");
}

/**
 * What a write of a guest threw, in words: the address is the only thing about a checked guest that can still be in
 * conflict.
 */
export function asDuplicate(error: unknown): unknown {
  return isConstraintViolation(error) ? duplicateGuest() : error;
}
