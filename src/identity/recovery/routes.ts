import { PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { SECRET_LIMITS } from "../accounts/limits.ts";
import { resetPassword } from "./reset-password.ts";
import { ResetPassword, UndoEmailChange, Verified, VerifyEmail } from "./schemas.ts";
import { undoEmailChange } from "./undo-email-change.ts";
import { verifyEmail } from "./verify-email.ts";

const recoveryGroup = routes({ tag: "Authentication", access: PUBLIC, limits: SECRET_LIMITS });
export const recoveryRoutes = recoveryGroup.app;

recoveryGroup.post("/auth/verify-email", {
  name: "verifyEmail",
  summary: forDocs("Verify an email address"),
  description: forDocs(
    "Verifies the address of a new account, or completes a change of address, with the token from the email. After a sign-up, also send the `password` that your user types: someone else may have signed up with the address, and without `password` their password works. A `password` other than the one from the sign-up replaces it, revokes all sessions, API keys, webhook endpoints and emailed links, and clears the name. Passkeys and the authenticator app remain. For a change of address, `password` is ignored. Returns 400 `invalid_token` for a token that is forged, used or older than a day, and 409 `email_taken` if another account has the new address. A password that breaks a rule returns 400 `validation_failed`, and the token stays valid.",
  ),
  body: VerifyEmail,
  response: [200, Verified, forDocs("The address is verified")],
  errors: ["invalid_token", "email_taken"],
  run: async (ctx, _, { body }) => {
    await verifyEmail(ctx, body);
    return { emailVerified: true as const };
  },
});

recoveryGroup.post("/auth/reset-password", {
  name: "resetPassword",
  summary: forDocs("Reset a password"),
  description: forDocs(
    "Sets a new password with the token from the email, and unlocks the account. Revokes all your sessions, API keys, webhook endpoints, emailed links and open invites. Also revokes the door devices of events that begin in more than 48 hours. An email lists what was revoked and which door devices still work. Passkeys, the authenticator app and recovery codes remain, and the next sign-in asks for them. The link that undoes a change of the email address remains, too. The email names what remains. Returns 400 `invalid_token` for a token that is forged, used or older than an hour.",
  ),
  body: ResetPassword,
  response: [204, null, forDocs("The password is changed")],
  errors: ["invalid_token"],
  run: (ctx, _, { body }) => resetPassword(ctx, body),
});

recoveryGroup.post("/auth/undo-email-change", {
  name: "undoEmailChange",
  summary: forDocs("Undo a change of email address"),
  description: forDocs(
    "Restores the account's previous email address and revokes all sessions, with the token from the email to that address. Returns 400 `invalid_token` for a token that is forged, used or older than 72 hours, and 409 `email_taken` if another account has the address.",
  ),
  body: UndoEmailChange,
  response: [204, null, forDocs("The account has its previous address")],
  errors: ["invalid_token", "email_taken"],
  run: (ctx, _, { body }) => undoEmailChange(ctx, body.token),
});
