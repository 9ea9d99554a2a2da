import type { RequestContext } from "../../context.ts";
import { fromBase64Url, toBase64Url } from "../../kernel/bytes.ts";
import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Keyring } from "../../kernel/keyring.ts";
import { openSealed, sealText } from "../../kernel/sealed-text.ts";

/** How long after the event a device is known. */
const KEPT_AFTER_EVENT_MS = 30 * DAY_MS;
/** Who opens the invitation later than that is known for a day. */
const MIN_KEPT_MS = DAY_MS;
/** A value is sealed again when the event has moved by more than this. */
const RENEWED_FROM_MS = DAY_MS;
/** The sealed value of a device has about 100 characters; a longer one is not looked at. */
const MAX_VALUE_LENGTH = 160;
const ID_BYTES = 16;
/** As much of the hash as the id is long. */
const HASH_BYTES = 16;

/**
 * The browser or client behind a request on a guest's link, known by a random id that it keeps: a browser in a cookie, an
 * API client in a header. The id is sealed for the link that it was issued with, so that it tells nothing about the same
 * browser at another link, and a replaced link has no devices yet.
 */
export interface GuestDevice {
  /** What database, log and engine know of the id: its hash, 22 characters. */
  hash: string;
  /** The id itself; only `deviceValue` looks at it. */
  id: string;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Issued with the response to this request: the request had none, or none that counts. */
  isNew: boolean;
  /**
   * Whether it says something about the guest. An API client that sends none may not keep any, and so it says nothing that
   * its id is new; a browser that comes without its cookie is another browser, or one that takes no cookies.
   */
  isEvidence: boolean;
  /** The value that the client sent, and until when it is valid; null for a new device, or an earlier secret's value. */
  sent: { value: string; expiresAt: number } | null;
}

/** A request's device with what the database knows of it. */
export interface KnownDevice extends GuestDevice {
  /** Its user has entered a code, or used an edit link, that was sent to the guest. */
  isProved: boolean;
}

type Context = Pick<RequestContext, "keyring" | "clock">;

/**
 * The device of a request, or a new one: where the client sent nothing, or a value that is malformed, altered, of another
 * link or expired. No I/O.
 * @param carrier how clients of the route keep the value
 */
export async function deviceOfRequest(
  { keyring, clock }: Context,
  tokenId: string,
  value: string | undefined,
  carrier: "cookie" | "header",
): Promise<GuestDevice> {
  const now = clock.now();
  const known = value === undefined ? null : await openValue(keyring, tokenId, value, now);
  return known ?? newDevice(now, carrier === "cookie");
}

/** A device that nobody has used before. */
export async function newDevice(now: number, isEvidence: boolean): Promise<GuestDevice> {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return { hash: await hashOf(bytes), id: toBase64Url(bytes), issuedAt: now, isNew: true, isEvidence, sent: null };
}

/** Until when the devices of guests are known of an event that ends at `endsAt`, epoch milliseconds. */
export function deviceExpiry(endsAt: number, now: number): number {
  return Math.max(endsAt + KEPT_AFTER_EVENT_MS, now + MIN_KEPT_MS);
}

/** The value for the client to keep until `expiresAt`: the one that it sent, as long as that is good enough. */
export async function deviceValue(
  { keyring }: Pick<Context, "keyring">,
  tokenId: string,
  { id, issuedAt, sent }: GuestDevice,
  expiresAt: number,
): Promise<string> {
  if (sent !== null && Math.abs(sent.expiresAt - expiresAt) < RENEWED_FROM_MS) return sent.value;
  const text = [id, ...[issuedAt, expiresAt].map((moment) => Math.floor(moment / SECOND_MS))].join(" ");
  return sealText(await keyring.keysFor("guest_device"), text, tokenId);
}

async function openValue(keyring: Keyring, tokenId: string, value: string, now: number): Promise<GuestDevice | null> {
  if (value.length > MAX_VALUE_LENGTH) return null;
  const opened = await openSealed(await keyring.keysFor("guest_device"), value, tokenId);
  if (opened === null) return null;
  const [id = "", issued, expires] = opened.text.split(" ");
  const bytes = fromBase64Url(id);
  const expiresAt = Number(expires) * SECOND_MS;
  if (bytes === null || !(expiresAt > now)) return null;
  return {
    hash: await hashOf(bytes),
    id,
    issuedAt: Number(issued) * SECOND_MS,
    isNew: false,
    isEvidence: true,
    sent: opened.isOutdated ? null : { value, expiresAt },
  };
}

async function hashOf(id: Uint8Array<ArrayBuffer>): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", id)).subarray(0, HASH_BYTES));
}
