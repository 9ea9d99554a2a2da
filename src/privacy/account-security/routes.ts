import * as z from "zod";
import { pageQuery } from "../../http/fields.ts";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { SESSION } from "../../identity/accounts/session.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { readSecurity } from "./read-security.ts";
import { revokeCredential } from "./revoke-credential.ts";
import { AccountSecurity, CredentialPath, presentSecurity } from "./schemas.ts";

const accountSecurityGroup = routes({ tag: "Account", access: SESSION, limits: [perUser("events")] });
export const accountSecurityRoutes = accountSecurityGroup.app;

accountSecurityGroup.get("/me/security", {
  name: "readSecurity",
  summary: forDocs("Get account security"),
  description: forDocs(
    "Returns every credential that can act for your account, and your security log. `credentials` has at most 100 of each kind: sessions, passkeys, the authenticator app, recovery codes, API keys, webhook endpoints, door devices, scanner tickets, unused links in emails, and invites you sent. `log` has the sign-ins and changes of the last 90 days, newest first; `limit` and `cursor` page through it.",
  ),
  query: z.object(pageQuery),
  response: [200, AccountSecurity, forDocs("The credentials and the log")],
  isPresented: true,
  run: async (ctx, caller, { query }) => presentSecurity(await readSecurity(ctx, caller, query), caller.sessionId),
});

accountSecurityGroup.delete("/me/security/{kind}/{credentialId}", {
  name: "revokeCredential",
  summary: forDocs("Revoke a credential"),
  description: forDocs(
    "Revokes one credential of your account immediately. A passkey, the authenticator app, the recovery codes and a link in an email require a step-up. Returns 404 for a credential that was revoked or belongs to another user.",
  ),
  params: CredentialPath,
  response: [204, null, forDocs("The credential is revoked")],
  errors: ["step_up_required", "not_found", "role_too_low", "team_changed", "webhook_changed"],
  run: async (ctx, caller, { params }) => {
    await revokeCredential(ctx, caller, params.kind, params.credentialId);
  },
});
