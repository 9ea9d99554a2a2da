import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { clientAddress } from "../../http/request-facts.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import { callerOf, SESSION } from "../accounts/session.ts";
import { acceptTerms } from "./accept-terms.ts";
import { presentUser } from "./present.ts";
import { readMe } from "./read-me.ts";
import { AcceptTerms, PublicIp, User } from "./schemas.ts";

const tag = "Account";

export const meRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

meRoutes.openapi(
  endpoint({
    name: "readMe",
    tag,
    method: "get",
    path: "/me",
    summary: "Read your account",
    access: SESSION,
    answers: { 200: json(User, "Your account.") },
  }),
  async (c) => c.json(presentUser(await readMe(c.var.ctx, callerOf(c))), 200),
);

meRoutes.openapi(
  endpoint({
    name: "acceptTerms",
    tag,
    method: "post",
    path: "/me/accept-terms",
    summary: "Accept the terms and the privacy policy",
    description: "Idempotent: the time of the first acceptance stays.",
    access: SESSION,
    body: AcceptTerms,
    answers: { 200: json(User, "Your account.") },
  }),
  async (c) => c.json(presentUser(await acceptTerms(c.var.ctx, callerOf(c))), 200),
);

meRoutes.openapi(
  endpoint({
    name: "readPublicIp",
    tag,
    method: "get",
    path: "/me/public-ip",
    summary: "Read the IP address that your requests come from",
    access: SESSION,
    answers: { 200: json(PublicIp, "The address as Cloudflare reports it.") },
  }),
  async (c) => {
    await authorizeUser(c.var.ctx, callerOf(c), {});
    return c.json({ ip: clientAddress(c) || null }, 200);
  },
);
