import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { languagesOf } from "../../access/known-languages.ts";
import { previewInvitation, previewNewEvent } from "../../access/previews/preview-invitation.ts";
import { InvitationPage, PreviewInvitation, PreviewNewEvent } from "../../access/previews/schemas.ts";
import { type PresentedView, presentInvitation } from "../../access/schemas.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { negotiate } from "../../i18n/negotiate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { callerOf, session } from "../../identity/accounts/session.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { EventPath } from "../../platform/authorization/schemas.ts";
import { invitationPage } from "../guest/invitation-page.tsx";
import { documentOf } from "../page.tsx";

const limits = [perUser("events")];
const AS_SEEN =
  "Rendered by the code that renders the guest's page, with a link of nobody. Writes nothing, and works on every tier.";

export const invitationPreviewRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

invitationPreviewRoutes.openapi(
  endpoint({
    name: "previewNewEvent",
    tag: "Events",
    method: "post",
    path: "/events/preview",
    summary: "Preview the invitation to an event before creating it",
    description: AS_SEEN,
    access: session("events:read"),
    limits,
    body: PreviewNewEvent,
    answers: { 200: json(InvitationPage, "The page.") },
  }),
  async (c) => c.json(await pageOf(c, await previewNewEvent(c.var.ctx, callerOf(c), c.req.valid("json"))), 200),
);

invitationPreviewRoutes.openapi(
  endpoint({
    name: "previewInvitation",
    tag: "Invitations",
    method: "post",
    path: "/events/{eventId}/preview",
    summary: "Preview the invitation to an event, with changes that are not saved",
    description: AS_SEEN,
    access: role("viewer", "guests:read"),
    limits,
    params: EventPath,
    body: PreviewInvitation,
    answers: { 200: json(InvitationPage, "The page.") },
  }),
  async (c) => c.json(await pageOf(c, await previewInvitation(c.var.ctx, eventCallerOf(c), c.req.valid("json"))), 200),
);

/** In the language of the guest, or of the event: as the guest gets it, whatever the host reads. */
async function pageOf(c: Context<AppEnv>, view: PresentedView): Promise<{ html: string }> {
  const { catalogues, clock, config } = c.var.ctx;
  const texts = await catalogues.load(negotiate(languagesOf(view.invitation)));
  const now = clock.now();
  const input = {
    invitation: presentInvitation(view, `${config.PUBLIC_URL}/`, now),
    ...{ texts, token: "", editNonce: null, justAnswered: false, chosen: null, refused: null },
    ...{ hasEmail: true, ways: [], passPng: null, wallets: [], now },
  };
  return { html: documentOf(invitationPage(input)) };
}
