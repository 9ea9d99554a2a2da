import { and, eq, exists, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import type { AccountsDatabase, Database } from "../db/client.ts";
import { users } from "../db/schema/accounts.ts";
import { eventBranding, events } from "../db/schema/events.ts";
import { uploads } from "../db/schema/platform.ts";
import { webhookEndpoints } from "../db/schema/webhooks.ts";
import { pathOf } from "../events/images/upload-path.ts";
import { evictAnalytics } from "../insights/analytics/analytics-cache.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { journalOf } from "../messaging/broadcasts/journals.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { deleteNotedHead } from "../platform/audit/noted-heads.ts";
import { findUndeleted, listJournaled } from "../platform/personal-data/erasure-queries.ts";
import { onEachShard } from "../platform/shards/on-shard.ts";

/** Older journals are empty: a delivery journal deletes its entries after seven days. */
const JOURNAL_MS = 8 * DAY_MS;

/** Images in one run: more than one account can have. */
const MAX_IMAGES = 1_000;

/**
 * Erases a deleted guest's or event's data outside the event's database: activity messages of monitors, the analytics
 * cache and the engine's history. For a guest also erases delivery journals; for an event, webhook endpoints and the
 * stored head of the audit chain. Idempotent. Does nothing while the guest or event exists, so a wrong message erases
 * nothing.
 * @throws the first error, so that the message is retried
 */
export async function eraseOutsideDatabase(
  ctx: RequestContext,
  message: Extract<BusMessage, { type: "access.forget" }>,
): Promise<void> {
  const { db, clock, engine } = ctx;
  const { event_id: eventId, guest_id: guestId } = message.body;
  const [undeleted, journaled] = await db.batch([
    findUndeleted(db, eventId, guestId),
    listJournaled(db, eventId, clock.now() - JOURNAL_MS),
  ]);
  if (undeleted.length > 0) return;
  await monitorOf(ctx, eventId).eraseFrames(guestId === undefined ? { all: true } : { guestId });
  // Webhook endpoints are in the accounts database.
  if (guestId === undefined) {
    await deleteEndpointsOf(ctx.accountsDb, eventId);
    await deleteNotedHead(ctx, eventId);
  }
  if (guestId !== undefined) await Promise.all(journaled.map(({ id }) => journalOf(ctx, id).eraseGuest(guestId)));
  await evictAnalytics(ctx, eventId);
  await engine.forget(message.body);
}

/**
 * Consumer of `uploads.erase`: erases the images of a deleted account. Images that an open event shows are transferred
 * to that event's host. Deletes the rows last, so that a retry after a failure repeats the rest. Idempotent.
 * @throws the error of a database or the store, so that the message is retried
 */
export async function eraseUploads(
  ctx: RequestContext,
  { body }: Extract<BusMessage, { type: "uploads.erase" }>,
): Promise<void> {
  const { accountsDb, imageStore } = ctx;
  const rows = await listUploads(accountsDb, body.user_id, MAX_IMAGES);
  if (rows.length === 0) return;
  const fileOf = new Map(rows.map(({ file }) => [pathOf(file), file]));
  const shown = await Promise.all(onEachShard(ctx).map(({ db }) => findBrandingWith(db, [...fileOf.keys()])));
  const heirs = new Map(
    shown.flat().flatMap(({ hostId, logoUrl, coverUrl }) =>
      [logoUrl, coverUrl].flatMap((path) => {
        const file = fileOf.get(path ?? "");
        return file === undefined || hostId === body.user_id ? [] : [[file, hostId] as const];
      }),
    ),
  );
  const unused = rows.map(({ file }) => file).filter((file) => !heirs.has(file));
  if (unused.length > 0) await imageStore.delete(...unused);
  await accountsDb.batch([
    giveUploads(accountsDb, body.user_id, heirs),
    deleteUploads(accountsDb, body.user_id, unused),
  ]);
}

/** Lists the images of a user if the account was deleted. */
function listUploads(db: AccountsDatabase, userId: string, limit: number) {
  return db
    .select({ file: uploads.file })
    .from(uploads)
    .innerJoin(users, and(eq(users.id, uploads.userId), isNotNull(users.deletedAt)))
    .where(eq(uploads.userId, userId))
    .limit(limit);
}

/** The branding of open events with one of these images, and the events' hosts. @param paths as branding has them */
function findBrandingWith(db: Database, paths: readonly string[]) {
  const isGiven = (column: SQLiteColumn) => sql`${column} in (select value from json_each(${JSON.stringify(paths)}))`;
  return db
    .select({ hostId: events.hostId, logoUrl: eventBranding.logoUrl, coverUrl: eventBranding.coverUrl })
    .from(eventBranding)
    .innerJoin(events, and(eq(events.id, eventBranding.eventId), isNull(events.deletedAt)))
    .where(or(isGiven(eventBranding.logoUrl), isGiven(eventBranding.coverUrl)));
}

/** Gives images to other users. @param heirs file → user */
function giveUploads(db: AccountsDatabase, userId: string, heirs: ReadonlyMap<string, string>) {
  const given = sql`json_each(${JSON.stringify(Object.fromEntries(heirs))})`;
  const heir = sql`(select value from ${given} where key = ${uploads.file})`;
  return db
    .update(uploads)
    .set({ userId: heir })
    .where(and(eq(uploads.userId, userId), sql`${uploads.file} in (select key from ${given})`));
}

/** Deletes the records of images of a deleted account. */
function deleteUploads(db: AccountsDatabase, userId: string, files: readonly string[]) {
  const isDeleted = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNotNull(users.deletedAt))),
  );
  const isGiven = sql`${uploads.file} in (select value from json_each(${JSON.stringify(files)}))`;
  return db.delete(uploads).where(and(eq(uploads.userId, userId), isGiven, isDeleted));
}

/** Deletes the endpoints of an event, with their deliveries. */
function deleteEndpointsOf(db: AccountsDatabase, eventId: string) {
  return db.delete(webhookEndpoints).where(sql`${webhookEndpoints.eventId} = ${eventId}`);
}
