import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { type SecretKind, secretHash } from "../../platform/secrets/secrets.ts";
import { findSecretOwner, invalidToken } from "../accounts/require-secret.ts";

/**
 * True if an emailed link of an account is whole. Tells the reader before anything is typed. Changes nothing, because
 * link scanners open links too.
 * @param kinds the kinds of secret that the link may have, signed with one key
 * @throws AppError 400 `invalid_token` if it is used, expired or for another purpose
 */
export async function isWholeLink(
  ctx: RequestContext,
  kinds: readonly [SecretKind, ...SecretKind[]],
  token: string,
): Promise<boolean> {
  const hash = await secretHash(ctx, kinds[0], token);
  if (hash === null) return false;
  const now = ctx.clock.now();
  const owners = kinds.map((kind) => [kind, findSecretOwner(ctx.accountsDb, { hash, kind, now })] as const);
  const found = await runBatch(ctx.accountsDb, Object.fromEntries(owners));
  if (Object.values(found).every((rows) => rows.length === 0)) throw invalidToken();
  return true;
}
