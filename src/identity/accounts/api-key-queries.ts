import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";

/** The API key with this hash. */
export function findApiKey(db: AccountsDatabase, keyHash: string) {
  return API_KEY(db, { keyHash });
}

const API_KEY = prepared((db, { keyHash }: Placeholders<{ keyHash: string }>) =>
  db
    .select({
      id: apiKeys.id,
      userId: apiKeys.userId,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      eventIds: apiKeys.eventIds,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
      allowedNetworks: apiKeys.allowedNetworks,
    })
    .from(apiKeys)
    .where(eq(apiKeys.keyHash, keyHash))
    .limit(1),
);

/** Stores the use of a key, unless one was stored after `since` (epoch milliseconds). */
export function touchApiKey(
  db: AccountsDatabase,
  id: string,
  use: { lastUsedAt: number; lastUsedPlace: string | null },
  since: number,
) {
  return db
    .update(apiKeys)
    .set(use)
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, since))));
}
