import type { BatchItem } from "drizzle-orm/batch";
import type { BatchOf } from "../../db/client.ts";
import { unauthenticated } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { readBoth } from "../databases/read-both.ts";
import { findLiveSession, type LiveUser } from "./queries.ts";
import type { Caller } from "./session-token.ts";

/**
 * Runs statements for a signed-in user in one batch with the question whether the session still stands, so that it
 * costs no trip of its own. For reads: a write belongs in a second batch, after this one said yes.
 * @param statements made with `db`, the database of the user's events or of one event
 * @param ofAccounts made with `accountsDb`, where the session is asked for
 * @returns the user's own row, then the statements' results in their order, those of accounts last
 * @throws AppError 401 when the account is gone or its sessions were ended since the token was issued
 */
export async function asUser<
  const T extends readonly BatchItem<"sqlite">[],
  const A extends readonly BatchItem<"sqlite">[] = [],
>(
  services: Pick<Services, "db" | "accountsDb" | "database">,
  caller: Caller,
  statements: T,
  ofAccounts?: A,
): Promise<[LiveUser, ...BatchOf<T>, ...BatchOf<A>]> {
  const session = findLiveSession(services.accountsDb, caller);
  const [[users, ...accounts], results] = await readBoth(services, [session, ...(ofAccounts ?? [])], statements);
  const user = users[0];
  if (user === undefined) throw unauthenticated();
  caller.verified = true;
  return [user, ...results, ...(accounts as BatchOf<A>)];
}
