import { type BatchResults, type NamedStatements, runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "./authorize-member.ts";
import { assertRole } from "./queries.ts";

/**
 * Writes named statements in one batch after a check of the caller's role: all of them, or none when the role was lost.
 * For statements that violate no constraint themselves, except the idempotency record of a verb made by `idempotent`.
 * @returns each statement's result under its name
 * @throws AppError what `authorizeMember` throws for a caller who lost the role or the event since the verb read it
 */
export async function writeAsMember<const T extends NamedStatements>(
  ctx: RequestContext,
  caller: EventCaller,
  statements: T,
): Promise<BatchResults<T>> {
  const { db } = ctx;
  try {
    return await runBatch(db, { role: assertRole(db, caller), ...statements });
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    // With an `Idempotency-Key`, a used key may have aborted the batch: `idempotent` checks role and key.
    if (ctx.requestKey === null) await authorizeMember(ctx, caller, {});
    throw notFound();
  }
}
