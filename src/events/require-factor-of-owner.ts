import type { RequestContext } from "../context.ts";
import type { Authentication } from "../identity/second-factors/queries.ts";
import { requireStepUp } from "../identity/second-factors/require-step-up.ts";
import { AppError } from "../kernel/errors.ts";
import { type Member, roleTooLow } from "../platform/authorization/authorize-member.ts";

/**
 * Throws unless the caller may say whether the event requires a second factor of its members.
 * @throws AppError 403 `role_too_low` for others than owners, `session_required` for an API key, `second_factor_required` for
 *   an owner without one, `step_up_required`
 */
export async function requireFactorOfOwner(
  ctx: RequestContext,
  { role, session }: Member,
  authentication: readonly Authentication[],
): Promise<void> {
  if (role !== "owner") throw roleTooLow("owner");
  if (session.apiKey !== undefined) throw new AppError("session_required");
  const [found] = authentication;
  if (found !== undefined && !found.hasTotp && !found.hasPasskey) throw new AppError("member_factor_required");
  await requireStepUp(ctx, session, authentication);
}
