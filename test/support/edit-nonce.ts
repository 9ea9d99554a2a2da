import { env } from "cloudflare:workers";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { signId } from "../../src/kernel/signed-id.ts";
import { insertSecret } from "../../src/platform/secrets/queries.ts";
import { issueSecret } from "../../src/platform/secrets/secrets.ts";
import { createRequestContext } from "../../src/request-context.ts";

/** Issues an edit nonce of a link, as in an edit-link email. @param ageMinutes age of the nonce */
export async function issueEditNonce(tokenId: string, ageMinutes = 0): Promise<string> {
  const ctx = createRequestContext({ ...env }, () => undefined);
  const clock = { now: () => ctx.clock.now() - ageMinutes * MINUTE_MS };
  const { id, row } = await issueSecret({ ...ctx, clock }, "edit_nonce", { owner: tokenId });
  await insertSecret(ctx.db, row);
  return signId(await ctx.keyring.keysFor("edit_nonce"), id);
}
