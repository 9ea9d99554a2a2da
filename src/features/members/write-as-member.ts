import type { BatchItem } from "drizzle-orm/batch";
import type { BatchOf } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { asMember, type EventCaller } from "./as-member.ts";
import { requireStanding } from "./queries.ts";

/**
 * Writes statements in one batch while the caller may, or nothing of them. The role is asked once for all of them. For
 * verbs that `once` runs, and statements that break no constraint themselves, a claim apart.
 * @returns their results, in their order
 * @throws AppError what asking again gives a caller who has lost the event meanwhile
 */
export async function writeAsMember<const T extends readonly BatchItem<"sqlite">[]>(
  services: Services,
  caller: EventCaller,
  statements: T,
): Promise<BatchOf<T>> {
  const { db } = services;
  try {
    const [, ...results] = await db.batch([requireStanding(db, caller), ...statements]);
    return results;
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    // With an `Idempotency-Key` it may be the key that broke the batch: `once` asks again for both.
    if (services.requestKey === null) await asMember(services, caller, []);
    throw notFound();
  }
}
