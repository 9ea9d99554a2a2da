import type { RequestContext } from "../../context.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import { deleteUnused, findShown, listDue, writeChecked } from "./queries.ts";
import { pathOf } from "./upload-path.ts";

/** An image that no event shows for a day is deleted. */
const UNUSED_MS = DAY_MS;
/** Between the two looks at an image that no event shows: longer than a request that chooses it may take. */
const SECOND_LOOK_MS = 5 * MINUTE_MS;
/** Images of one run: as many as the store deletes in one call. */
const MAX_IMAGES = 1_000;

/**
 * When an image is looked at next: a day later, on the hour. A look reads the branding of all events, so that images which
 * are due together share one.
 */
export function nextCheck(now: number): number {
  return Math.ceil((now + UNUSED_MS) / HOUR_MS) * HOUR_MS;
}

/**
 * Deletes the images that no event shows, of which closed events that can be restored are some. The first look marks an
 * image, so that no branding can choose it any more; the second deletes it unless a request chose it before the mark.
 * Idempotent: the rows go last.
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
