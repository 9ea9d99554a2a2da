import { PUBLIC } from "../../http/access.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { routes } from "../../http/routes.ts";
import { negotiate } from "../../i18n/negotiate.ts";
import { forgotPassword } from "./forgot-password.ts";
import { FORGOT_LIMITS, LOGIN_LIMITS, RESEND_LIMITS, SIGNUP_LIMITS } from "./limits.ts";
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
import { answerSignIn, COOKIE_SET, signOutByCookie } from "./session-cookie-guard.ts";
import { signUp } from "./sign-up.ts";

const tag = "Authentication";
const ACCEPTED = { status: "accepted" as const };

const authGroup = routes({ tag, access: PUBLIC, limits: SIGNUP_LIMITS });
export const authRoutes = authGroup.app;

authGroup.post("/auth/signup", {
  name: "signUp",
  summary: "Create an account",
  description:
    "The response does not reveal whether the address has an account; the mail that follows does. Open its link (or send its token to /auth/verify-email) before you sign in: until then /auth/login returns 401 `invalid_credentials`, as for a wrong password.",
  body: SignUp,
  response: [202, Accepted, "An email will be sent. Open its link before you sign in."],
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
    summary: "Sign in",
    description:
      "A wrong password, an unknown address, a locked account and an address that is not verified get the same 401. With the right password, the mail that verifies the address goes out again. Five consecutive failures lock an account, and its owner is mailed a link to reset the password and unlock it. Strangers who try an address from other networks do not use up its owner's 10 attempts in 15 minutes; a reset forgets all attempts. Where an authenticator app is set up, the right password gets 401 `second_factor_required` with a `factor_token` for /auth/login/factor.",
    access: PUBLIC,
    limits: LOGIN_LIMITS,
    body: LogIn,
    answers: {
      200: json(Credentials, "An access token, valid for 15 minutes, and a refresh token, valid for 30 days."),
      ...COOKIE_SET,
    },
    refusals: ["invalid_credentials", "second_factor_required"],
  }),
  async (c) => answerSignIn(c, await logIn(c.var.ctx, c.req.valid("json"), requestFacts(c))),
);

authGroup.post("/auth/refresh", {
  name: "refreshSession",
  summary: "Exchange a refresh token for a new pair of tokens",
  description:
    "A refresh token works once; using it again ends the session. Send an `Idempotency-Key`: a retry with the same key within 10 seconds gets the same pair again.",
  limits: [],
  body: RefreshToken,
  response: [200, Credentials, "The new pair of tokens."],
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
    summary: "Sign out",
    description:
      "Ends the session at once: its access tokens, refresh tokens, cookie, tickets and live sockets. An invalid token changes nothing and gets the same response. A browser that is signed in by the cookie leaves the token out, and the cookie is cleared; without either there is nothing to end, which is 204 as well. A cookie that comes without `Usher-Session: cookie` is 400.",
    access: PUBLIC,
    body: LogOut,
    answers: { 204: { description: "The session has ended." } },
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
  summary: "Request the verification mail again",
  description: "The response does not reveal whether the address has an account, or is verified.",
  limits: RESEND_LIMITS,
  body: ResendVerification,
  response: [202, Accepted, "If the address has an account and is not verified, a mail will be sent."],
  run: async (ctx, _, { body }) => {
    await resendVerification(ctx, body.email);
    return ACCEPTED;
  },
});

authGroup.post("/auth/forgot-password", {
  name: "forgotPassword",
  summary: "Request a password-reset link",
  description: "The response does not reveal whether the address has an account.",
  limits: FORGOT_LIMITS,
  body: ForgotPassword,
  response: [202, Accepted, "If the address has an account, a mail will be sent."],
  run: async (ctx, _, { body }) => {
    await forgotPassword(ctx, body.email);
    return ACCEPTED;
  },
});
