import type * as z from "zod";
import { PUBLIC } from "../../http/access.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { clientAddress, requestFacts } from "../../http/request-facts.ts";
import { routes } from "../../http/routes.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { Credentials } from "../accounts/schemas.ts";
import { SESSION } from "../accounts/session.ts";
import { answerSignIn, COOKIE_SET, SESSION_HEADER } from "../accounts/session-cookie-guard.ts";
import { completeLogIn } from "./complete-log-in.ts";
import { LOGIN_FACTOR_LIMITS, SESSION_FACTOR_LIMITS } from "./limits.ts";
import { LogInWithFactor, SteppedUp, StepUp } from "./schemas.ts";
import { type Proof, stepUp } from "./step-up.ts";
import type { TypedFactor } from "./use-factor.ts";

const tag = "Authentication";

const factorGroup = routes({ tag, access: SESSION, limits: SESSION_FACTOR_LIMITS });
export const factorRoutes = factorGroup.app;

factorRoutes.openapi(
  endpoint({
    name: "completeLogIn",
    tag,
    method: "post",
    path: "/auth/login/factor",
    summary: forDocs("Complete a sign-in with a second factor"),
    description: forDocs(
      "Returns the pair of tokens for the `factor_token` of 401 `second_factor_required`. Send a code of the authenticator app or a recovery code; each works once. The `factor_token` works for 5 minutes. Returns 400 `invalid_token` if it has expired or the password has changed since: start again with `POST /auth/login`.",
    ),
    access: PUBLIC,
    limits: LOGIN_FACTOR_LIMITS,
    body: LogInWithFactor,
    responses: {
      200: json(Credentials, forDocs("The pair of tokens, as for a sign-in without a second factor")),
      ...COOKIE_SET,
    },
    headers: [SESSION_HEADER],
    errors: ["invalid_factor_token", "invalid_login_factor", "invalid_credentials", "too_many_codes"],
  }),
  async (c) => {
    const { factorToken, ...typed } = c.req.valid("json");
    const input = { factorToken, factor: factorIn(typed) };
    return answerSignIn(c, await completeLogIn(c.var.ctx, input, requestFacts(c)));
  },
);

factorGroup.post("/auth/step-up", {
  name: "stepUp",
  summary: forDocs("Confirm your identity"),
  description: forDocs(
    "Lets this session call operations that require a step-up for the next 10 minutes. Those operations return 403 `step_up_required` if you did not sign in or step up within the last 10 minutes, or if the session has moved to another country since. Send the `factor_token` of that response, which works for 5 minutes, with one of its `methods`. These are `password` for an account without an authenticator app, otherwise `code` or `recovery_code`; and `passkey`, with an assertion for the options of `POST /auth/passkeys/authentication-options`. Then repeat the request.",
  ),
  body: StepUp,
  response: [200, SteppedUp, forDocs("The session is confirmed")],
  errors: ["invalid_factor_token", "invalid_factor", "too_many_codes"],
  run: async (ctx, caller, { body }, c) => {
    const { factorToken, ...given } = body;
    const validUntil = await stepUp(ctx, caller, {
      factorToken,
      proof: proofIn(given),
      address: clientAddress(c),
    });
    return { validUntil };
  },
});

/** The schema has made sure that exactly one is there. */
function factorIn({
  code,
  recoveryCode = "",
}: {
  code?: string | undefined;
  recoveryCode?: string | undefined;
}): TypedFactor {
  return code === undefined ? { recoveryCode } : { code };
}

function proofIn({ password, passkey, ...typed }: Omit<z.output<typeof StepUp>, "factorToken">): Proof {
  if (password !== undefined) return { password };
  return passkey === undefined ? factorIn(typed) : { passkey };
}
