import { PUBLIC } from "../http/access.ts";
import { routes } from "../http/routes.ts";
import { SESSION } from "../identity/accounts/session.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { acceptInvite, previewInvite } from "./accept-invite.ts";
import { ACCEPT_LIMITS, PREVIEW_LIMITS } from "./limits.ts";
import { AcceptedInvite, InvitePreview } from "./schemas.ts";

const invites = routes({ tag: "Collaborators", access: SESSION, limits: ACCEPT_LIMITS });
export const inviteRoutes = invites.app;

invites.get("/invites/{token}", {
  name: "previewInvite",
  summary: forDocs("Get an invite"),
  description: forDocs(
    "Returns the event and the role that the invite is for. Returns 404 for a forged link, and 410 `invite_gone` for an invite that was accepted, replaced or cancelled, or is older than 7 days.",
  ),
  access: PUBLIC,
  limits: PREVIEW_LIMITS,
  ignoresUnknownParameters: true,
  response: [200, InvitePreview, forDocs("The invite, or a page for a browser")],
  hasPage: true,
  errors: ["invite_gone"],
  run: (ctx, _, { params }) => previewInvite(ctx, params.token),
});

invites.post("/invites/{token}/accept", {
  name: "acceptInvite",
  summary: forDocs("Accept an invite"),
  description: forDocs(
    "Gives you the role of the invite on its event. If you have a higher role, you keep it. Works once, for the account with the invited address. Another account gets 403 `email_mismatch`, and the invite stays open.",
  ),
  idempotent: true,
  response: [200, AcceptedInvite, forDocs("Your role on the event")],
  errors: ["email_mismatch", "invite_gone", "team_changed"],
  run: async (ctx, caller, { params }) => {
    const { needsFactor, ...accepted } = await acceptInvite(ctx, caller, params.token);
    return { ...accepted, secondFactorRequired: needsFactor };
  },
});
