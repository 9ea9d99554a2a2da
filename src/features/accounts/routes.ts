import { OpenAPIHono } from "@hono/zod-openapi";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { forgotPassword } from "./forgot-password.ts";
import { FORGOT_LIMITS, LOGIN_LIMITS, SIGNUP_LIMITS } from "./limits.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { presentCredentials } from "./present.ts";
import { refreshSession } from "./refresh-session.ts";
import { resetPassword } from "./reset-password.ts";
import {
  Accepted,
  Credentials,
  ForgotPassword,
  LogIn,
  RefreshToken,
  ResetPassword,
  SignUp,
  Verified,
  VerifyEmail,
} from "./schemas.ts";
import { signUp } from "./sign-up.ts";
import { verifyEmail } from "./verify-email.ts";

const tag = "Authentication";
const ACCEPTED = { status: "accepted" as const };

export const authRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

authRoutes.openapi(
  endpoint({
    name: "signUp",
    tag,
    method: "post",
    path: "/auth/signup",
    summary: "Create an account",
    description: "The answer is the same whether or not the address is taken; the mail that follows is not.",
    access: PUBLIC,
    limits: SIGNUP_LIMITS,
    body: SignUp,
    answers: { 202: json(Accepted, "A mail is on its way") },
  }),
  async (c) => {
    await signUp(c.var.ctx, c.req.valid("json"));
    return c.json(ACCEPTED, 202);
  },
);

authRoutes.openapi(
  endpoint({
    name: "logIn",
    tag,
    method: "post",
    path: "/auth/login",
    summary: "Sign in",
    description:
      "A wrong password, an unknown address and a locked account get the same 401. Five failures lock an account; its owner is sent a link that opens it again. The address need not be verified.",
    access: PUBLIC,
    limits: LOGIN_LIMITS,
    body: LogIn,
    answers: { 200: json(Credentials, "An access token for 15 minutes and a refresh token for 30 days") },
    refusals: [401],
  }),
  async (c) => {
    const credentials = await logIn(c.var.ctx, c.req.valid("json"));
    return c.json(presentCredentials(credentials), 200);
  },
);

authRoutes.openapi(
  endpoint({
    name: "refreshSession",
    tag,
    method: "post",
    path: "/auth/refresh",
    summary: "Exchange a refresh token for the next pair",
    description:
      "A refresh token works once; using it again ends the session. Send an `Idempotency-Key`: a retry with the same key within 10 seconds gets the same answer again.",
    access: PUBLIC,
    body: RefreshToken,
    answers: { 200: json(Credentials, "The next pair") },
    refusals: [401],
  }),
  async (c) => {
    const retryKey = c.req.header("idempotency-key") || null;
    const credentials = await refreshSession(c.var.ctx, { ...c.req.valid("json"), retryKey });
    return c.json(presentCredentials(credentials), 200);
  },
);

authRoutes.openapi(
  endpoint({
    name: "logOut",
    tag,
    method: "post",
    path: "/auth/logout",
    summary: "End a session",
    description: "Its refresh tokens are revoked. A token that is none ends nothing and gets the same answer.",
    access: PUBLIC,
    body: RefreshToken,
    answers: { 204: { description: "The session is over" } },
  }),
  async (c) => {
    await logOut(c.var.ctx, c.req.valid("json").refreshToken);
    return c.body(null, 204);
  },
);

authRoutes.openapi(
  endpoint({
    name: "verifyEmail",
    tag,
    method: "post",
    path: "/auth/verify-email",
    summary: "Prove an address with the token from the mail",
    description: "400 `invalid_token` for one that is forged, used or older than a day.",
    access: PUBLIC,
    body: VerifyEmail,
    answers: { 200: json(Verified, "The address is verified") },
  }),
  async (c) => {
    await verifyEmail(c.var.ctx, c.req.valid("json").token);
    return c.json({ email_verified: true as const }, 200);
  },
);

authRoutes.openapi(
  endpoint({
    name: "forgotPassword",
    tag,
    method: "post",
    path: "/auth/forgot-password",
    summary: "Ask for a link to choose a new password",
    description: "The answer is the same whether or not anybody has the address.",
    access: PUBLIC,
    limits: FORGOT_LIMITS,
    body: ForgotPassword,
    answers: { 202: json(Accepted, "If there is an account, a mail is on its way") },
  }),
  async (c) => {
    await forgotPassword(c.var.ctx, c.req.valid("json").email);
    return c.json(ACCEPTED, 202);
  },
);

authRoutes.openapi(
  endpoint({
    name: "resetPassword",
    tag,
    method: "post",
    path: "/auth/reset-password",
    summary: "Choose a new password with the token from the mail",
    description:
      "Opens a locked account and ends every session. 400 `invalid_token` for one that is forged, used or older than an hour.",
    access: PUBLIC,
    body: ResetPassword,
    answers: { 204: { description: "The new password holds" } },
  }),
  async (c) => {
    await resetPassword(c.var.ctx, c.req.valid("json"));
    return c.body(null, 204);
  },
);
