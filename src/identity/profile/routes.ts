import { clientAddress } from "../../http/request-facts.ts";
import { routes } from "../../http/routes.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import { perUser, perUserExactly } from "../accounts/limits.ts";
import { Accepted } from "../accounts/schemas.ts";
import { SESSION } from "../accounts/session.ts";
import { changePassword } from "./change-password.ts";
import { acceptTerms, changeUser, type Me, readMe } from "./profile.ts";
import { requestEmailChange } from "./request-email-change.ts";
import { AcceptTerms, ChangeEmail, ChangePassword, ChangeUser, PublicIp, User } from "./schemas.ts";

/** In 15 minutes, of a user: enough for typing errors, too few for guessing the password with a stolen session. */
const PASSWORD_TRIES = perUserExactly({ name: "password", limit: 10, windowSeconds: 900 });

const meGroup = routes({ tag: "Account", access: SESSION });
export const meRoutes = meGroup.app;

meGroup.get("/me", {
  name: "readMe",
  summary: "Read your account",
  response: [200, User, "Your account."],
  run: async (ctx, caller) => withTier(await readMe(ctx, caller)),
});

meGroup.patch("/me", {
  name: "renameUser",
  summary: "Change your name and language",
  description:
    "Guests see your name as that of their host, and emails greet you with it. `locale` is the language of the emails that you get, where there is one of ours for it, else English.",
  limits: [perUser("events")],
  body: ChangeUser,
  response: [200, User, "Your account."],
  run: async (ctx, caller, { body }) => withTier(await changeUser(ctx, caller, body)),
});

meGroup.post("/me/password", {
  name: "changePassword",
  summary: "Change your password",
  description:
    "Ends all your other sessions, and every link that was mailed to you before. A mail tells you. An account with a passkey or an authenticator app is asked for a step-up. 400 `validation_failed` with the path `current` for a wrong current password.",
  limits: [PASSWORD_TRIES],
  body: ChangePassword,
  response: [204, null, "The password is changed."],
  errors: ["step_up_required"],
  run: (ctx, caller, { body }) => changePassword(ctx, caller, body),
});

meGroup.post("/me/email", {
  name: "requestEmailChange",
  summary: "Change your email address",
  description:
    "A mail to the new address has a link; following it, by `POST /auth/verify-email`, changes the address, and a mail to the old one tells of it, with a link that undoes the change for 72 hours. An account with a passkey or an authenticator app is asked for a step-up. The response does not reveal whether another account has the address. 400 `validation_failed` with the path `password` for a wrong password.",
  limits: [PASSWORD_TRIES],
  body: ChangeEmail,
  response: [202, Accepted, "A mail will be sent to the new address."],
  errors: ["step_up_required"],
  run: async (ctx, caller, { body }) => {
    await requestEmailChange(ctx, caller, body);
    return { status: "accepted" as const };
  },
});

meGroup.post("/me/accept-terms", {
  name: "acceptTerms",
  summary: "Accept the terms and the privacy policy",
  description: "Idempotent: the time of the first acceptance stays.",
  body: AcceptTerms,
  response: [200, User, "Your account."],
  run: async (ctx, caller) => withTier(await acceptTerms(ctx, caller)),
});

meGroup.get("/me/public-ip", {
  name: "readPublicIp",
  summary: "Read the IP address that your requests come from",
  response: [200, PublicIp, "The address as Cloudflare reports it."],
  run: async (ctx, caller, _input, c) => {
    await authorizeUser(ctx, caller, {});
    return { ip: clientAddress(c) || null };
  },
});

/** Only a deleted account has no address, and a deleted account cannot sign in. */
function withTier({ user, tier }: Me) {
  return { ...user, email: user.email ?? "", tier };
}
