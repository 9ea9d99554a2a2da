import type { BusMessage } from "../../../proto/bus/messages.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { pathOf } from "../uploads/upload-path.ts";
import { deleteUploads, findBrandingWith, giveUploads, listUploads } from "./upload-erasure-queries.ts";

/** Images in one run: more than one account can have. */
const MAX_IMAGES = 1_000;

/**
 * Consumer of `uploads.erase`: erases the images of a deleted account, except those that an open event shows, which
 * belong to that event's host from then on. The rows go last, so that a failure repeats the rest. Idempotent.
 * @throws what a database or the store threw: the message is retried
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
