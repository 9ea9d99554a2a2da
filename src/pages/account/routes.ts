import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { english } from "../../i18n/english.ts";
import { negotiate } from "../../i18n/negotiate.ts";
import { forgotPassword } from "../../identity/accounts/forgot-password.ts";
import { FORGOT_LIMITS, SECRET_LIMITS, SIGNUP_LIMITS } from "../../identity/accounts/limits.ts";
import { ForgotPassword, SignUp } from "../../identity/accounts/schemas.ts";
import { signUp } from "../../identity/accounts/sign-up.ts";
import { isWholeLink } from "../../identity/recovery/preview-link.ts";
import { type Reset, resetPassword } from "../../identity/recovery/reset-password.ts";
import { ResetPassword, UndoEmailChange, VerifyEmail } from "../../identity/recovery/schemas.ts";
import { undoEmailChange } from "../../identity/recovery/undo-email-change.ts";
import { purposeOfToken, verifyEmail } from "../../identity/recovery/verify-email.ts";
import { rejectSignUp } from "../../privacy/delete-account.ts";
import { limitForm } from "../form-body.ts";
import { respond } from "../page.tsx";
import { incompleteLinkPage, problemsAsPages } from "../problem-page.tsx";
import * as pages from "./account-pages.tsx";
import { readForm, submitForm, validated } from "./form-input.ts";

const REQUEST_LINK = { href: "/forgot-password", text: "Get a new link" };
/** Hosts go on at the console. */
const SIGN_IN = { href: "/app/sign-in", text: "Sign in" };
const PATHS = [
  "/signup",
  "/verify-email",
  "/not-my-account",
  "/forgot-password",
  "/reset-password",
  "/undo-email-change",
];

/** Signing up, and the pages behind links in emails. They work without a script. */
export const accountPages = new Hono<AppEnv>();

for (const path of PATHS) {
  accountPages.use(
    path,
    problemsAsPages((_, error) => (error === "invalid_token" && path === "/reset-password" ? REQUEST_LINK : null), {
      headings: { invalid_token: "problem.link-expired-title" },
    }),
  );
}

/** Links that open a form, and their kinds of secret. */
const FORM_LINKS = {
  "/verify-email": ["verify_email", "change_email"],
  "/not-my-account": ["verify_email"],
  "/reset-password": ["reset_password"],
  "/undo-email-change": ["undo_email_change"],
} as const;

for (const [path, kinds] of Object.entries(FORM_LINKS)) {
  accountPages.use(path, rateLimit(SECRET_LIMITS));
  accountPages.get(path, async (c, next) => {
    if (await isWholeLink(c.var.ctx, kinds, c.req.query("token") ?? "")) return next();
    return respond(c, incompleteLinkPage(english()), 400);
  });
}

accountPages.get("/signup", (c) => respond(c, pages.signUpPage({ error: null, proof: c.req.query("proof") })));

accountPages.post("/signup", limitForm, rateLimit(SIGNUP_LIMITS), async (c) => {
  const { name, email, password } = await readForm(c);
  const locale = negotiate({ accepted: c.req.header("accept-language") });
  const error = await submitForm(async () =>
    signUp(c.var.ctx, { ...validated(SignUp, { name, email, password }), locale }, requestFacts(c)),
  );
  if (error !== null) return respond(c, pages.signUpPage({ error, values: { name, email } }), 400);
  return respond(c, pages.donePage("Check your email", "We've sent you a link. Open it to confirm your email."));
});

accountPages.get("/verify-email", async (c) => {
  const token = c.req.query("token") ?? "";
  return respond(c, pages.verifyEmailPage(token, await purposeOfToken(c.var.ctx, token), { error: null }));
});

accountPages.post("/verify-email", limitForm, async (c) => {
  const { token = "", password } = await readForm(c);
  const purpose = await purposeOfToken(c.var.ctx, token);
  let replaced = false;
  const error = await submitForm(async () => {
    // A form without the field must not keep the password of a sign-up.
    const input = validated(VerifyEmail, { token, ...(purpose.address === null ? {} : { password: password ?? "" }) });
    replaced = (await verifyEmail(c.var.ctx, input)).replacedPassword;
  });
  if (error !== null) return respond(c, pages.verifyEmailPage(token, purpose, { error }), 400);
  const text = replaced
    ? "The password you've just typed is your new one. The one from the sign-up no longer works, and nothing that was made with it."
    : "You can sign in now.";
  return respond(c, pages.donePage("Email confirmed", text, SIGN_IN));
});

accountPages.get("/not-my-account", (c) => respond(c, pages.notMyAccountPage(c.req.query("token") ?? "")));

accountPages.post("/not-my-account", limitForm, async (c) => {
  await rejectSignUp(c.var.ctx, (await readForm(c)).token ?? "");
  const text =
    "The account no longer exists. Should someone use your address again, you get another email like this one.";
  return respond(c, pages.donePage("Account deleted", text));
});

accountPages.get("/forgot-password", (c) =>
  respond(c, pages.forgotPasswordPage({ error: null, proof: c.req.query("proof") })),
);

accountPages.post("/forgot-password", limitForm, rateLimit(FORGOT_LIMITS), async (c) => {
  const { email } = await readForm(c);
  const error = await submitForm(async () => forgotPassword(c.var.ctx, validated(ForgotPassword, { email }).email));
  if (error !== null) return respond(c, pages.forgotPasswordPage({ error, values: { email } }), 400);
  const text = "If there's an account with this email, we've sent it a link. It's valid for one hour.";
  return respond(c, pages.donePage("Check your email", text));
});

accountPages.get("/reset-password", (c) => {
  return respond(c, pages.resetPasswordPage(c.req.query("token") ?? "", { error: null }));
});

accountPages.post("/reset-password", limitForm, async (c) => {
  const { token = "", password, end_door_devices: ended } = await readForm(c);
  let reset: Reset | undefined;
  const error = await submitForm(async () => {
    const input = validated(ResetPassword, { token, password, end_door_devices: ended === "yes" });
    reset = await resetPassword(c.var.ctx, input);
  });
  if (error !== null) return respond(c, pages.resetPasswordPage(token, { error }), 400);
  const text =
    "You've been signed out everywhere, and your API keys and webhooks have ended. We've emailed you the list.";
  return respond(c, pages.donePage("Password changed", [text, ...keptSentences(reset)].join(" "), SIGN_IN));
});

/** Says which credentials a reset did not revoke. */
function* keptSentences({ kept, remaining }: Partial<Reset> = {}): Generator<string> {
  const doors = (kept ?? []).flatMap(({ name }) => name ?? []);
  if (doors.length > 0) yield `These scanners still work at the door: ${doors.join(", ")}.`;
  const passkeys = remaining?.passkeys.join(", ");
  if (passkeys) yield `These passkeys still sign in to your account: ${passkeys}. Remove any you don't recognise.`;
  if (remaining?.app) yield "Signing in still asks for a code from the authenticator app.";
  if (remaining?.undo) {
    yield "The change of your email address can still be undone from the previous address, until 72 hours after the change.";
  }
}

accountPages.get("/undo-email-change", (c) => respond(c, pages.undoEmailChangePage(c.req.query("token") ?? "")));

accountPages.post("/undo-email-change", limitForm, async (c) => {
  await undoEmailChange(c.var.ctx, validated(UndoEmailChange, await readForm(c)).token);
  const text = "Your account has this email address again, and everyone is signed out. Set a new password now.";
  return respond(c, pages.donePage("Your address is back", text, { href: "/forgot-password", text: "Reset password" }));
});
