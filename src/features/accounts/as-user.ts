import type { BatchItem } from "drizzle-orm/batch";
import type { BatchOf } from "../../db/client.ts";
import { unauthenticated } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { findLiveSession, type LiveUser } from "./queries.ts";
import type { Caller } from "./session-token.ts";

/**
 * Runs statements for a signed-in user in one batch with the question whether the session still stands, so that it
 * costs no trip of its own. For reads: a write belongs in a second batch, after this one said yes.
 * @returns the user's own row, then the statements' results in their order
 * @throws AppError 401 when the account is gone or its sessions were ended since the token was issued
 */
export async function asUser<const T extends readonly BatchItem<"sqlite">[]>(
  services: Pick<Services, "db">,
  caller: Caller,
  statements: T,
): Promise<[LiveUser, ...BatchOf<T>]> {
  const [users, ...results] = await services.db.batch([findLiveSession(services.db, caller), ...statements]);
  const user = users[0];
  if (user === undefined) throw unauthenticated();
  caller.verified = true;
  return [user, ...(results as unknown as BatchOf<T>)];
}
