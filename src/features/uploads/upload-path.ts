import type { ImageEnding } from "../../adapters/images/images.ts";

/** 16 random bytes in hexadecimal, and what kind of image it is. */
export const UPLOADED_FILE = /^[0-9a-f]{32}\.(?:jpg|png)$/;

const FOLDER = "/uploads/";
const RANDOM_BYTES = 16;

/** A name that nobody can guess and nobody has had. */
export function newFileName(ending: ImageEnding): string {
  return `${crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)).toHex()}.${ending}`;
}

/** Where an image is served: a path of ours, the same under whatever name the service is reached. */
export function pathOf(file: string): string {
  return `${FOLDER}${file}`;
}

/** The file behind such a path, or null for anything else: another host, `..`, an escape, a query. */
export function fileAt(path: string): string | null {
  const file = path.startsWith(FOLDER) ? path.slice(FOLDER.length) : "";
  return UPLOADED_FILE.test(file) ? file : null;
}
