import { OpenAPIHono } from "@hono/zod-openapi";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, jsonOrPage } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { callerOf, SESSION } from "../accounts/session.ts";
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
    summary: "What an invite to work on an event says",
    description:
      "404 for a link that was never one; 410 `invite_gone` for one that was accepted, replaced or taken back, or is older than 7 days.",
    access: PUBLIC,
    limits: PREVIEW_LIMITS,
    params: InvitePath,
    answers: { 200: jsonOrPage(InvitePreview, "The invite; a browser gets a page") },
    refusals: [410],
  }),
  async (c) => c.json(presentPreview(await previewInvite(c.var.ctx, c.req.valid("param").token)), 200),
);

inviteRoutes.openapi(
  endpoint({
    name: "acceptInvite",
    tag,
    method: "post",
    path: "/invites/{token}/accept",
    summary: "Accept an invite to work on an event",
    description:
      "Works once, for the account with the invited address; for any other it is refused (403 `email_mismatch`) and stays open. A higher role that you have already stays.",
    access: SESSION,
    limits: ACCEPT_LIMITS,
    params: InvitePath,
    idempotent: true,
    answers: { 200: json(AcceptedInvite, "You are on the team") },
    refusals: [403, 410],
  }),
  async (c) => {
    const accepted = await acceptInvite(c.var.ctx, callerOf(c), c.req.valid("param").token);
    return c.json({ event_id: accepted.eventId, role: accepted.role }, 200);
  },
);
