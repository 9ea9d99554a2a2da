import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { callerOf, SESSION } from "../accounts/session.ts";
import { perUser } from "../accounts/user-limit.ts";
import { SESSION_FACTOR_LIMITS } from "./limits.ts";
import { presentTotp } from "./present.ts";
import { renewRecoveryCodes } from "./renew-recovery-codes.ts";
import { ConfirmTotp, RecoveryCodes, Totp, TotpSetup } from "./schemas.ts";
import { confirmTotp, readTotp, removeTotp, setUpTotp } from "./totp-settings.ts";

const tag = "Account";
const limits = [perUser("events")];

export const totpRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

totpRoutes.openapi(
  endpoint({
    name: "readTotp",
    tag,
    method: "get",
    path: "/me/totp",
    summary: "See whether signing in asks for a code",
    access: SESSION,
    limits,
    answers: { 200: json(Totp, "The state of your authenticator app.") },
  }),
  async (c) => c.json(presentTotp(await readTotp(c.var.ctx, callerOf(c))), 200),
);

totpRoutes.openapi(
  endpoint({
    name: "setUpTotp",
    tag,
    method: "post",
    path: "/me/totp",
    summary: "Set up an authenticator app",
    description:
      "Makes a secret for six-digit codes (RFC 6238, SHA-1, 30 seconds). Signing in changes once a code of it is confirmed, within 15 minutes. 409 `totp_exists` while an app is confirmed: remove that one first.",
    access: SESSION,
    limits,
    answers: { 201: json(TotpSetup, "The secret. It is shown this once.") },
    refusals: ["step_up_required", "totp_exists"],
  }),
  async (c) => {
    const { secret, otpauthUrl } = await setUpTotp(c.var.ctx, callerOf(c));
    return c.json({ secret, otpauth_url: otpauthUrl }, 201);
  },
);

totpRoutes.openapi(
  endpoint({
    name: "confirmTotp",
    tag,
    method: "post",
    path: "/me/totp/confirm",
    summary: "Confirm the authenticator app with its first code",
    description:
      "From now on, signing in with the password answers 401 `second_factor_required`. You are told by mail. Keep the recovery codes: each replaces a code once.",
    access: SESSION,
    limits: SESSION_FACTOR_LIMITS,
    body: ConfirmTotp,
    answers: { 200: json(RecoveryCodes, "Ten recovery codes.") },
    refusals: ["invalid_factor", "totp_exists", "totp_missing"],
  }),
  async (c) => {
    return c.json({ recovery_codes: await confirmTotp(c.var.ctx, callerOf(c), c.req.valid("json").code) }, 200);
  },
);

totpRoutes.openapi(
  endpoint({
    name: "removeTotp",
    tag,
    method: "delete",
    path: "/me/totp",
    summary: "Remove the authenticator app",
    description: "Signing in asks for the password alone, and the recovery codes are deleted. You are told by mail.",
    access: SESSION,
    limits,
    answers: { 204: { description: "The app is removed." } },
    refusals: ["step_up_required", "not_found"],
  }),
  async (c) => {
    await removeTotp(c.var.ctx, callerOf(c));
    return c.body(null, 204);
  },
);

totpRoutes.openapi(
  endpoint({
    name: "renewRecoveryCodes",
    tag,
    method: "post",
    path: "/me/recovery-codes",
    summary: "Get new recovery codes",
    description:
      "Those from before stop working. You are told by mail. 409 `totp_missing` without an authenticator app.",
    access: SESSION,
    limits,
    answers: { 201: json(RecoveryCodes, "Ten recovery codes.") },
    refusals: ["step_up_required", "totp_missing"],
  }),
  async (c) => c.json({ recovery_codes: await renewRecoveryCodes(c.var.ctx, callerOf(c)) }, 201),
);
