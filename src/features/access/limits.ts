import type { RouteLimit } from "../../http/rate-limit.ts";
import { verifyGuestToken } from "../invitations/guest-link.ts";

/** 60 a minute for each link: a family may share one, a script may not hammer one. */
const GUEST_RULE = { name: "guest", limit: 60, windowSeconds: 60 };
/** Each link may ask for this many edit mails. */
const EDIT_LINK_RULE = { name: "edit-link", limit: 3, windowSeconds: 3_600 };

/** The limit of guest routes that carry the link in their path. A forged link has no key, and costs nothing. */
export const PER_LINK: RouteLimit = {
  rule: GUEST_RULE,
  key: (c) => verifyGuestToken(c.var.ctx, c.req.param("token") ?? ""),
  partitionKey: issuedTogether,
  precision: "exact",
  mode: "parallel",
};

/** The same limit where the body carries the link. */
export const PER_LINK_IN_BODY: RouteLimit = {
  ...PER_LINK,
  async key(c) {
    const body: unknown = await c.req.json().catch(() => null);
    const token = typeof body === "object" && body !== null && "token" in body ? body.token : null;
    return typeof token === "string" ? verifyGuestToken(c.var.ctx, token) : null;
  },
};

/** The limit of edit mails for each link. Its window is long, so each link has an object that remembers. */
export const PER_LINK_EDIT_MAIL: RouteLimit = {
  rule: EDIT_LINK_RULE,
  key: PER_LINK.key,
  precision: "exact",
  mode: "blocking",
};

/**
 * Links that were issued within the same minute belong mostly to one event, whose guests live in one part of the world
 * and come in the same hours: an object that counts for all of them is near and awake, where one for each link would be
 * made anew while its guest waits. The last digit is random and makes 16 of it, so that none gets too busy.
 */
function issuedTogether(tokenId: string): string {
  return `${tokenId.slice(0, 8)}${tokenId.slice(-1)}`;
}
