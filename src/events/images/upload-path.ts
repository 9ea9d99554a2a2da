/** 16 random bytes in hexadecimal and the extension of the format. */
export const UPLOADED_FILE = /^[0-9a-f]{32}\.(?:jpg|png)$/;

/** The query with which mails, and the console's sandboxed previews, show an image: they are other sites. */
export const EMBED = "embed";

const FOLDER = "/uploads/";

/** The path at which an image is served, without a host: it holds under every name of the service. */
export function pathOf(file: string): string {
  return `${FOLDER}${file}`;
}

/** The file name in such a path, or null for anything else: another host, `..`, an escape, a query. */
export function fileAt(path: string): string | null {
  const file = path.startsWith(FOLDER) ? path.slice(FOLDER.length) : "";
  return UPLOADED_FILE.test(file) ? file : null;
}
