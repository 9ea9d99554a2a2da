import type { RequestContext } from "../../context.ts";
import { deleteExpiredRecords } from "./queries.ts";
import { KEY_TTL_MS } from "./record-result.ts";

/** Deletes the idempotency records of one shard that are older than a day. */
export async function deleteExpiredKeys({ db, clock }: Pick<RequestContext, "db" | "clock">): Promise<void> {
  await deleteExpiredRecords(db, clock.now() - KEY_TTL_MS);
}
