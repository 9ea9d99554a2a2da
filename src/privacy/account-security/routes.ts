import * as z from "zod";
import { pageQuery } from "../../http/fields.ts";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { SESSION } from "../../identity/accounts/session.ts";
import { readSecurity } from "./read-security.ts";
import { revokeCredential } from "./revoke-credential.ts";
import { AccountSecurity, CredentialPath, presentSecurity } from "./schemas.ts";

const accountSecurityGroup = routes({ tag: "Account", access: SESSION, limits: [perUser("events")] });
export const accountSecurityRoutes = accountSecurityGroup.app;

accountSecurityGroup.get("/me/security", {
  name: "readSecurity",
  summary: "Read what can act for your account, and what happened to it",
  description:
    "`credentials` lists sessions, passkeys, the authenticator app, recovery codes, API keys, webhook endpoints, door devices, scanner tickets, open links in emails and invites that you sent; at most 100 of a kind. `log` has the sign-ins and changes of the last 90 days, newest first; `limit` and `cursor` are for it.",
  query: z.object(pageQuery),
  response: [200, AccountSecurity, "What can act for your account, and its log."],
  isPresented: true,
  run: async (ctx, caller, { query }) => presentSecurity(await readSecurity(ctx, caller, query), caller.sessionId),
});

accountSecurityGroup.delete("/me/security/{kind}/{credentialId}", {
  name: "revokeCredential",
  summary: "End one thing that can act for your account",
  description:
    "At once. A passkey, the authenticator app, the recovery codes and a link in an email ask for a step-up. 404 for what has ended, or is another user's.",
  params: CredentialPath,
  response: [204, null, "It has ended."],
  errors: ["step_up_required", "not_found", "role_too_low"],
  run: async (ctx, caller, { params }) => {
    await revokeCredential(ctx, caller, params.kind, params.credentialId);
  },
});
