import type { RequestContext } from "../../context.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { AppError, unauthenticated } from "../../kernel/errors.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { CREDENTIALS, type CredentialKind } from "../../platform/credentials/registry.ts";
import { signStepUpToken } from "../accounts/factor-token.ts";
import { countryOf } from "../accounts/log-change.ts";
import type { Authentication } from "./queries.ts";

/** Time after a sign-in or step-up for operations that cannot be undone. */
export const STEP_UP_TTL_MS = 10 * MINUTE_MS;

/** Methods that `/auth/step-up` accepts. */
export const STEP_UP_METHODS = ["password", "code", "recovery_code", "passkey"] as const;

export type StepUpMethod = (typeof STEP_UP_METHODS)[number];

/**
 * Methods by which an account confirms its identity: the last step of its sign-in. A password alone is not enough if
 * signing in also asks for a code.
 */
function stepUpMethods({ hasTotp, hasPasskey }: Pick<Authentication, "hasTotp" | "hasPasskey">): StepUpMethod[] {
  return [
    ...(hasTotp ? (["code", "recovery_code"] as const) : (["password"] as const)),
    ...(hasPasskey ? (["passkey"] as const) : []),
  ];
}

/**
 * Rejects a session without a sign-in or step-up in the last 10 minutes, or one that has moved to another country
 * since. A stolen access token alone must not delete, export or give away. Costs no round trip, because the verb reads
 * `findAuthentication` in the batch that checks the session.
 * @param found the row of `findAuthentication`
 * @throws AppError 403 `step_up_required` with a `factor_token` for `/auth/step-up` and the `methods` that it accepts;
 *   401 for a session or an account that no longer exists
 */
export async function requireStepUp(
  ctx: Pick<RequestContext, "keyring" | "clock" | "facts">,
  { userId, sessionId }: Caller,
  [found]: readonly Authentication[],
): Promise<void> {
  if (found === undefined) throw unauthenticated();
  const country = countryOf(ctx.facts());
  const hasMoved = country !== null && country !== (found.authenticatedCountry ?? country);
  if (!hasMoved && ctx.clock.now() - found.authenticatedAt < STEP_UP_TTL_MS) return;
  const factorToken = await signStepUpToken(ctx, { userId, sessionId });
  throw new AppError("step_up_required", { factor_token: factorToken, methods: stepUpMethods(found) });
}

/**
 * Requires a step-up before a credential is created or replaced, if the registry asks for it. An API key is exempt,
 * because its maker did the step-up.
 */
export async function requireStepUpFor(
  kind: CredentialKind,
  ctx: Pick<RequestContext, "keyring" | "clock" | "facts">,
  caller: Caller,
  authentication: readonly Authentication[],
): Promise<void> {
  const { requiresStepUp } = CREDENTIALS[kind];
  if (requiresStepUp === "never" || caller.apiKey !== undefined) return;
  const [found] = authentication;
  if (requiresStepUp === "with_second_factor" && found !== undefined && !found.hasTotp && !found.hasPasskey) return;
  await requireStepUp(ctx, caller, authentication);
}
