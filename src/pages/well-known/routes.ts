import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { DAY_MS, toIsoTime } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";

/** Less than a year, as RFC 9116, section 2.5.5 recommends. Each request creates the file again. */
const VALID_MS = 180 * DAY_MS;

/** Addresses that programs know of every site (RFC 8615). */
export const wellKnownRoutes = new Hono<AppEnv>();

/** Password managers open this URL to change a password (W3C, "A Well-Known URL for Changing Passwords"). */
wellKnownRoutes.get("/.well-known/change-password", (c) => c.redirect("/app/account/security"));

/** Returns the contact for vulnerability reports (RFC 9116). 404 unless `SECURITY_CONTACT` is set. */
wellKnownRoutes.get("/.well-known/security.txt", (c) => {
  const { config, clock } = c.var.ctx;
  if (config.SECURITY_CONTACT === undefined) throw notFound();
  const fields = [
    `Contact: ${config.SECURITY_CONTACT}`,
    `Expires: ${toIsoTime(clock.now() + VALID_MS)}`,
    "Preferred-Languages: en",
    `Canonical: ${config.PUBLIC_URL}/.well-known/security.txt`,
  ];
  return c.text(`${fields.join("\n")}\n`);
});
