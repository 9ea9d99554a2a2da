import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { clientAddress } from "../../http/request-facts.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import { Accepted } from "../accounts/schemas.ts";
import { callerOf, SESSION } from "../accounts/session.ts";
import { perUser, perUserExactly } from "../accounts/user-limit.ts";
import { changePassword } from "./change-password.ts";
import { presentUser } from "./present.ts";
import { acceptTerms, changeUser, readMe } from "./profile.ts";
import { requestEmailChange } from "./request-email-change.ts";
import { AcceptTerms, ChangeEmail, ChangePassword, ChangeUser, PublicIp, User } from "./schemas.ts";

const tag = "Account";

/** In 15 minutes, of a user: enough for typing errors, too few for guessing the password with a stolen session. */
const PASSWORD_TRIES = perUserExactly({ name: "password", limit: 10, windowSeconds: 900 });

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
    name: "renameUser",
    tag,
    method: "patch",
    path: "/me",
    summary: "Change your name and language",
    description:
      "Guests see your name as that of their host, and emails greet you with it. `locale` is the language of the emails that you get, where there is one of ours for it, else English.",
    access: SESSION,
    limits: [perUser("events")],
    body: ChangeUser,
    answers: { 200: json(User, "Your account.") },
  }),
  async (c) => c.json(presentUser(await changeUser(c.var.ctx, callerOf(c), c.req.valid("json"))), 200),
);

meRoutes.openapi(
  endpoint({
    name: "changePassword",
    tag,
    method: "post",
    path: "/me/password",
    summary: "Change your password",
    description:
      "Ends all your other sessions, and every link that was mailed to you before. A mail tells you. An account with a passkey or an authenticator app is asked for a step-up. 400 `validation_failed` with the path `current` for a wrong current password.",
    access: SESSION,
    limits: [PASSWORD_TRIES],
    body: ChangePassword,
    answers: { 204: { description: "The password is changed." } },
    refusals: ["step_up_required"],
  }),
  async (c) => {
    await changePassword(c.var.ctx, callerOf(c), c.req.valid("json"));
    return c.body(null, 204);
  },
);

meRoutes.openapi(
  endpoint({
    name: "requestEmailChange",
    tag,
    method: "post",
    path: "/me/email",
    summary: "Change your email address",
    description:
      "A mail to the new address has a link; following it, by `POST /auth/verify-email`, changes the address, and a mail to the old one tells of it, with a link that undoes the change for 72 hours. An account with a passkey or an authenticator app is asked for a step-up. The response does not reveal whether another account has the address. 400 `validation_failed` with the path `password` for a wrong password.",
    access: SESSION,
    limits: [PASSWORD_TRIES],
    body: ChangeEmail,
    answers: { 202: json(Accepted, "A mail will be sent to the new address.") },
    refusals: ["step_up_required"],
  }),
  async (c) => {
    await requestEmailChange(c.var.ctx, callerOf(c), c.req.valid("json"));
    return c.json({ status: "accepted" as const }, 202);
  },
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
