import { runBatch } from "../../db/batch.ts";
import { unauthenticated } from "../../kernel/errors.ts";
import { accountChanged } from "../../platform/account-replicas/account-changed.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { updateName } from "../accounts/account-change-queries.ts";
import { hasLiveSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { type Me, readMe } from "./read-me.ts";

/** Changes the caller's name, which guests and other members see. */
export async function renameUser(ctx: RequestContext, caller: Caller, name: string): Promise<Me> {
  const me = await readMe(ctx, caller);
  const { accountsDb: db, clock } = ctx;
  const guard = hasLiveSession(db, me.user);
  const outboxEntries = enqueue(ctx, accountChanged(ctx, me.user.id), guard);
  const { renamed } = await runBatch(db, {
    outbox: outboxEntries.statements,
    renamed: updateName(db, me.user.id, name, clock.now(), guard),
  });
  if (renamed[0] === undefined) throw unauthenticated();
  outboxEntries.publishAfterResponse();
  return { ...me, user: { ...me.user, name } };
}
