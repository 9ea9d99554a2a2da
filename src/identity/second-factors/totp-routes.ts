import { routes } from "../../http/routes.ts";
import { forDocs } from "../../kernel/for-docs.ts";
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
  summary: forDocs("Get the authenticator app"),
  description: forDocs("Returns whether signing in requires a code, and how many recovery codes are left."),
  response: [200, Totp, forDocs("The state of your authenticator app")],
  run: async (ctx, caller) => {
    const totp = await readTotp(ctx, caller);
    return { ...totp, enabled: totp.confirmedAt !== null };
  },
});

totpGroup.post("/me/totp", {
  name: "setUpTotp",
  summary: forDocs("Set up an authenticator app"),
  description: forDocs(
    "Returns a new secret for six-digit codes (RFC 6238, SHA-1, 30 seconds). Signing in changes only after you confirm a code within 15 minutes, with `POST /me/totp/confirm`. Returns 409 `totp_exists` if an app is confirmed: remove it first. Requires a step-up.",
  ),
  response: [201, TotpSetup, forDocs("The secret, returned only once")],
  errors: ["step_up_required", "totp_exists"],
  run: setUpTotp,
});

totpGroup.post("/me/totp/confirm", {
  name: "confirmTotp",
  summary: forDocs("Confirm the authenticator app"),
  description: forDocs(
    "Turns the authenticator app on with its first code, returns ten recovery codes and emails you. From then on, signing in with the password returns 401 `second_factor_required`. Store the recovery codes: each replaces a code once.",
  ),
  limits: SESSION_FACTOR_LIMITS,
  body: ConfirmTotp,
  response: [200, RecoveryCodes, forDocs("Ten recovery codes")],
  errors: ["invalid_factor", "totp_exists", "totp_missing"],
  run: async (ctx, caller, { body }) => ({ recoveryCodes: await confirmTotp(ctx, caller, body.code) }),
});

totpGroup.delete("/me/totp", {
  name: "removeTotp",
  summary: forDocs("Remove the authenticator app"),
  description: forDocs(
    "Removes the authenticator app, deletes the recovery codes and emails you. Signing in then requires only the password. Requires a step-up.",
  ),
  response: [204, null, forDocs("The app is removed")],
  errors: ["step_up_required", "not_found", "totp_changed"],
  run: (ctx, caller) => removeTotp(ctx, caller),
});

totpGroup.post("/me/recovery-codes", {
  name: "renewRecoveryCodes",
  summary: forDocs("Renew the recovery codes"),
  description: forDocs(
    "Returns ten new recovery codes and emails you; the previous codes stop working. Returns 409 `totp_missing` without an authenticator app. Requires a step-up.",
  ),
  response: [201, RecoveryCodes, forDocs("Ten recovery codes")],
  errors: ["step_up_required", "totp_missing"],
  run: async (ctx, caller) => ({ recoveryCodes: await renewRecoveryCodes(ctx, caller) }),
});
