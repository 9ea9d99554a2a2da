import type { RequestContext } from "../../context.ts";
import { AppError } from "../../kernel/errors.ts";
import type { SecretKind } from "../../platform/secrets/kinds.ts";
import type { PresentedSecret } from "../../platform/secrets/queries.ts";
import { secretHash } from "../../platform/secrets/secrets.ts";

/**
 * The secret of an emailed link, after checking its signature. No I/O.
 * @throws AppError 400 `invalid_token` for a value that was never issued
 */
export async function requireSecret(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  kind: SecretKind,
  value: string,
): Promise<PresentedSecret> {
  const hash = await secretHash(ctx, kind, value);
  if (hash === null) throw invalidToken();
  return { hash, kind, now: ctx.clock.now() };
}

/** 400, the same for a link that is forged, used, expired, or for another purpose. */
export function invalidToken(): AppError {
  return new AppError("invalid_token");
}
