import { eq, type SQL, sql } from "drizzle-orm";
import type { ImageExtension, RefusalReason } from "../../adapters/images/images.ts";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { uploads } from "../../db/schema/platform.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { log } from "../../kernel/log.ts";
import { assertOpensEvent, assertReachesAccount } from "../../platform/authorization/api-key.ts";
import { authorizeMember } from "../../platform/authorization/authorize-member.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit } from "../../platform/commit/commit.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { requireFeature, type Tier } from "../../platform/tiers/limits.ts";
import { tierIn, tierOfEvent, tierOfUser } from "../../platform/tiers/tier-of.ts";
import { nextCheck } from "./delete-unused.ts";
import { findUploads, pathOf } from "./upload-path.ts";

const RANDOM_BYTES = 16;

/** The largest file that is accepted. */
export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024;
/** Two for each of 250 events. At 2 MB each that is 1 GB: one user cannot fill the store. */
const MAX_IMAGES_PER_USER = 500;
/** Limits the images that an account hosts without an event: images that no event shows are deleted after a day. */
const MAX_IMAGES_A_DAY = 100;

const REFUSALS: Record<RefusalReason, string> = {
  not_an_image: "The content of the file is neither JPEG nor PNG.",
  too_many_pixels: "The image has more than 16 megapixels, or a side of more than 12,000 pixels.",
  damaged: "The image is damaged or incomplete.",
  too_detailed: "The image stays too large. Send fewer pixels, or a JPEG.",
};

function tooManyImages(): AppError {
  const message = `You have ${MAX_IMAGES_PER_USER} images, the limit. Use one of them.`;
  return new AppError("upload_limit_reached", { limit: MAX_IMAGES_PER_USER }, message);
}

function tooManyToday(): AppError {
  const message = `You uploaded ${MAX_IMAGES_A_DAY} images in 24 hours, the limit. Use one of them, or upload more tomorrow.`;
  return new AppError("upload_limit_reached", { limit: MAX_IMAGES_A_DAY }, message);
}

/** Why an account may store no image more, or null. */
function limitReached(stored: { count: number; recent: number } | undefined): AppError | null {
  if (stored === undefined) return null;
  if (stored.count >= MAX_IMAGES_PER_USER) return tooManyImages();
  return stored.recent >= MAX_IMAGES_A_DAY ? tooManyToday() : null;
}

/**
 * Stores an image under a random name, after decoding, rotating and encoding it again without metadata.
 * @returns the public path of the image
 * @throws AppError 402 `feature_not_in_tier`, errors of `authorizeMember` with an event, 413 above 2 MiB, 400 `unsupported_image` with a `reason`, 409 `upload_limit_reached`, 503 if images
 * cannot be processed or stored, 401 if the session was revoked during the request
 */
export const uploadImage = idempotent(authorizeUser, upload);

/** A file, and the event that it is for. Null: the caller's own events. */
interface Upload {
  eventId: string | null;
  sent: Blob;
}

async function upload(ctx: RequestContext, caller: Caller, { eventId, sent }: Upload): Promise<{ path: string }> {
  const { accountsDb: db, clock, images, imageStore } = ctx;
  const since = clock.now() - DAY_MS;
  const tier = eventId === null ? null : await tierOfEdited(ctx, caller, eventId);
  if (eventId === null) assertReachesAccount(caller);
  const { user, stored, granted } = await authorizeUser(
    ctx,
    caller,
    {},
    { stored: one(countUploads(db, caller.userId, since)), granted: tierOfUser(ctx, caller.userId) },
  );
  requireFeature(ctx.config.PUBLIC_URL, tier ?? tierIn(granted), "branding");
  if (sent.size > MAX_UPLOAD_BYTES) {
    throw new AppError("payload_too_large", { limit: MAX_UPLOAD_BYTES }, "An image has at most 2 MiB.");
  }
  const reached = limitReached(stored);
  if (reached !== null) throw reached;
  const image = await images.reencode(sent);
  if (image.status === "unavailable") {
    log("error", "image_service_failed", { request_id: ctx.id }, image.error);
    throw new AppError("images_unavailable");
  }
  if (image.status === "refused") {
    throw new AppError("unsupported_image", { reason: image.reason }, REFUSALS[image.reason]);
  }

  const file = newFileName(image.extension);
  const now = clock.now();
  const row = { file, userId: caller.userId, bytes: image.bytes.length, createdAt: now, checkAt: nextCheck(now) };
  const result = { path: pathOf(file) };
  // The object is written before the row, so that every path that was returned leads to it. A crash in between leaves
  // an object whose name was never returned.
  await imageStore.put(file, image.bytes);
  try {
    await commit(ctx, {
      by: user,
      guard: [isBelow(caller.userId, since)],
      changes: { created: db.insert(uploads).values(row) },
      result: { value: result },
      at: now,
      lost: async () => {
        const again = await authorizeUser(ctx, caller, {}, { stored: one(countUploads(db, caller.userId, since)) });
        return limitReached(again.stored) ?? tooManyImages();
      },
    });
    return result;
  } catch (error) {
    ctx.defer(() => deleteUnlessRecorded(ctx, file));
    throw error;
  }
}

/** The tier of the host of an event that the caller edits. @throws AppError as `authorizeMember` */
async function tierOfEdited(ctx: RequestContext, session: Caller, eventId: string): Promise<Tier> {
  assertOpensEvent(session, eventId);
  const onShard = onShardOf(ctx, eventId);
  const editor = { session, eventId, minimumRole: "editor" } as const;
  const { granted } = await authorizeMember(onShard, editor, { granted: tierOfEvent(onShard, eventId) });
  return tierIn(granted);
}

/** The batch may have been committed although its response was lost: a recorded file's path may still be returned. */
async function deleteUnlessRecorded({ accountsDb, imageStore }: RequestContext, file: string): Promise<void> {
  const recorded = await findUploads(accountsDb, [file]);
  if (recorded.length === 0) await imageStore.delete(file);
}

/** Counts the images that a user has stored, and those since a time (epoch milliseconds). */
function countUploads(db: AccountsDatabase, userId: string, since: number) {
  const recent = sql<number>`count(*) filter (where ${uploads.createdAt} > ${since})`;
  return db
    .select({ count: sql<number>`count(*)`.as("count"), recent: recent.as("recent") })
    .from(uploads)
    .where(eq(uploads.userId, userId));
}

/** Condition: a user has stored fewer images than the limits, in all and since a time (epoch milliseconds). */
function isBelow(userId: string, since: number): SQL {
  return sql`(select count(*) < ${MAX_IMAGES_PER_USER}
      and count(*) filter (where ${uploads.createdAt} > ${since}) < ${MAX_IMAGES_A_DAY}
    from ${uploads} where ${eq(uploads.userId, userId)})`;
}

/** A name that cannot be guessed and does not repeat. */
function newFileName(extension: ImageExtension): string {
  return `${crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)).toHex()}.${extension}`;
}
