import type { RefusalReason } from "../../adapters/images/refused.ts";
import { runBatch } from "../../db/batch.ts";
import { AppError } from "../../kernel/errors.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import { hasLiveSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { countUploads, findUploads, insertUpload, isUploaded } from "./queries.ts";
import { newFileName, pathOf } from "./upload-path.ts";

/** The largest file that is taken. */
export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024;
/** Two for each of 250 events. At 2 MB each that is 1 GB: one user cannot fill the store. */
export const MAX_IMAGES_PER_USER = 500;

const REFUSALS: Record<RefusalReason, string> = {
  not_an_image: "The file is neither a JPEG nor a PNG, whatever its name says.",
  too_many_pixels: "The image has more than 16 megapixels, or a side of more than 12,000 pixels.",
  variant: "This kind of image is not shown alike everywhere. Save it as a JPEG or PNG in RGB or greyscale.",
  damaged: "The image is damaged, or cut short.",
  too_detailed: "The image does not become small enough. Send it with fewer pixels, or as a JPEG.",
};

/** 400: not an image that can be shown; `reason` says why. */
function unsupportedImage(reason: RefusalReason): AppError {
  return new AppError("unsupported_image", { reason }, REFUSALS[reason]);
}

/** 413: more bytes than an image may have. */
function imageTooLarge(): AppError {
  return new AppError("payload_too_large", { limit: MAX_UPLOAD_BYTES });
}

/** 409: the user has as many images as one may have. */
function tooManyImages(): AppError {
  return new AppError(
    "upload_limit_reached",
    {
      limit: MAX_IMAGES_PER_USER,
    },
    `You have ${MAX_IMAGES_PER_USER} images, and that is all.`,
  );
}

/**
 * Stores an image as nothing but an image: decoded, turned upright and encoded anew, under a name nobody can guess.
 * @returns the path where everybody can see it
 * @throws AppError 413 above 2 MiB, 400 `unsupported_image`, 409 `upload_limit_reached`, 503 when the store is down, 401
 *   when the session has ended meanwhile
 */
export const uploadImage = idempotent(authorizeUser, upload);

async function upload(ctx: RequestContext, caller: Caller, sent: Blob): Promise<{ path: string }> {
  const { accountsDb: db, clock, images, imageStore } = ctx;
  const { user, held } = await authorizeUser(ctx, caller, { held: countUploads(db, caller.userId) });
  if (sent.size > MAX_UPLOAD_BYTES) throw imageTooLarge();
  if ((held[0]?.count ?? 0) >= MAX_IMAGES_PER_USER) throw tooManyImages();
  const image = await images.reencode(new Uint8Array(await sent.arrayBuffer()));
  if (image.status === "refused") throw unsupportedImage(image.reason);

  const file = newFileName(image.ending);
  const row = { file, userId: caller.userId, bytes: image.bytes.length, createdAt: clock.now() };
  const outcome = { path: pathOf(file) };
  // The object comes first: a path that was given out always leads to it. Should the program die before the row is
  // written, an object stays that nobody knows the name of.
  await imageStore.put(file, image.bytes);
  try {
    const { created } = await runBatch(db, {
      created: insertUpload(db, row, MAX_IMAGES_PER_USER, hasLiveSession(db, user)),
      idempotencyRecord: recordResult(ctx, caller, outcome, isUploaded(file)),
    });
    if (created[0] === undefined) {
      await authorizeUser(ctx, caller, {});
      throw tooManyImages();
    }
    return outcome;
  } catch (error) {
    ctx.defer(() => dropUnlessNoted(ctx, file));
    throw error;
  }
}

/** A row may have been written although the answer of the database was lost: then its path may be given out yet. */
async function dropUnlessNoted({ accountsDb, imageStore }: RequestContext, file: string): Promise<void> {
  const noted = await findUploads(accountsDb, [file]);
  if (noted.length === 0) await imageStore.delete(file);
}
