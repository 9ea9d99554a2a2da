import type { RequestContext } from "../../context.ts";
import { invalidField } from "../../kernel/errors.ts";
import { PASSWORD_COSTS, verifyPassword } from "../../kernel/password-hash.ts";

/**
 * Checks the password that a signed-in user typed once more. A wrong one is no wrong sign-in: the route's own limit stops
 * who guesses with a session that was stolen.
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
