import { languagesOf } from "../../access/known-languages.ts";
import { previewInvitation, previewNewEvent } from "../../access/previews/preview-invitation.ts";
import { InvitationPage, PreviewInvitation, PreviewNewEvent } from "../../access/previews/schemas.ts";
import { type PresentedView, presentInvitation } from "../../access/schemas.ts";
import type { RequestContext } from "../../context.ts";
import { routes } from "../../http/routes.ts";
import { negotiate } from "../../i18n/negotiate.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { session } from "../../identity/accounts/session.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { dearLine, invitationPage } from "../guest/invitation-page.tsx";
import { documentOf } from "../page.tsx";

const AS_SEEN =
  "Returns the guest's page as HTML, with your unsaved changes and a link that belongs to no guest. It is rendered by the code that renders the guest's page. Writes nothing, and works on every tier.";

const previewGroup = routes({ tag: "Events", access: session("events:read"), limits: [perUser("events")] });
export const invitationPreviewRoutes = previewGroup.app;

previewGroup.post("/events/preview", {
  name: "previewNewEvent",
  summary: forDocs("Preview an invitation before creating its event"),
  description: AS_SEEN,
  body: PreviewNewEvent,
  response: [200, InvitationPage, forDocs("The page")],
  run: async (ctx, caller, { body }) => pageOf(ctx, await previewNewEvent(ctx, caller, body)),
});

previewGroup.post("/events/{eventId}/preview", {
  name: "previewInvitation",
  summary: forDocs("Preview an invitation"),
  description: AS_SEEN,
  tag: "Invitations",
  access: role("viewer", "guests:read"),
  body: PreviewInvitation,
  response: [200, InvitationPage, forDocs("The page")],
  run: async (ctx, caller, { body }) => pageOf(ctx, await previewInvitation(ctx, caller, body)),
});

/** In the language of the guest, or of the event: as the guest gets it, whatever the host reads. */
async function pageOf({ catalogues, clock, config }: RequestContext, view: PresentedView): Promise<{ html: string }> {
  const { form, ...languages } = languagesOf(view.invitation);
  const texts = await catalogues.load(negotiate(languages), form);
  const now = clock.now();
  const input = {
    dear: dearLine(texts, view.invitation.guest),
    invitation: presentInvitation(view, `${config.PUBLIC_URL}/`, now),
    texts,
    token: "",
    editNonce: null,
    justAnswered: false,
    isUnconfirmed: false,
    isUnchanged: false,
    isLinkCut: false,
    chosen: null,
    refused: null,
    hasEmail: true,
    isMailable: true,
    ways: [],
    passPng: null,
    wallets: [],
    now,
  };
  return { html: documentOf(invitationPage(input)) };
}
