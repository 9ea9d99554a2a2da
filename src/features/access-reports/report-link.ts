import { fromBase64Url, sameBytes, toBase64Url } from "../../kernel/bytes.ts";
import { idFromBytes, idToBytes } from "../../kernel/ids.ts";
import { noteUse } from "../../kernel/keyring.ts";
import type { RequestContext } from "../../request-context.ts";

/** The path in front of a report's token. */
const PATH = "/not-me/";
const ID_BYTES = 16;
/** As much of the HMAC as guest links have. */
const MAC_BYTES = 16;
/** base64url of two ids and the HMAC. */
const PATTERN = /^[A-Za-z0-9_-]{64}$/;

/** An access, and the link that it used. */
export interface ReportedAccess {
  /** Its id says on which shard the access is. */
  tokenId: string;
  accessLogId: string;
}

type Keys = Pick<RequestContext, "keyring">;

/** Where a guest says that an access was somebody else's. Only the guest's own mails have it. */
export async function reportUrl(
  { config, keyring }: Keys & Pick<RequestContext, "config">,
  access: ReportedAccess,
): Promise<string> {
  const [key] = await keyring.keysFor("access_report");
  const bytes = new Uint8Array(2 * ID_BYTES + MAC_BYTES);
  bytes.set(idsOf(access), 0);
  bytes.set(await macOf(key, idsOf(access)), 2 * ID_BYTES);
  return `${config.PUBLIC_URL}${reportPath(toBase64Url(bytes))}`;
}

/** The path of a report's page. */
export function reportPath(token: string): string {
  return `${PATH}${token}`;
}

/** What a report is about; null for a token that is malformed or that the service did not sign. No I/O. */
export async function verifyReport({ keyring }: Keys, token: string): Promise<ReportedAccess | null> {
  const bytes = PATTERN.test(token) ? fromBase64Url(token) : null;
  if (bytes === null) return null;
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  for (const key of await keyring.keysFor("access_report")) {
    if (!sameBytes(await macOf(key, ids), bytes.subarray(2 * ID_BYTES))) continue;
    noteUse(key);
    return { tokenId: idFromBytes(ids.subarray(0, ID_BYTES)), accessLogId: idFromBytes(ids.subarray(ID_BYTES)) };
  }
  return null;
}

function idsOf({ tokenId, accessLogId }: ReportedAccess): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * ID_BYTES);
  bytes.set(idToBytes(tokenId), 0);
  bytes.set(idToBytes(accessLogId), ID_BYTES);
  return bytes;
}

async function macOf(key: CryptoKey, ids: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, ids)).subarray(0, MAC_BYTES);
}
