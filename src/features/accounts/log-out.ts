import { sha256Hex } from "../../kernel/bytes.ts";
import { verifySignedId } from "../../kernel/signed-id.ts";
import type { RequestContext } from "../../request-context.ts";
import { revokeFamilyOf } from "./queries.ts";

/** Revokes the token family of a refresh token, used or not. An invalid token changes nothing. */
export async function logOut(ctx: RequestContext, refreshToken: string): Promise<void> {
  const { accountsDb: db, keyring, clock } = ctx;
  const id = await verifySignedId(await keyring.keysFor("refresh_token"), refreshToken);
  if (id === null) return;
  await revokeFamilyOf(db, { id, tokenHash: await sha256Hex(refreshToken) }, clock.now());
}
