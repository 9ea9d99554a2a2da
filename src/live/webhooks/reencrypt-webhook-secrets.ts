import { and, asc, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { sealingKeyId } from "../../kernel/encrypted-text.ts";
import type { EndpointRow } from "./endpoint-queries.ts";
import { resealed } from "./webhook-secret.ts";

/** Endpoints per batch, and batches per alarm. */
const ENDPOINTS_PER_BATCH = 100;
const BATCHES_PER_ALARM = 10;

/**
 * Re-encrypts the secrets of webhook endpoints with the newest platform secret. Once none is left, the previous
 * platform secret can be removed. Costs nothing when the secret has not changed. Idempotent.
 * @returns how many endpoints were changed
 */
export async function reencryptWebhookSecrets(ctx: RequestContext): Promise<number> {
  const { accountsDb: db, keyring, shard } = ctx;
  const keys = await keyring.keysFor("webhook_secret");
  if (shard !== 0 || keys.length < 2) return 0;
  const keyId = await sealingKeyId(keys);
  let changed = 0;
  let after = "";
  for (let batch = 0; batch < BATCHES_PER_ALARM; batch++) {
    const rows = await listOutdatedSecrets(db, keyId, after, ENDPOINTS_PER_BATCH);
    const found = await Promise.all(
      rows.map(async (row) => {
        const { id, sealedSecret, previousSealedSecret } = row;
        const current = await resealed(ctx, id, sealedSecret);
        const previous = previousSealedSecret === null ? null : await resealed(ctx, id, previousSealedSecret);
        return { row, current, previous };
      }),
    );
    const updates = found.flatMap(({ row, current, previous }) =>
      current === null
        ? []
        : [replaceSealedSecrets(db, row, { sealedSecret: current, previousSealedSecret: previous })],
    );
    await runBatch(db, { updates });
    changed += updates.length;
    after = rows.at(-1)?.id ?? "";
    if (rows.length < ENDPOINTS_PER_BATCH) break;
  }
  return changed;
}

/** Endpoints with a secret that is not encrypted with the newest key. */
function listOutdatedSecrets(db: AccountsDatabase, keyId: string, after: string, limit: number) {
  const { id, sealedSecret, previousSealedSecret } = webhookEndpoints;
  const isOutdated = (sealed: typeof sealedSecret | typeof previousSealedSecret) =>
    sql`substr(${sealed}, 1, ${keyId.length}) <> ${keyId}`;
  return db
    .select({ id, sealedSecret, previousSealedSecret })
    .from(webhookEndpoints)
    .where(and(sql`${id} > ${after}`, sql`(${isOutdated(sealedSecret)} or ${isOutdated(previousSealedSecret)})`))
    .orderBy(asc(id))
    .limit(limit);
}

/** Replaces the stored form of secrets, unless they have been rotated since. */
function replaceSealedSecrets(
  db: AccountsDatabase,
  before: Pick<EndpointRow, "id" | "sealedSecret">,
  after: Pick<EndpointRow, "sealedSecret" | "previousSealedSecret">,
) {
  return db
    .update(webhookEndpoints)
    .set(after)
    .where(and(eq(webhookEndpoints.id, before.id), eq(webhookEndpoints.sealedSecret, before.sealedSecret)));
}
