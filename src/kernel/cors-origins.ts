/**
 * Reads a list of origins, separated by commas. Null if one is not an origin as browsers send it: `null` is sent by
 * sandboxed frames and files of anybody.
 */
export function parseOrigins(list: string): string[] | null {
  const origins = list
    .split(",")
    .map((origin) => origin.trim())
    .filter((origin) => origin !== "");
  return origins.every(isOrigin) ? origins : null;
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}
