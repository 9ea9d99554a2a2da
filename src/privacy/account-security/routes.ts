import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { callerOf, SESSION } from "../../identity/accounts/session.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { readSecurity } from "./read-security.ts";
import { revokeCredential } from "./revoke-credential.ts";
import { AccountSecurity, CredentialPath, presentSecurity } from "./schemas.ts";

const tag = "Account";
const limits = [perUser("events")];

export const accountSecurityRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

accountSecurityRoutes.openapi(
  endpoint({
    name: "readSecurity",
    tag,
    method: "get",
    path: "/me/security",
    summary: "Read what can act for your account, and what happened to it",
    description:
      "`credentials` lists sessions, passkeys, the authenticator app, recovery codes, API keys, webhook endpoints, door devices, scanner tickets, open links in emails and invites that you sent; at most 100 of a kind. `log` has the sign-ins and changes of the last 90 days, newest first; `limit` and `cursor` are for it.",
    access: SESSION,
    limits,
    query: z.object(pageQuery),
    answers: { 200: json(AccountSecurity, "What can act for your account, and its log.") },
  }),
  async (c) => {
    const caller = callerOf(c);
    return c.json(presentSecurity(await readSecurity(c.var.ctx, caller, c.req.valid("query")), caller.sessionId), 200);
  },
);

accountSecurityRoutes.openapi(
  endpoint({
    name: "revokeCredential",
    tag,
    method: "delete",
    path: "/me/security/{kind}/{credentialId}",
    summary: "End one thing that can act for your account",
    description:
      "At once. A passkey, the authenticator app, the recovery codes and a link in an email ask for a step-up. 404 for what has ended, or is another user's.",
    access: SESSION,
    limits,
    params: CredentialPath,
    answers: { 204: { description: "It has ended." } },
    refusals: ["step_up_required", "not_found", "role_too_low"],
  }),
  async (c) => {
    const { kind, credentialId } = c.req.valid("param");
    await revokeCredential(c.var.ctx, callerOf(c), kind, credentialId);
    return c.body(null, 204);
  },
);
