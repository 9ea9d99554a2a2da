import { OpenAPIHono } from "@hono/zod-openapi";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { resetPassword } from "./reset-password.ts";
import { ResetPassword, UndoEmailChange, Verified, VerifyEmail } from "./schemas.ts";
import { undoEmailChange } from "./undo-email-change.ts";
import { verifyEmail } from "./verify-email.ts";

const tag = "Authentication";

export const recoveryRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

recoveryRoutes.openapi(
  endpoint({
    name: "verifyEmail",
    tag,
    method: "post",
    path: "/auth/verify-email",
    summary: "Verify an email address with the token from the mail",
    description:
      "Also proves the new address of an account that asked for one, where `password` is ignored. Send the `password` that your user types: a stranger may have signed up with the address, and without it the stranger's password works. One that is not that of the sign-up replaces it, and ends every session, API key, webhook endpoint and mailed link; the name is emptied. Passkeys and authenticator app stay. 400 `invalid_token` for a token that is forged, used or older than a day. 400 `validation_failed` for a new password that breaks a rule: the token stays valid.",
    access: PUBLIC,
    body: VerifyEmail,
    answers: { 200: json(Verified, "The address is verified.") },
    refusals: ["invalid_token", "email_taken"],
  }),
  async (c) => {
    await verifyEmail(c.var.ctx, c.req.valid("json"));
    return c.json({ email_verified: true as const }, 200);
  },
);

recoveryRoutes.openapi(
  endpoint({
    name: "resetPassword",
    tag,
    method: "post",
    path: "/auth/reset-password",
    summary: "Set a new password with the token from the mail",
    description:
      "Unlocks a locked account and ends every session, API key, webhook endpoint, mailed link and open invite of yours, and the door devices of events that begin in more than 48 hours. An email lists them, and the devices that still work. Passkeys, authenticator app and recovery codes stay, and the next sign-in asks for them. 400 `invalid_token` for a token that is forged, used or older than an hour.",
    access: PUBLIC,
    body: ResetPassword,
    answers: { 204: { description: "The password is changed." } },
    refusals: ["invalid_token"],
  }),
  async (c) => {
    await resetPassword(c.var.ctx, c.req.valid("json"));
    return c.body(null, 204);
  },
);

recoveryRoutes.openapi(
  endpoint({
    name: "undoEmailChange",
    tag,
    method: "post",
    path: "/auth/undo-email-change",
    summary: "Undo a change of your email address",
    description:
      "Gives the account its previous address back, with the token of the email to that address, and ends every session. 400 `invalid_token` for a token that is forged, used or older than 72 hours.",
    access: PUBLIC,
    body: UndoEmailChange,
    answers: { 204: { description: "The account has its previous address." } },
    refusals: ["invalid_token", "email_taken"],
  }),
  async (c) => {
    await undoEmailChange(c.var.ctx, c.req.valid("json").token);
    return c.body(null, 204);
  },
);
