import type { RequestContext } from "../context.ts";
import { accountNotices, onceAnHour } from "../identity/notices/account-notices.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUp } from "../identity/second-factors/require-step-up.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { isNewMessage } from "../platform/audit/queries.ts";
import { recordDataExport } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeUser } from "../platform/authorization/authorize-user.ts";
import type { Caller } from "../platform/authorization/caller.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import {
  allRows,
  rowsOfEvents,
  type Section,
  wireRow,
  writeDocument,
} from "../platform/personal-data/export-document.ts";
import { exportedEvent, exportedUser } from "../platform/personal-data/export-field-queries.ts";
import {
  listOwnedEvents,
  SECTIONS_OF_EVENTS,
  SECTIONS_OF_MEMBER,
  SECTIONS_OF_USER,
} from "../platform/personal-data/export-queries.ts";
import { onShard, onShardOf } from "../platform/shards/on-shard.ts";
import { selectUserShards, shardsOf } from "../platform/shards/shards-of.ts";

/**
 * Exports all data about a user and the user's own events as one JSON document: `exported_at`, `user`, and a list per
 * section. Omits hashes and secrets of links. Reads the rows page by page.
 * @returns the chunks of the document, to be streamed
 * @throws AppError 401 if the session was revoked, 403 `step_up_required`
 */
export async function exportData(ctx: RequestContext, caller: Caller): Promise<AsyncGenerator<string>> {
  const { userId } = caller;
  const home = onShardOf(ctx, userId);
  const { user, owned, shards, authentication } = await authorizeUser(
    home,
    caller,
    { owned: listOwnedEvents(home.db, userId) },
    { shards: selectUserShards(home, userId), authentication: findAuthentication(home.accountsDb, caller) },
  );
  await requireStepUp(ctx, caller, authentication);
  const accounts = onShard(ctx, 0);
  const others = shardsOf(home, userId, shards).slice(1);
  const ofShards = [
    { shard: home, owned },
    ...(await Promise.all(others.map(async (shard) => ({ shard, owned: await listOwnedEvents(shard.db, userId) })))),
  ];
  await recordExport(ctx, userId, ofShards);
  const sections: Section[] = [
    ...ofShards.flatMap(({ shard, owned: ofShard }) => sectionsOfShard(shard, userId, ofShard)),
    ...Object.entries(SECTIONS_OF_USER).map(([name, rowsOf]): Section => [name, allRows(accounts, rowsOf(userId))]),
  ];
  return writeDocument({ exported_at: toIsoTime(ctx.clock.now()), user: wireRow(exportedUser(user)) }, sections);
}

type OwnedEvents = Awaited<ReturnType<typeof listOwnedEvents>>;

/**
 * Records the export in each event's audit log, and emails the user. Emails only the first of several exports per hour.
 */
async function recordExport(
  ctx: RequestContext,
  userId: string,
  ofShards: readonly { shard: RequestContext; owned: OwnedEvents }[],
): Promise<void> {
  const accounts = onShard(ctx, 0);
  const [notice] = accountNotices(ctx, "data_exported", [userId], { actorId: userId, detail: "account" });
  const message = notice && (await onceAnHour(ctx, notice));
  const outboxEntries = enqueue(accounts, message ? [message] : [], message && isNewMessage(accounts.db, message.id));
  await accounts.db.batch(outboxEntries.statements);
  outboxEntries.publishAfterResponse();
  for (const { shard, owned } of ofShards) {
    const eventIds = owned.map(({ event }) => event.id);
    if (eventIds.length > 0) await recordDataExport(shard.db, userId, eventIds, ctx.clock.now());
    for (const eventId of eventIds) sealAfterResponse(shard, eventId);
  }
}

/** The sections of a user's events and roles on one shard. */
function sectionsOfShard(ctx: RequestContext, userId: string, owned: OwnedEvents): Section[] {
  const eventIds = owned.map(({ event }) => event.id);
  return [
    ["events", owned.map(({ event }) => exportedEvent(event))],
    ...Object.entries(SECTIONS_OF_EVENTS).map(([name, rowsOf]): Section => [name, rowsOfEvents(ctx, eventIds, rowsOf)]),
    ...Object.entries(SECTIONS_OF_MEMBER).map(([name, rowsOf]): Section => [name, allRows(ctx, rowsOf(userId))]),
  ];
}
