import { PUBLIC } from "../../http/access.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { routes } from "../../http/routes.ts";
import { perUser } from "../accounts/limits.ts";
import { Credentials } from "../accounts/schemas.ts";
import { SESSION } from "../accounts/session.ts";
import { answerSignIn, COOKIE_SET } from "../accounts/session-cookie-guard.ts";
import { PASSKEY_LIMITS, PASSKEY_OPTIONS_LIMITS } from "./limits.ts";
import { logInWithPasskey, offerPasskeyAuthentication } from "./log-in-with-passkey.ts";
import type { PasskeyRow } from "./passkey-challenge.ts";
import { addPasskey, offerPasskeyRegistration, readPasskeys, removePasskey } from "./passkeys.ts";
import {
  AddPasskey,
  LogInWithPasskey,
  Passkey,
  PasskeyAuthenticationOptions,
  PasskeyRegistrationOptions,
  Passkeys,
} from "./schemas.ts";

const DEFAULT_NAME = "Passkey";

const passkeyGroup = routes({ tag: "Authentication", access: SESSION, limits: [perUser("events")] });
export const passkeyRoutes = passkeyGroup.app;

passkeyGroup.post("/auth/passkeys/registration-options", {
  name: "offerPasskeyRegistration",
  summary: "Get the options to make a passkey with",
  description:
    "For `navigator.credentials.create()`. The challenge belongs to your session, works once and lasts 5 minutes. An account has at most 20 passkeys (409 `passkey_limit_reached`).",
  response: [200, PasskeyRegistrationOptions, "The options."],
  errors: ["step_up_required", "passkey_limit_reached"],
  run: (ctx, caller) => offerPasskeyRegistration(ctx, caller),
});

passkeyGroup.post("/auth/passkeys/register", {
  name: "addPasskey",
  summary: "Add a passkey to your account",
  description:
    "The passkey has to be made on this site, with its user verified by PIN, finger or face. You are told by mail.",
  body: AddPasskey,
  response: [201, Passkey, "The passkey. It signs you in from now on."],
  errors: ["invalid_passkey", "passkey_limit_reached"],
  run: async (ctx, caller, { body }) => {
    const { credential, name = DEFAULT_NAME } = body;
    return withSynced(await addPasskey(ctx, caller, { credential, name }));
  },
});

passkeyGroup.post("/auth/passkeys/authentication-options", {
  name: "offerPasskeyAuthentication",
  summary: "Get the options to use a passkey with",
  description:
    "For `navigator.credentials.get()`, to sign in or for a step-up. The challenge works once and lasts 5 minutes. The options name no passkey and no account.",
  access: PUBLIC,
  limits: PASSKEY_OPTIONS_LIMITS,
  response: [200, PasskeyAuthenticationOptions, "The options."],
  run: (ctx) => offerPasskeyAuthentication(ctx),
});

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

passkeyGroup.get("/me/passkeys", {
  name: "listPasskeys",
  summary: "List your passkeys",
  tag: "Account",
  response: [200, Passkeys, "The passkeys, oldest first."],
  run: async (ctx, caller) => ({ items: (await readPasskeys(ctx, caller)).map(withSynced) }),
});

passkeyGroup.delete("/me/passkeys/{passkeyId}", {
  name: "removePasskey",
  summary: "Remove a passkey",
  description: "It signs nobody in any more. Sessions that it has started go on.",
  tag: "Account",
  response: [204, null, "The passkey is removed."],
  errors: ["step_up_required"],
  run: (ctx, caller, { params }) => removePasskey(ctx, caller, params.passkeyId),
});

function withSynced(passkey: PasskeyRow) {
  return { ...passkey, synced: passkey.backedUp };
}
