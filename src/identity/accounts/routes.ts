import { headerParameter, PUBLIC } from "../../http/access.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { routes } from "../../http/routes.ts";
import { negotiate } from "../../i18n/negotiate.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { forgotPassword } from "./forgot-password.ts";
import { FORGOT_LIMITS, LOGIN_LIMITS, RESEND_LIMITS, SECRET_LIMITS, SIGNUP_LIMITS } from "./limits.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { resendVerification } from "./mail-verification.ts";
import { presentCredentials } from "./present.ts";
import { refreshSession } from "./refresh-session.ts";
import {
  Accepted,
  Credentials,
  ForgotPassword,
  LogIn,
  LogOut,
  RefreshToken,
  ResendVerification,
  SignUp,
} from "./schemas.ts";
import { answerSignIn, COOKIE_SET, SESSION_HEADER, signOutByCookie } from "./session-cookie-guard.ts";
import { signUp } from "./sign-up.ts";

const tag = "Authentication";
const ACCEPTED = { status: "accepted" as const };

const ACCEPT_LANGUAGE = headerParameter(
  "Accept-Language",
  forDocs("Language of the account's emails, if the body has no `locale`"),
);

const authGroup = routes({ tag, access: PUBLIC, limits: SIGNUP_LIMITS });
export const authRoutes = authGroup.app;

authGroup.post("/auth/signup", {
  name: "signUp",
  summary: forDocs("Create an account"),
  description: forDocs(
    "Creates an account and emails a link that verifies the address. Open the link, or send its token to `POST /auth/verify-email`, before you sign in: until then `POST /auth/login` returns 401 `invalid_credentials`, as for a wrong password. The response does not reveal whether the address has an account; the email does.",
  ),
  body: SignUp,
  headers: [ACCEPT_LANGUAGE],
  response: [202, Accepted, forDocs("An email will be sent. Open its link before you sign in.")],
  run: async (ctx, _, { body }, c) => {
    const { locale, ...input } = body;
    const language = locale ?? negotiate({ accepted: c.req.header("accept-language") });
    await signUp(ctx, { ...input, locale: language }, requestFacts(c));
    return ACCEPTED;
  },
});

authRoutes.openapi(
  endpoint({
    name: "logIn",
    tag,
    method: "post",
    path: "/auth/login",
    summary: forDocs("Sign in"),
    description: forDocs(
      "Returns an access token (15 minutes) and a refresh token (30 days). A wrong password, an unknown address, a locked account and an unverified address all return the same 401 `invalid_credentials`. With the right password, an unverified address gets its verification email again. Five consecutive failures lock the account and email its owner a link that resets the password and unlocks it. Attempts from other networks do not count against the owner's 10 attempts in 15 minutes. A password reset clears all attempts. If the account has an authenticator app, the right password returns 401 `second_factor_required` with a `factor_token` for `POST /auth/login/factor`.",
    ),
    access: PUBLIC,
    limits: LOGIN_LIMITS,
    body: LogIn,
    responses: {
      200: json(Credentials, forDocs("An access token, valid for 15 minutes, and a refresh token, valid for 30 days")),
      ...COOKIE_SET,
    },
    headers: [SESSION_HEADER],
    errors: ["invalid_credentials", "second_factor_required"],
  }),
  async (c) => answerSignIn(c, await logIn(c.var.ctx, c.req.valid("json"), requestFacts(c))),
);

authGroup.post("/auth/refresh", {
  name: "refreshSession",
  summary: forDocs("Refresh a session"),
  description: forDocs(
    "Exchanges a refresh token for a new pair of tokens. A refresh token works once; using it again revokes the session. Send an `Idempotency-Key`: a retry with the same key within 10 seconds returns the same pair.",
  ),
  limits: SECRET_LIMITS,
  body: RefreshToken,
  headers: [
    headerParameter(
      "Idempotency-Key",
      forDocs(
        "Unique text that you choose for each refresh. A retry with the same key within 10 seconds returns the same pair; without the key, the retry is a second use of the token and revokes the session.",
      ),
    ),
  ],
  response: [200, Credentials, forDocs("The new pair of tokens")],
  isPresented: true,
  errors: ["invalid_refresh_token"],
  run: async (ctx, _, { body }, c) => {
    const retryKey = c.req.header("idempotency-key") || null;
    const credentials = await refreshSession(ctx, { ...body, retryKey });
    return presentCredentials(credentials);
  },
});

authRoutes.openapi(
  endpoint({
    name: "logOut",
    tag,
    method: "post",
    path: "/auth/logout",
    summary: forDocs("Sign out"),
    description: forDocs(
      "Revokes the session immediately, with its access tokens, refresh tokens, cookie, tickets and live sockets. An unknown token returns 204 too and changes nothing. A browser that is signed in by cookie sends no token, and its cookie is cleared. Without token and cookie, returns 204. A cookie without `Usher-Session: cookie` returns 400.",
    ),
    access: PUBLIC,
    limits: SECRET_LIMITS,
    body: LogOut,
    headers: [SESSION_HEADER],
    responses: { 204: { description: forDocs("The session is revoked") } },
  }),
  async (c) => {
    const { refreshToken } = c.req.valid("json");
    if (refreshToken !== undefined) await logOut(c.var.ctx, refreshToken);
    else await signOutByCookie(c);
    return c.body(null, 204);
  },
);

authGroup.post("/auth/verify-email/resend", {
  name: "resendVerification",
  summary: forDocs("Resend the verification email"),
  description: forDocs(
    "Emails the verification link again if the address has an unverified account. The response does not reveal whether it has one.",
  ),
  limits: RESEND_LIMITS,
  body: ResendVerification,
  response: [202, Accepted, forDocs("An email will be sent if the account exists and is not verified")],
  run: async (ctx, _, { body }) => {
    await resendVerification(ctx, body.email);
    return ACCEPTED;
  },
});

authGroup.post("/auth/forgot-password", {
  name: "forgotPassword",
  summary: forDocs("Request a password reset"),
  description: forDocs(
    "Emails a link that resets the password and unlocks the account. The link works for an hour. The response does not reveal whether the address has an account.",
  ),
  limits: FORGOT_LIMITS,
  body: ForgotPassword,
  response: [202, Accepted, forDocs("An email will be sent if the address has an account")],
  run: async (ctx, _, { body }) => {
    await forgotPassword(ctx, body.email);
    return ACCEPTED;
  },
});
