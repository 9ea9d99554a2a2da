import { PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { resetPassword } from "./reset-password.ts";
import { ResetPassword, UndoEmailChange, Verified, VerifyEmail } from "./schemas.ts";
import { undoEmailChange } from "./undo-email-change.ts";
import { verifyEmail } from "./verify-email.ts";

const recoveryGroup = routes({ tag: "Authentication", access: PUBLIC });
export const recoveryRoutes = recoveryGroup.app;

recoveryGroup.post("/auth/verify-email", {
  name: "verifyEmail",
  summary: "Verify an email address with the token from the mail",
  description:
    "Also proves the new address of an account that asked for one, where `password` is ignored. Send the `password` that your user types: a stranger may have signed up with the address, and without it the stranger's password works. One that is not that of the sign-up replaces it, and ends every session, API key, webhook endpoint and mailed link; the name is emptied. Passkeys and authenticator app stay. 400 `invalid_token` for a token that is forged, used or older than a day. 400 `validation_failed` for a new password that breaks a rule: the token stays valid.",
  body: VerifyEmail,
  response: [200, Verified, "The address is verified."],
  errors: ["invalid_token", "email_taken"],
  run: async (ctx, _, { body }) => {
    await verifyEmail(ctx, body);
    return { emailVerified: true as const };
  },
});

recoveryGroup.post("/auth/reset-password", {
  name: "resetPassword",
  summary: "Set a new password with the token from the mail",
  description:
    "Unlocks a locked account and ends every session, API key, webhook endpoint, mailed link and open invite of yours, and the door devices of events that begin in more than 48 hours. An email lists them, and the devices that still work. Passkeys, authenticator app and recovery codes stay, and the next sign-in asks for them. 400 `invalid_token` for a token that is forged, used or older than an hour.",
  body: ResetPassword,
  response: [204, null, "The password is changed."],
  errors: ["invalid_token"],
  run: (ctx, _, { body }) => resetPassword(ctx, body),
});

recoveryGroup.post("/auth/undo-email-change", {
  name: "undoEmailChange",
  summary: "Undo a change of your email address",
  description:
    "Gives the account its previous address back, with the token of the email to that address, and ends every session. 400 `invalid_token` for a token that is forged, used or older than 72 hours.",
  body: UndoEmailChange,
  response: [204, null, "The account has its previous address."],
  errors: ["invalid_token", "email_taken"],
  run: (ctx, _, { body }) => undoEmailChange(ctx, body.token),
});
