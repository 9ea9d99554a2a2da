import { shardOf } from "../kernel/ids.ts";
import { decodedPart, tidyToken } from "../kernel/link-token.ts";
import { type Region, regionOfShard } from "../kernel/regions.ts";
import { unverifiedIdOf, verifySignedId } from "../kernel/signed-id.ts";
import type { Edge } from "./edge-env.ts";

/** Destination of a request. `body`: the body if it was read; null if the request still has it. */
export type Destination =
  | { kind: "region"; region: Region; body: ArrayBuffer | null }
  /** Its guest link is malformed or was not signed by this service. */
  | { kind: "forged" };

/** Routes of a guest link: the API, its RSVPs and the page. */
const GUEST_LINK = /^\/(?:access|rsvp|i)\/([^/]+)(?:\/|$)/;
/** The invite of a collaborator has the number of its event's shard. Its signature is checked beside the data. */
const INVITE = /^\/invites\/([^/]+)(?:\/|$)/;
/** An event, by its ID. */
const EVENT = /^\/events\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})(?:\/|$)/i;
/** The only route with the link in its body. The edge reads bodies up to `MAX_BODY_BYTES`. */
const LINK_IN_BODY = "/rsvp";
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Returns the region for a request: the region of its event's shard, whose number is in the link or ID. Needs no I/O.
 * Other requests go to the first region, which has the accounts. Every region can answer any request, but later.
 */
export async function destinationOf({ regions, keyring }: Edge, request: Request): Promise<Destination> {
  const { pathname } = new URL(request.url);
  const linked = await linkedBody(request, pathname);
  const at = (id: string | null): Destination => ({
    kind: "region",
    region: id === null ? regions[0] : regionOfShard(regions, shardOf(id)),
    body: linked?.body ?? null,
  });
  const token = linked?.token ?? tokenInPath(pathname);
  if (token !== null) {
    if (keyring === null) return at(unverifiedIdOf(token));
    const id = await verifySignedId(await keyring.keysFor("guest_token"), tidyToken(token));
    return id === null ? { kind: "forged" } : at(id);
  }
  const invite = INVITE.exec(pathname)?.[1];
  return at(invite === undefined ? (EVENT.exec(pathname)?.[1] ?? null) : unverifiedIdOf(decodedPart(invite)));
}

/** Returns the token in the path of a guest's route; null without one. What else has a dot is a file. */
function tokenInPath(pathname: string): string | null {
  const copied = GUEST_LINK.exec(pathname)?.[1];
  if (copied === undefined) return null;
  const text = decodedPart(copied);
  return text.includes(".") && unverifiedIdOf(text) === null ? null : text;
}

/** Returns the body of an RSVP, with its link token if there is one. Null for other requests and for longer bodies. */
async function linkedBody(request: Request, pathname: string): Promise<{ body: ArrayBuffer; token?: string } | null> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (pathname !== LINK_IN_BODY || request.method !== "POST" || !(length <= MAX_BODY_BYTES)) return null;
  const body = await request.arrayBuffer();
  const token = tokenIn(new TextDecoder().decode(body));
  return token === null ? { body } : { body, token };
}

function tokenIn(text: string): string | null {
  try {
    const { token } = JSON.parse(text);
    return typeof token === "string" ? token : null;
  } catch {
    return null;
  }
}
