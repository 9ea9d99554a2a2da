import { type SQL, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { uploads } from "../../db/schema/platform.ts";

/** 16 random bytes in hexadecimal and the extension of the format. */
export const UPLOADED_FILE = /^[0-9a-f]{32}\.(?:jpg|png)$/;

/** Query parameter for images in emails and in the console's sandboxed previews, because both count as other sites. */
export const EMBED = "embed";

const FOLDER = "/uploads/";

/** Returns the path of an image without a host, because it is valid under every name of the service. */
export function pathOf(file: string): string {
  return `${FOLDER}${file}`;
}

/** The file name in such a path, or null for anything else: another host, `..`, an escape, a query. */
export function fileAt(path: string): string | null {
  const file = path.startsWith(FOLDER) ? path.slice(FOLDER.length) : "";
  return UPLOADED_FILE.test(file) ? file : null;
}

/** The form of an image in a request: its path, or its address on some host. */
export const IMAGE_ADDRESS = /^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#@\\]+)?(\/uploads\/[0-9a-f]{32}\.(?:jpg|png))$/;

/**
 * Returns the path of an image that a request names by its path or by its address at this service. Returns null for
 * anything else, such as another host.
 */
export function pathAtService(address: string, publicUrl: string): string | null {
  const path = IMAGE_ADDRESS.exec(address)?.[1];
  if (path === undefined || fileAt(path) === null) return null;
  return address === path || new URL(address).origin === new URL(publicUrl).origin ? path : null;
}

/** Selects the given files that are recorded. */
export function findUploads(db: AccountsDatabase, files: readonly string[]) {
  return db.select({ file: uploads.file, unusedAt: uploads.unusedAt }).from(uploads).where(isGiven(files));
}

export function isGiven(files: readonly string[]): SQL {
  return sql`${uploads.file} in (select value from json_each(${JSON.stringify(files)}))`;
}
