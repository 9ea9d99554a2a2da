import { lt } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { idempotencyKeys } from "../../db/schema/platform.ts";
import { KEY_TTL_MS } from "./record-result.ts";

/** Deletes the idempotency records of one shard that are older than a day. */
export async function deleteExpiredKeys({ db, clock }: Pick<RequestContext, "db" | "clock">): Promise<void> {
  await deleteExpiredRecords(db, clock.now() - KEY_TTL_MS);
}

/** Deletes all records that were created before a time (epoch milliseconds). */
function deleteExpiredRecords(db: Database, before: number) {
  return db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
