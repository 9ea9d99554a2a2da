import { withDeadline } from "../../kernel/deadline.ts";
import { AppError } from "../../kernel/errors.ts";

/** A page waits for the image. */
const READ_WITHIN_MS = 5_000;
/** Up to 4 MB to the bucket's region. */
const WRITE_WITHIN_MS = 15_000;

export interface StoredImage {
  body: ReadableStream;
  /** Quoted, as in the header. */
  etag: string;
  bytes: number;
}

/** Stores images by file name. */
export interface ImageStore {
  put(file: string, bytes: Uint8Array): Promise<void>;
  get(file: string): Promise<StoredImage | null>;
  /** Deletes up to 1,000 images. Absent images count as deleted. */
  delete(...files: string[]): Promise<void>;
}

/**
 * Images in R2, keyed by file name. Every method throws 503 `storage_unavailable` when the bucket fails or is too slow.
 */
export function createImageStore(bucket: R2Bucket): ImageStore {
  return {
    async put(file, bytes) {
      await withBucket(WRITE_WITHIN_MS, () => bucket.put(file, bytes as Uint8Array<ArrayBuffer>));
    },
    async get(file) {
      const object = await withBucket(READ_WITHIN_MS, () => bucket.get(file));
      return object === null ? null : { body: object.body, etag: object.httpEtag, bytes: object.size };
    },
    async delete(...files) {
      await withBucket(WRITE_WITHIN_MS, () => bucket.delete(files));
    },
  };
}

async function withBucket<T>(ms: number, call: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(ms, call);
  } catch {
    throw new AppError("storage_unavailable");
  }
}
