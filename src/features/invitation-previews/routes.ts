import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { invitationPage } from "../../pages/guest/invitation-page.tsx";
import { documentOf } from "../../pages/page.tsx";
import { type PresentedView, presentInvitation } from "../access/present.ts";
import { callerOf, SESSION } from "../accounts/session.ts";
import { perUser } from "../accounts/user-limit.ts";
import { eventCallerOf, role } from "../members/role-guard.ts";
import { EventPath } from "../members/schemas.ts";
import { previewInvitation } from "./preview-invitation.ts";
import { previewNewEvent } from "./preview-new-event.ts";
import { InvitationPage, PreviewInvitation, PreviewNewEvent } from "./schemas.ts";

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
    access: SESSION,
    limits,
    body: PreviewNewEvent,
    answers: { 200: json(InvitationPage, "The page.") },
  }),
  async (c) => c.json(pageOf(c, await previewNewEvent(c.var.ctx, callerOf(c), c.req.valid("json"))), 200),
);

invitationPreviewRoutes.openapi(
  endpoint({
    name: "previewInvitation",
    tag: "Invitations",
    method: "post",
    path: "/events/{eventId}/preview",
    summary: "Preview the invitation to an event, with changes that are not saved",
    description: AS_SEEN,
    access: role("viewer"),
    limits,
    params: EventPath,
    body: PreviewInvitation,
    answers: { 200: json(InvitationPage, "The page.") },
  }),
  async (c) => c.json(pageOf(c, await previewInvitation(c.var.ctx, eventCallerOf(c), c.req.valid("json"))), 200),
);

function pageOf(c: Context<AppEnv>, view: PresentedView): { html: string } {
  const { clock, config } = c.var.ctx;
  const now = clock.now();
  const input = {
    invitation: presentInvitation(view, `${config.PUBLIC_URL}/`, now),
    ...{ token: "", editNonce: null, justAnswered: false, chosen: null, refused: null, hasEmail: true, ways: [], now },
  };
  return { html: documentOf(invitationPage(input)) };
}
