import type { RequestContext } from "../../context.ts";
import type { BatchResults, NamedStatements } from "../../db/batch.ts";
import { one } from "../../db/one.ts";
import { unauthenticated } from "../../kernel/errors.ts";
import { batchBoth } from "../shards/on-shard.ts";
import { type Authorized, markAuthorized } from "./authorization.ts";
import type { Caller } from "./caller.ts";
import { findLiveSession, type LiveUser } from "./session-queries.ts";

/** A signed-in user whose session the database has confirmed. */
export type AuthorizedUser = Authorized<LiveUser & { session: Caller }>;

/**
 * Runs named statements in the same D1 batch that checks the session, so the check costs no extra round trip. For
 * reads: put a write in a second batch, after this one has succeeded.
 * @param statements made with `db`, the shard of the user's events or of one event
 * @param accountStatements made with `accountsDb`, where the session is checked
 * @returns the user, and each statement's result under its name
 * @throws AppError 401 if the account was deleted or its sessions were ended since the token was issued
 */
export async function authorizeUser<
  const T extends NamedStatements & { user?: never },
  const A extends NamedStatements & { user?: never } = Record<never, never>,
>(
  ctx: Pick<RequestContext, "db" | "accountsDb" | "shard">,
  caller: Caller,
  statements: T,
  accountStatements?: A,
): Promise<{ user: AuthorizedUser } & BatchResults<T> & BatchResults<A>> {
  const [{ user, ...accounts }, events] = await batchBoth(
    ctx,
    { user: one(findLiveSession(ctx.accountsDb, caller)), ...accountStatements },
    statements,
  );
  if (user === undefined) throw unauthenticated();
  return { ...(accounts as BatchResults<A>), ...events, user: markAuthorized({ ...user, session: caller }) };
}
