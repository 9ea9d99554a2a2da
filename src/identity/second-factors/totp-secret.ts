import type { RequestContext } from "../../context.ts";
import { openSealed, sealText } from "../../kernel/sealed-text.ts";

type Keys = Pick<RequestContext, "keyring">;

/** An authenticator app's secret as it is stored: encrypted, and bound to its user. */
export async function sealTotpSecret({ keyring }: Keys, userId: string, secret: string): Promise<string> {
  return sealText(await keyring.keysFor("totp_secret"), secret, userId);
}

/**
 * The secret inside, and its stored form, sealed again where an earlier platform secret had sealed it.
 * @returns null when no known platform secret has sealed it: the account signs in by recovery code or passkey
 */
export async function openTotpSecret(
  ctx: Keys,
  { userId, sealedSecret }: { userId: string; sealedSecret: string },
): Promise<{ secret: string; sealedSecret: string } | null> {
  const opened = await openSealed(await ctx.keyring.keysFor("totp_secret"), sealedSecret, userId);
  if (opened === null) return null;
  const { text: secret, isOutdated } = opened;
  return { secret, sealedSecret: isOutdated ? await sealTotpSecret(ctx, userId, secret) : sealedSecret };
}
