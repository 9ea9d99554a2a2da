import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { GuestLink } from "../../invitations/guest-link.ts";
import { GIVEN_ID } from "./form-state.ts";

/** The page that thanks for an answer, at what was answered. @param editNonce the nonce with which the guest answered */
export function answeredPath({ token }: Pick<GuestLink, "token">, editNonce: string | null): string {
  const query = new URLSearchParams({ answered: "1", ...(editNonce === null ? {} : { edit: editNonce }) });
  return `/i/${token}?${query}#${GIVEN_ID}`;
}

/** Whether a request is for that page. */
export function isAnswered(c: Context<AppEnv>): boolean {
  return c.req.query("answered") !== undefined;
}

/**
 * Whether the page that follows a form can be another request: of a browser that opens pages, and not of the page's script,
 * with the cookie by which it is known again.
 */
export function mayLeave(c: Context<AppEnv>, { device }: GuestLink): boolean {
  return c.req.header("sec-fetch-mode") === "navigate" && device.sent !== null;
}
