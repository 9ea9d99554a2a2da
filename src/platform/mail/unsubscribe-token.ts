import * as z from "zod";
import type { RequestContext } from "../../context.ts";
import { fromBase64Url, toBase64Url } from "../../kernel/bytes.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { idFromBytes, idToBytes } from "../../kernel/ids.ts";
import { signed } from "../secrets/signed.ts";
import type { EmailRecipient } from "./draft.ts";

/** Maximum hosts of one link: their IDs are in its URL. */
export const MAX_HOSTS = 20;

/** Length of an ID in a token. */
const PACKED_LENGTH = 22;

/**
 * The address in lower case, and the hosts whose emails the link ends: one, or several as their IDs in base64url. It does
 * not expire and names no guest, so that a link in an old email works after the guest was deleted.
 */
export const UNSUBSCRIBE = signed(
  "unsubscribe",
  z.object({ emailKey: z.string(), hostId: z.string().optional(), hosts: z.string().optional() }),
  null,
);

/** The event and member of a link that turns alerts off. It does not expire. */
export const ALERTS = signed("alerts", z.object({ eventId: z.string(), userId: z.string() }), null);

/** The content of an unsubscribe link. */
export interface Subscription {
  emailKey: string;
  hostIds: string[];
}

/** Verifies the token of a link. Null for one that was cut off, or that another secret signed. */
export async function readSubscription(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  token: string,
): Promise<Subscription | null> {
  const verified = await UNSUBSCRIBE.verifyLink(ctx, token);
  if (verified.status !== "valid") return null;
  const { emailKey: key, hostId, hosts = "" } = verified.content;
  if (hostId !== undefined) return { emailKey: key, hostIds: [hostId] };
  const packed = hosts.match(new RegExp(`.{${PACKED_LENGTH}}`, "g")) ?? [];
  return { emailKey: key, hostIds: packed.flatMap((id) => idFromBytes(fromBase64Url(id) ?? new Uint8Array(16))) };
}

/**
 * Returns the URL that stops the emails of hosts to a recipient. It is a page in a browser, which also offers all hosts,
 * and one click in a mail client.
 * @param hostIds at most `MAX_HOSTS`
 */
export async function unsubscribeUrl(
  ctx: Pick<RequestContext, "config" | "keyring" | "clock">,
  { address, hostIds }: Pick<EmailRecipient, "address" | "hostIds">,
): Promise<string> {
  const [hostId, ...others] = hostIds;
  const hosts = others.length === 0 ? { hostId } : { hosts: hostIds.map((id) => toBase64Url(idToBytes(id))).join("") };
  const token = await UNSUBSCRIBE.sign(ctx, { emailKey: emailKey(address), ...hosts });
  return `${ctx.config.PUBLIC_URL}/unsubscribe?token=${token}`;
}

/** The hosts whose emails an address does not get: those of the link, all hosts, or none. */
export const UNSUBSCRIBE_SCOPES = ["host", "all", "none"] as const;

export type UnsubscribeScope = (typeof UNSUBSCRIBE_SCOPES)[number];
