import { clientAddress } from "../../http/request-facts.ts";
import { routes } from "../../http/routes.ts";
import { forDocs } from "../../kernel/for-docs.ts";
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
  summary: forDocs("Get your account"),
  description: forDocs("Returns your name, email address, language and tier."),
  response: [200, User, forDocs("Your account")],
  run: async (ctx, caller) => withTier(await readMe(ctx, caller)),
});

meGroup.patch("/me", {
  name: "renameUser",
  summary: forDocs("Update your name and language"),
  description: forDocs(
    "Updates your name, your language or both. Guests see the name as that of their host, and emails to you use both. If Usher is not translated into `locale`, you get English.",
  ),
  limits: [perUser("events")],
  body: ChangeUser,
  response: [200, User, forDocs("Your account")],
  run: async (ctx, caller, { body }) => withTier(await changeUser(ctx, caller, body)),
});

meGroup.post("/me/password", {
  name: "changePassword",
  summary: forDocs("Change your password"),
  description: forDocs(
    "Changes your password, revokes all your other sessions and all links emailed to you earlier, and emails you. An account with a passkey or an authenticator app requires a step-up. Returns 400 `validation_failed` with the path `current` if the current password is wrong.",
  ),
  limits: [PASSWORD_TRIES],
  body: ChangePassword,
  response: [204, null, forDocs("The password is changed")],
  errors: ["step_up_required"],
  run: (ctx, caller, { body }) => changePassword(ctx, caller, body),
});

meGroup.post("/me/email", {
  name: "requestEmailChange",
  summary: forDocs("Change your email address"),
  description: forDocs(
    "Emails a link to the new address, with the time, place and browser of the request and your masked current address; the address changes when its token is sent to `POST /auth/verify-email`. Then the previous address gets an email with a link that undoes the change for 72 hours. An account with a passkey or an authenticator app requires a step-up. The response does not reveal whether another account has the address. Returns 400 `validation_failed` with the path `password` if the password is wrong.",
  ),
  limits: [PASSWORD_TRIES],
  body: ChangeEmail,
  response: [202, Accepted, forDocs("An email will be sent to the new address")],
  errors: ["step_up_required"],
  run: async (ctx, caller, { body }) => {
    await requestEmailChange(ctx, caller, body);
    return { status: "accepted" as const };
  },
});

meGroup.post("/me/accept-terms", {
  name: "acceptTerms",
  summary: forDocs("Accept the terms and the privacy policy"),
  description: forDocs(
    "Stores when you accepted the terms and the privacy policy. Accepting again keeps the first time.",
  ),
  body: AcceptTerms,
  response: [200, User, forDocs("Your account")],
  run: async (ctx, caller) => withTier(await acceptTerms(ctx, caller)),
});

meGroup.get("/me/public-ip", {
  name: "readPublicIp",
  summary: forDocs("Get your IP address"),
  description: forDocs("Returns the IP address of this request as Cloudflare reports it."),
  response: [200, PublicIp, forDocs("Your IP address")],
  run: async (ctx, caller, _input, c) => {
    await authorizeUser(ctx, caller, {});
    return { ip: clientAddress(c) || null };
  },
});

/** Only a deleted account has no address, and a deleted account cannot sign in. */
function withTier({ user, tier, emailBounced }: Me) {
  return { ...user, email: user.email ?? "", emailBounced, tier };
}
