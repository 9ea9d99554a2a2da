import { idFromBytes } from "../../kernel/ids.ts";

/** Returns the ID of a link: half of its hash as a UUID of version 8. The ID does not reveal the link's secret. */
export function idOfLink(hash: string): string {
  const bytes = Uint8Array.fromHex(hash.slice(0, 32));
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return idFromBytes(bytes);
}
