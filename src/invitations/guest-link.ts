import type { RequestContext } from "../context.ts";
import type { AddressForm } from "../kernel/address-forms.ts";
import { signId, verifySignedId } from "../kernel/signed-id.ts";
import type { GuestDevice } from "./devices/queries.ts";

/** The path in front of a guest's token. */
const PATH = "/i/";

/** The guest link of a request. Its HMAC is verified. The verb reads whether it was revoked. */
export interface GuestLink {
  /** The ID of the access token. */
  tokenId: string;
  /** The signed token in the link. A secret: use it only in links for this guest. */
  token: string;
  /** Rejects with 429 over the link's limit. The verb awaits it in parallel with its first read. */
  rateLimitCheck: Promise<void>;
  /** The browser or client of the request. Whether it has ended, the verb reads. */
  device: GuestDevice;
  /** Makes the response, also an error, give the client this device to store until `expiresAt` (epoch milliseconds). */
  keepDevice(device: GuestDevice, expiresAt: number): void;
  /** Tells the page of an error whose link this is, in place of a verb's result. */
  opened(by: LinkHolder): void;
}

/** Holder of a link, as far as the error pages need it. */
export interface LinkHolder {
  /** The guest's language as a BCP 47 tag: set by the host, or chosen with an earlier RSVP; null if unknown. */
  guest: string | null;
  /** The event's language. */
  event: string;
  /** How the event addresses guests. */
  form: AddressForm;
  /** Empty if the request does not read it. */
  hostName: string;
}

/** The personal link of an access token. */
export async function linkFor(ctx: Pick<RequestContext, "config" | "keyring">, tokenId: string): Promise<string> {
  return linkOf(ctx, await guestTokenOf(ctx, tokenId));
}

/** The personal link around a signed token that is known to be valid. */
export function linkOf(ctx: Pick<RequestContext, "config">, token: string): string {
  return `${ctx.config.PUBLIC_URL}${linkPath(token)}`;
}

/** The path of the page of a signed token. */
export function linkPath(token: string): string {
  return `${PATH}${token}`;
}

/** The signed token of an access token, 43 characters. Computed from the ID each time and never stored. */
export async function guestTokenOf(ctx: Pick<RequestContext, "keyring">, tokenId: string): Promise<string> {
  return signId(await ctx.keyring.keysFor("guest_token"), tokenId);
}

/** The ID of the access token in a link, or null for a malformed or forged one. No I/O. */
export async function verifyGuestToken(ctx: Pick<RequestContext, "keyring">, token: string): Promise<string | null> {
  return verifySignedId(await ctx.keyring.keysFor("guest_token"), token);
}
