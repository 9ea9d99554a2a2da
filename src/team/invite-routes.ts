import { OpenAPIHono } from "@hono/zod-openapi";
import { PUBLIC } from "../http/access.ts";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json, jsonOrPage } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { callerOf, SESSION } from "../identity/accounts/session.ts";
import { acceptInvite } from "./accept-invite.ts";
import { ACCEPT_LIMITS, PREVIEW_LIMITS } from "./limits.ts";
import { presentPreview } from "./present.ts";
import { previewInvite } from "./preview-invite.ts";
import { AcceptedInvite, InvitePath, InvitePreview } from "./schemas.ts";

const tag = "Collaborators";

export const inviteRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

inviteRoutes.openapi(
  endpoint({
    name: "previewInvite",
    tag,
    method: "get",
    path: "/invites/{token}",
    summary: "Read an invite to collaborate on an event",
    description:
      "404 for a forged link; 410 `invite_gone` for an invite that was accepted, replaced or cancelled, or is older than 7 days.",
    access: PUBLIC,
    limits: PREVIEW_LIMITS,
    params: InvitePath,
    ignoresUnknownParameters: true,
    answers: { 200: jsonOrPage(InvitePreview, "The invite. A browser gets a page.") },
    refusals: ["invite_gone"],
  }),
  async (c) => c.json(presentPreview(await previewInvite(c.var.ctx, c.req.valid("param").token)), 200),
);

inviteRoutes.openapi(
  endpoint({
    name: "acceptInvite",
    tag,
    method: "post",
    path: "/invites/{token}/accept",
    summary: "Accept an invite to collaborate on an event",
    description:
      "Works once, for the account with the invited address; for any other account it is refused (403 `email_mismatch`) and stays open. If you already have a higher role, you keep it.",
    access: SESSION,
    limits: ACCEPT_LIMITS,
    params: InvitePath,
    idempotent: true,
    answers: { 200: json(AcceptedInvite, "Your role on the event.") },
    refusals: ["email_mismatch", "invite_gone", "team_changed"],
  }),
  async (c) => {
    const accepted = await acceptInvite(c.var.ctx, callerOf(c), c.req.valid("param").token);
    return c.json(
      { event_id: accepted.eventId, role: accepted.role, second_factor_required: accepted.needsFactor },
      200,
    );
  },
);
