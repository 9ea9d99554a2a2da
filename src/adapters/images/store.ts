import { withDeadline } from "../../kernel/deadline.ts";
import { AppError } from "../../kernel/errors.ts";

/** Somebody waits for the picture in a page. Milliseconds. */
const READ_WITHIN_MS = 5_000;
/** Up to 4 MB to the bucket's one region. Milliseconds. */
const WRITE_WITHIN_MS = 15_000;

export interface StoredImage {
  body: ReadableStream;
  /** Quoted, as the header wants it. */
  etag: string;
  bytes: number;
}

/** Where images are kept, by their file names. */
export interface ImageStore {
  put(file: string, bytes: Uint8Array): Promise<void>;
  get(file: string): Promise<StoredImage | null>;
  delete(file: string): Promise<void>;
}

/** Images in R2; the key of an object is its file name. Every method throws 503 when the bucket does not answer. */
export function createImageStore(bucket: R2Bucket): ImageStore {
  return {
    async put(file, bytes) {
      await reached(WRITE_WITHIN_MS, () => bucket.put(file, bytes as Uint8Array<ArrayBuffer>));
    },
    async get(file) {
      const object = await reached(READ_WITHIN_MS, () => bucket.get(file));
      return object === null ? null : { body: object.body, etag: object.httpEtag, bytes: object.size };
    },
    async delete(file) {
      await reached(WRITE_WITHIN_MS, () => bucket.delete(file));
    },
  };
}

async function reached<T>(ms: number, call: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(ms, call);
  } catch {
    throw new AppError("storage_unavailable");
  }
}
