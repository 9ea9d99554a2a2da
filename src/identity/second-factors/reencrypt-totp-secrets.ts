import { and, eq, gt, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { totpSecrets } from "../../db/schema/second-factors.ts";
import { sealingKeyId } from "../../kernel/encrypted-text.ts";
import { decryptTotpSecret } from "./totp.ts";

/** Secrets per statement batch, and batches per alarm: a hundred milliseconds, and thousands of secrets a minute. */
const SECRETS_PER_BATCH = 100;
const BATCHES_PER_ALARM = 10;

/**
 * Re-encrypts the secrets of authenticator apps with the newest platform secret, also for accounts that do not sign in.
 * Once none is left, the previous secret can be removed. Costs nothing when the secret has not changed. Idempotent.
 * @returns how many were re-encrypted
 */
export async function reencryptTotpSecrets(ctx: RequestContext): Promise<number> {
  const { accountsDb: db, keyring, shard } = ctx;
  const keys = await keyring.keysFor("totp_secret");
  if (shard !== 0 || keys.length < 2) return 0;
  const keyId = await sealingKeyId(keys);
  let resealed = 0;
  let after = "";
  for (let batch = 0; batch < BATCHES_PER_ALARM; batch++) {
    const outdated = await listOutdatedTotp(db, keyId, after, SECRETS_PER_BATCH);
    const opened = await Promise.all(outdated.map(async (row) => ({ row, opened: await decryptTotpSecret(ctx, row) })));
    const updates = opened.flatMap(({ row, opened: found }) =>
      found === null ? [] : [replaceSealedSecret(db, row.userId, row.sealedSecret, found.sealedSecret)],
    );
    await runBatch(db, { updates });
    resealed += updates.length;
    after = outdated.at(-1)?.userId ?? "";
    if (outdated.length < SECRETS_PER_BATCH) break;
  }
  return resealed;
}

/**
 * Secrets that are not encrypted with the newest key, in the order of their users.
 * @param keyId see `sealingKeyId`
 */
function listOutdatedTotp(db: AccountsDatabase, keyId: string, after: string, limit: number) {
  return db
    .select({ userId: totpSecrets.userId, sealedSecret: totpSecrets.sealedSecret })
    .from(totpSecrets)
    .where(and(gt(totpSecrets.userId, after), sql`substr(${totpSecrets.sealedSecret}, 1, ${keyId.length}) <> ${keyId}`))
    .orderBy(totpSecrets.userId)
    .limit(limit);
}

/** Stores a re-encrypted secret, if it has not changed since it was read. */
function replaceSealedSecret(db: AccountsDatabase, userId: string, before: string, sealedSecret: string) {
  return db
    .update(totpSecrets)
    .set({ sealedSecret })
    .where(and(eq(totpSecrets.userId, userId), eq(totpSecrets.sealedSecret, before)));
}
