import { runBatch } from "../../db/batch.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { nothingToChange, unauthenticated } from "../../kernel/errors.ts";
import { accountChanged } from "../../platform/account-replicas/account-changed.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { updateUser } from "../accounts/account-change-queries.ts";
import { hasLiveSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { type Me, readMe } from "./read-me.ts";
import type { UserChanges } from "./schemas.ts";

/**
 * Changes the caller's name, which guests and other members see, and the language of the mails to the caller.
 * @throws AppError 400 `validation_failed` when there is nothing to change
 */
export async function changeUser(ctx: RequestContext, caller: Caller, input: UserChanges): Promise<Me> {
  const changes = definedOnly(input);
  if (Object.keys(changes).length === 0) throw nothingToChange();
  const me = await readMe(ctx, caller);
  const { accountsDb: db, clock } = ctx;
  const guard = hasLiveSession(db, me.user);
  const outboxEntries = enqueue(ctx, accountChanged(ctx, me.user.id), guard);
  const { changed } = await runBatch(db, {
    outbox: outboxEntries.statements,
    changed: updateUser(db, me.user.id, changes, clock.now(), guard),
  });
  if (changed[0] === undefined) throw unauthenticated();
  outboxEntries.publishAfterResponse();
  return { ...me, user: { ...me.user, ...changes } };
}
