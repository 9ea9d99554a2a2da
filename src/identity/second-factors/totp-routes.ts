import { routes } from "../../http/routes.ts";
import { perUser } from "../accounts/limits.ts";
import { SESSION } from "../accounts/session.ts";
import { SESSION_FACTOR_LIMITS } from "./limits.ts";
import { renewRecoveryCodes } from "./recovery-codes.ts";
import { ConfirmTotp, RecoveryCodes, Totp, TotpSetup } from "./schemas.ts";
import { confirmTotp, readTotp, removeTotp, setUpTotp } from "./totp-settings.ts";

const totpGroup = routes({ tag: "Account", access: SESSION, limits: [perUser("events")] });
export const totpRoutes = totpGroup.app;

totpGroup.get("/me/totp", {
  name: "readTotp",
  summary: "See whether signing in asks for a code",
  response: [200, Totp, "The state of your authenticator app."],
  run: async (ctx, caller) => {
    const totp = await readTotp(ctx, caller);
    return { ...totp, enabled: totp.confirmedAt !== null };
  },
});

totpGroup.post("/me/totp", {
  name: "setUpTotp",
  summary: "Set up an authenticator app",
  description:
    "Makes a secret for six-digit codes (RFC 6238, SHA-1, 30 seconds). Signing in changes once a code of it is confirmed, within 15 minutes. 409 `totp_exists` while an app is confirmed: remove that one first.",
  response: [201, TotpSetup, "The secret. It is shown this once."],
  errors: ["step_up_required", "totp_exists"],
  run: setUpTotp,
});

totpGroup.post("/me/totp/confirm", {
  name: "confirmTotp",
  summary: "Confirm the authenticator app with its first code",
  description:
    "From now on, signing in with the password answers 401 `second_factor_required`. You are told by mail. Keep the recovery codes: each replaces a code once.",
  limits: SESSION_FACTOR_LIMITS,
  body: ConfirmTotp,
  response: [200, RecoveryCodes, "Ten recovery codes."],
  errors: ["invalid_factor", "totp_exists", "totp_missing"],
  run: async (ctx, caller, { body }) => ({ recoveryCodes: await confirmTotp(ctx, caller, body.code) }),
});

totpGroup.delete("/me/totp", {
  name: "removeTotp",
  summary: "Remove the authenticator app",
  description: "Signing in asks for the password alone, and the recovery codes are deleted. You are told by mail.",
  response: [204, null, "The app is removed."],
  errors: ["step_up_required", "not_found"],
  run: (ctx, caller) => removeTotp(ctx, caller),
});

totpGroup.post("/me/recovery-codes", {
  name: "renewRecoveryCodes",
  summary: "Get new recovery codes",
  description: "Those from before stop working. You are told by mail. 409 `totp_missing` without an authenticator app.",
  response: [201, RecoveryCodes, "Ten recovery codes."],
  errors: ["step_up_required", "totp_missing"],
  run: async (ctx, caller) => ({ recoveryCodes: await renewRecoveryCodes(ctx, caller) }),
});
