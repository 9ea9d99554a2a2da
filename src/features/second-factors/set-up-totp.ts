import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { findAuthentication, findTotp, upsertTotp } from "./queries.ts";
import { requireStepUp } from "./require-step-up.ts";
import { newTotpSecret, otpauthUrl } from "./totp.ts";
import { sealTotpSecret } from "./totp-secret.ts";

/** What an authenticator app needs: the secret in base32, and the same as an address for a QR code. */
export interface TotpSetup {
  secret: string;
  otpauthUrl: string;
}

/**
 * Makes a secret for an authenticator app. It changes nothing about signing in until `confirmTotp` has seen a code of it;
 * an earlier secret that was never confirmed is replaced.
 * @throws AppError 403 `step_up_required`, 409 `totp_exists` when an app is confirmed
 */
export async function setUpTotp(ctx: RequestContext, caller: Caller): Promise<TotpSetup> {
  const { accountsDb: db, clock } = ctx;
  const { user, authentication, totp } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller), totp: findTotp(db, caller.userId) },
  );
  await requireStepUp(ctx, caller, authentication);
  if (totp[0]?.confirmedAt) throw new AppError("totp_exists");
  const secret = newTotpSecret();
  const sealedSecret = await sealTotpSecret(ctx, caller.userId, secret);
  const [stored] = await upsertTotp(db, user, { sealedSecret, createdAt: clock.now() });
  if (stored === undefined) {
    await authorizeUser(ctx, caller, {});
    throw new AppError("totp_exists");
  }
  return { secret, otpauthUrl: otpauthUrl(secret, user.email ?? "") };
}
