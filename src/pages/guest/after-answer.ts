import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { GuestLink } from "../../invitations/guest-link.ts";
import { GIVEN_ID } from "./form-state.ts";

/**
 * Returns the path of the page that thanks for an RSVP, at the RSVP's card.
 * @param editNonce the nonce of the guest's request
 */
export function answeredPath({ token }: Pick<GuestLink, "token">, editNonce: string | null): string {
  const query = new URLSearchParams({ answered: "1", ...(editNonce === null ? {} : { edit: editNonce }) });
  return `/i/${token}?${query}#${GIVEN_ID}`;
}

/** True if a request is for that page. */
export function isAnswered(c: Context<AppEnv>): boolean {
  return c.req.query("answered") !== undefined;
}

/**
 * True if the page after a form can be a separate request: for a navigation of a browser with the device cookie, not
 * for a request of the page's script.
 */
export function mayLeave(c: Context<AppEnv>, { device }: GuestLink): boolean {
  return c.req.header("sec-fetch-mode") === "navigate" && device.sent !== null;
}
