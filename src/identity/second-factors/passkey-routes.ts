import { OpenAPIHono } from "@hono/zod-openapi";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { Credentials } from "../accounts/schemas.ts";
import { callerOf, SESSION } from "../accounts/session.ts";
import { answerSignIn, COOKIE_SET } from "../accounts/session-cookie-guard.ts";
import { perUser } from "../accounts/user-limit.ts";
import { PASSKEY_LIMITS, PASSKEY_OPTIONS_LIMITS } from "./limits.ts";
import { logInWithPasskey, offerPasskeyAuthentication } from "./log-in-with-passkey.ts";
import { addPasskey, offerPasskeyRegistration, readPasskeys, removePasskey } from "./passkeys.ts";
import { presentPasskey } from "./present.ts";
import {
  AddPasskey,
  LogInWithPasskey,
  Passkey,
  PasskeyAuthenticationOptions,
  PasskeyPath,
  PasskeyRegistrationOptions,
  Passkeys,
} from "./schemas.ts";

const DEFAULT_NAME = "Passkey";
const limits = [perUser("events")];

export const passkeyRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

passkeyRoutes.openapi(
  endpoint({
    name: "offerPasskeyRegistration",
    tag: "Authentication",
    method: "post",
    path: "/auth/passkeys/registration-options",
    summary: "Get the options to make a passkey with",
    description:
      "For `navigator.credentials.create()`. The challenge belongs to your session, works once and lasts 5 minutes. An account has at most 20 passkeys (409 `passkey_limit_reached`).",
    access: SESSION,
    limits,
    answers: { 200: json(PasskeyRegistrationOptions, "The options.") },
    refusals: ["step_up_required", "passkey_limit_reached"],
  }),
  async (c) => c.json(await offerPasskeyRegistration(c.var.ctx, callerOf(c)), 200),
);

passkeyRoutes.openapi(
  endpoint({
    name: "addPasskey",
    tag: "Authentication",
    method: "post",
    path: "/auth/passkeys/register",
    summary: "Add a passkey to your account",
    description:
      "The passkey has to be made on this site, with its user verified by PIN, finger or face. You are told by mail.",
    access: SESSION,
    limits,
    body: AddPasskey,
    answers: { 201: json(Passkey, "The passkey. It signs you in from now on.") },
    refusals: ["invalid_passkey", "passkey_limit_reached"],
  }),
  async (c) => {
    const { credential, name = DEFAULT_NAME } = c.req.valid("json");
    return c.json(presentPasskey(await addPasskey(c.var.ctx, callerOf(c), { credential, name })), 201);
  },
);

passkeyRoutes.openapi(
  endpoint({
    name: "offerPasskeyAuthentication",
    tag: "Authentication",
    method: "post",
    path: "/auth/passkeys/authentication-options",
    summary: "Get the options to use a passkey with",
    description:
      "For `navigator.credentials.get()`, to sign in or for a step-up. The challenge works once and lasts 5 minutes. The options name no passkey and no account.",
    access: PUBLIC,
    limits: PASSKEY_OPTIONS_LIMITS,
    answers: { 200: json(PasskeyAuthenticationOptions, "The options.") },
  }),
  async (c) => c.json(await offerPasskeyAuthentication(c.var.ctx), 200),
);

passkeyRoutes.openapi(
  endpoint({
    name: "logInWithPasskey",
    tag: "Authentication",
    method: "post",
    path: "/auth/passkeys/authenticate",
    summary: "Sign in with a passkey",
    description:
      "A passkey is two factors in one, so no code is asked for, and it signs in where wrong passwords have locked the account. Every refusal is the same 401 `invalid_passkey`: an unknown passkey, another site's, an old or used challenge, or a signature count that has not grown.",
    access: PUBLIC,
    limits: PASSKEY_LIMITS,
    body: LogInWithPasskey,
    answers: { 200: json(Credentials, "The pair of tokens, as for a sign-in with the password."), ...COOKIE_SET },
    refusals: ["passkey_refused", "invalid_credentials"],
  }),
  async (c) => {
    const { credential } = c.req.valid("json");
    return answerSignIn(c, await logInWithPasskey(c.var.ctx, credential, requestFacts(c)));
  },
);

passkeyRoutes.openapi(
  endpoint({
    name: "listPasskeys",
    tag: "Account",
    method: "get",
    path: "/me/passkeys",
    summary: "List your passkeys",
    access: SESSION,
    limits,
    answers: { 200: json(Passkeys, "The passkeys, oldest first.") },
  }),
  async (c) => c.json({ items: (await readPasskeys(c.var.ctx, callerOf(c))).map(presentPasskey) }, 200),
);

passkeyRoutes.openapi(
  endpoint({
    name: "removePasskey",
    tag: "Account",
    method: "delete",
    path: "/me/passkeys/{passkeyId}",
    summary: "Remove a passkey",
    description: "It signs nobody in any more. Sessions that it has started go on.",
    access: SESSION,
    limits,
    params: PasskeyPath,
    answers: { 204: { description: "The passkey is removed." } },
    refusals: ["step_up_required"],
  }),
  async (c) => {
    await removePasskey(c.var.ctx, callerOf(c), c.req.valid("param").passkeyId);
    return c.body(null, 204);
  },
);
