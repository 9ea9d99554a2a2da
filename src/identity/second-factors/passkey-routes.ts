import { PUBLIC } from "../../http/access.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { routes } from "../../http/routes.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { perUser } from "../accounts/limits.ts";
import { Credentials } from "../accounts/schemas.ts";
import { SESSION } from "../accounts/session.ts";
import { answerSignIn, COOKIE_SET, SESSION_HEADER } from "../accounts/session-cookie-guard.ts";
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
  summary: forDocs("Create options for a new passkey"),
  description: forDocs(
    "Returns the options for `navigator.credentials.create()`. The challenge belongs to your session, works once and expires after 5 minutes. An account can have 20 passkeys (409 `passkey_limit_reached`). Requires a step-up.",
  ),
  response: [200, PasskeyRegistrationOptions, forDocs("The options")],
  errors: ["step_up_required", "passkey_limit_reached"],
  run: (ctx, caller) => offerPasskeyRegistration(ctx, caller),
});

passkeyGroup.post("/auth/passkeys/register", {
  name: "addPasskey",
  summary: forDocs("Add a passkey"),
  description: forDocs(
    "Adds a passkey to your account and emails you. The passkey must be created on this site, with its user verified by PIN, fingerprint or face (400 `invalid_passkey`).",
  ),
  body: AddPasskey,
  response: [201, Passkey, forDocs("The passkey, which you can sign in with")],
  errors: ["invalid_passkey", "passkey_limit_reached"],
  run: async (ctx, caller, { body }) => {
    const { credential, name = DEFAULT_NAME } = body;
    return withSynced(await addPasskey(ctx, caller, { credential, name }));
  },
});

passkeyGroup.post("/auth/passkeys/authentication-options", {
  name: "offerPasskeyAuthentication",
  summary: forDocs("Create options for signing in with a passkey"),
  description: forDocs(
    "Returns the options for `navigator.credentials.get()`, for a sign-in or a step-up. The challenge works once and expires after 5 minutes. The options name no passkey and no account.",
  ),
  access: PUBLIC,
  limits: PASSKEY_OPTIONS_LIMITS,
  response: [200, PasskeyAuthenticationOptions, forDocs("The options")],
  run: (ctx) => offerPasskeyAuthentication(ctx),
});

passkeyRoutes.openapi(
  endpoint({
    name: "logInWithPasskey",
    tag: "Authentication",
    method: "post",
    path: "/auth/passkeys/authenticate",
    summary: forDocs("Sign in with a passkey"),
    description: forDocs(
      "Returns a pair of tokens. A passkey counts as two factors, so no code is required. It also signs in to an account that wrong passwords have locked. Every failure returns the same 401 `invalid_passkey`: an unknown passkey, another site, an expired or used challenge, or a signature count that has not increased.",
    ),
    access: PUBLIC,
    limits: PASSKEY_LIMITS,
    body: LogInWithPasskey,
    responses: {
      200: json(Credentials, forDocs("The pair of tokens, as for a sign-in with the password")),
      ...COOKIE_SET,
    },
    headers: [SESSION_HEADER],
    errors: ["passkey_refused", "invalid_credentials"],
  }),
  async (c) => {
    const { credential } = c.req.valid("json");
    return answerSignIn(c, await logInWithPasskey(c.var.ctx, credential, requestFacts(c)));
  },
);

passkeyGroup.get("/me/passkeys", {
  name: "listPasskeys",
  summary: forDocs("List passkeys"),
  description: forDocs("Returns all passkeys of your account, oldest first."),
  tag: "Account",
  response: [200, Passkeys, forDocs("All passkeys")],
  run: async (ctx, caller) => ({ items: (await readPasskeys(ctx, caller)).map(withSynced) }),
});

passkeyGroup.delete("/me/passkeys/{passkeyId}", {
  name: "removePasskey",
  summary: forDocs("Remove a passkey"),
  description: forDocs(
    "Removes a passkey: it can no longer sign in. Sessions that it started continue. Requires a step-up.",
  ),
  tag: "Account",
  response: [204, null, forDocs("The passkey is removed")],
  errors: ["step_up_required"],
  run: (ctx, caller, { params }) => removePasskey(ctx, caller, params.passkeyId),
});

function withSynced(passkey: PasskeyRow) {
  return { ...passkey, synced: passkey.backedUp };
}
