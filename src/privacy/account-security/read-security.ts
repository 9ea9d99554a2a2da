import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { type LogEntry, listLog, listOrigins } from "../../identity/accounts/account-log-queries.ts";
import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { selectUserShards, shardsOf } from "../../platform/shards/shards-of.ts";
import { type Listed, listedOf } from "./listed.ts";
import { listOfAccount, listOfEvents } from "./queries.ts";

/** Everything that can act for the caller's account, and a page of the account's log. */
export interface Security {
  credentials: Listed[];
  log: Page<LogEntry>;
}

/** Reads the security of the caller's account: two round trips. */
export async function readSecurity(ctx: RequestContext, caller: Caller, query: PageQuery): Promise<Security> {
  const { accountsDb: db, clock } = ctx;
  const { userId } = caller;
  const now = clock.now();
  const page = pagerById("account-log", query);
  const { log, origins, shards, ...account } = await authorizeUser(
    ctx,
    caller,
    {},
    {
      ...listOfAccount(db, userId, now),
      log: listLog(db, userId, page.after, page.limit),
      origins: listOrigins(db, userId),
      shards: selectUserShards(ctx, userId),
    },
  );
  const found = await Promise.all(
    shardsOf(ctx, userId, shards.flat()).map((shard) => runBatch(shard.db, listOfEvents(shard.db, userId, now))),
  );
  const ofEvents = {
    device: found.flatMap(({ device }) => device),
    invite: found.flatMap(({ invite }) => invite),
  };
  const created = new Map(origins.map(({ id, ...origin }) => [id, origin]));
  return { credentials: listedOf(account, ofEvents, created), log: page.of(log, ({ id }) => id) };
}
