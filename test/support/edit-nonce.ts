import { env } from "cloudflare:workers";
import { insertEditNonce } from "../../src/features/access/queries.ts";
import { sha256Hex } from "../../src/kernel/bytes.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import { signId } from "../../src/kernel/signed-id.ts";
import { createRequestContext } from "../../src/request-context.ts";

/** Issues an edit nonce of a link, as an edit-link email has it. @param ageMinutes how long ago */
export async function issueEditNonce(tokenId: string, ageMinutes = 0): Promise<string> {
  const { db, keyring, clock } = createRequestContext({ ...env }, () => undefined);
  const createdAt = clock.now() - ageMinutes * MINUTE_MS;
  const nonce = await signId(await keyring.keysFor("edit_nonce"), newId(createdAt));
  const expiresAt = createdAt + 30 * MINUTE_MS;
  await insertEditNonce(db, { nonceHash: await sha256Hex(nonce), tokenId, createdAt, expiresAt });
  return nonce;
}
