import { and, asc, isNotNull, lte, or, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { eventBranding } from "../../db/schema/events.ts";
import { uploads } from "../../db/schema/platform.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import { isGiven, pathOf } from "./upload-path.ts";

/** An image that no event shows for a day is deleted. */
const UNUSED_MS = DAY_MS;
/** Between the two looks at an image that no event shows: longer than a request that chooses it may take. */
const SECOND_LOOK_MS = 5 * MINUTE_MS;
/** Images of one run: as many as the store deletes in one call. */
const MAX_IMAGES = 1_000;

/**
 * Returns the time of an image's next check: a day later, on the hour. Images that are due together share one check,
 * which reads the branding of all events.
 */
export function nextCheck(now: number): number {
  return Math.ceil((now + UNUSED_MS) / HOUR_MS) * HOUR_MS;
}

/**
 * Deletes the images that no event shows. Closed events count, because they can be restored. The first check marks an
 * image, so that no branding can choose it any more. The second check deletes it, unless a request chose it before the
 * mark. Idempotent, because files are deleted before their rows.
 */
export async function deleteUnusedUploads(ctx: RequestContext): Promise<void> {
  if (ctx.shard !== 0) return;
  const { accountsDb, clock, imageStore } = ctx;
  const now = clock.now();
  const due = await listDue(accountsDb, now, MAX_IMAGES);
  if (due.length === 0) return;
  const paths = due.map(({ file }) => pathOf(file));
  const found = await Promise.all(onEachShard(ctx).map(({ db }) => findShown(db, paths)));
  const shown = new Set(found.flat().flatMap(({ logoUrl, coverUrl }) => [logoUrl, coverUrl]));
  const unused = due.filter(({ file }) => !shown.has(pathOf(file)));
  const files = (rows: typeof due) => rows.map(({ file }) => file);
  const gone = files(unused.filter(({ unusedAt }) => unusedAt !== null));
  if (gone.length > 0) await imageStore.delete(...gone);
  await accountsDb.batch([
    deleteUnused(accountsDb, gone),
    writeChecked(accountsDb, files(unused), { unusedAt: now, checkAt: now + SECOND_LOOK_MS }),
    writeChecked(accountsDb, files(due.filter(({ file }) => shown.has(pathOf(file)))), {
      unusedAt: null,
      checkAt: nextCheck(now),
    }),
  ]);
}

/** Images that are due for a look, the longest due first. */
function listDue(db: AccountsDatabase, now: number, limit: number) {
  return db
    .select({ file: uploads.file, unusedAt: uploads.unusedAt })
    .from(uploads)
    .where(lte(uploads.checkAt, now))
    .orderBy(asc(uploads.checkAt))
    .limit(limit);
}

/** Selects the images that events show, closed events included. @param paths in the form of the branding */
function findShown(db: Database, paths: readonly string[]) {
  const { logoUrl, coverUrl } = eventBranding;
  const list = sql`(select value from json_each(${JSON.stringify(paths)}))`;
  return db
    .select({ logoUrl, coverUrl })
    .from(eventBranding)
    .where(or(sql`${logoUrl} in ${list}`, sql`${coverUrl} in ${list}`));
}

/** Stores the result of a check. */
function writeChecked(
  db: AccountsDatabase,
  files: readonly string[],
  checked: { unusedAt: number | null; checkAt: number },
) {
  return db.update(uploads).set(checked).where(isGiven(files));
}

/** Deletes the rows of images that were deleted. */
function deleteUnused(db: AccountsDatabase, files: readonly string[]) {
  return db.delete(uploads).where(and(isGiven(files), isNotNull(uploads.unusedAt)));
}
