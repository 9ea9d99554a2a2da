import type { RequestContext } from "../../context.ts";
import { invalidField } from "../../kernel/errors.ts";
import { PASSWORD_COSTS, verifyPassword } from "../../kernel/password-hash.ts";

/**
 * Checks the password that a signed-in user typed again. A wrong password does not count as a failed sign-in. The
 * route's limit stops guesses with a stolen session.
 * @param field its name in the body
 * @throws AppError 400 `validation_failed`
 */
export function checkPassword(
  { config }: Pick<RequestContext, "config">,
  typed: string,
  passwordHash: string,
  field: string,
): void {
  if (!verifyPassword(typed, passwordHash, PASSWORD_COSTS[config.PASSWORD_HASH_COST]).matches) {
    throw invalidField(field, "This isn't your password.");
  }
}
