import { fromBase64Url, toBase64Url, utf8 } from "../../kernel/bytes.ts";
import { noteUse, type PurposeKeys } from "../../kernel/keyring.ts";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const PATTERN = new RegExp(`^(${UUID})\\.(${UUID})\\.([A-Za-z0-9_-]{43})$`);

/** Whose alerts of which event. */
export interface AlertsKey {
  eventId: string;
  userId: string;
}

/** The token of an alert's unsubscribe link: event, user, base64url(HMAC-SHA-256), with dots between. It does not expire. */
export async function signAlerts(keys: PurposeKeys, key: AlertsKey): Promise<string> {
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", keys[0], textOf(key)));
  return `${key.eventId}.${key.userId}.${toBase64Url(mac)}`;
}

/** What a token is about, or null for one that is malformed or was not signed by one of these keys. */
export async function openAlerts(keys: PurposeKeys, token: string): Promise<AlertsKey | null> {
  const [, eventId = "", userId = "", mac = ""] = PATTERN.exec(token) ?? [];
  const signature = fromBase64Url(mac);
  if (eventId === "" || signature === null) return null;
  for (const key of keys) {
    if (!(await crypto.subtle.verify("HMAC", key, signature, textOf({ eventId, userId })))) continue;
    noteUse(key);
    return { eventId, userId };
  }
  return null;
}

function textOf({ eventId, userId }: AlertsKey) {
  return utf8(`${eventId}.${userId}`);
}
