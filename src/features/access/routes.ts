import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { PER_LINK, PER_LINK_EDIT_MAIL } from "./limits.ts";
import { presentInvitation } from "./present.ts";
import { readCalendar } from "./read-calendar.ts";
import { requestEditLink } from "./request-edit-link.ts";
import { AccessQuery, EditLinkSent, Invitation, LinkPath } from "./schemas.ts";
import { viewInvitation } from "./view-invitation.ts";

const tag = "Guest";

export const accessRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

accessRoutes.openapi(
  endpoint({
    name: "viewInvitation",
    tag,
    method: "get",
    path: "/access/{token}",
    summary: "Open an invitation by its link",
    description:
      "The access is logged and scored. The answer is shown on the device that gave it, or with an edit nonce; on any other, `rsvp_submitted_elsewhere` says that there is one.",
    access: PUBLIC,
    limits: [PER_LINK],
    params: LinkPath,
    query: AccessQuery,
    answers: { 200: json(Invitation, "The invitation") },
    refusals: [403],
  }),
  async (c) => {
    const { token } = c.req.valid("param");
    const view = await viewInvitation(c.var.ctx, {
      token,
      editNonce: c.req.valid("query").edit,
      facts: requestFacts(c),
      rateLimitCheck: c.var.rateLimitCheck,
    });
    const icsUrl = `${c.var.ctx.config.PUBLIC_URL}/access/${token}/calendar.ics`;
    return c.json(presentInvitation(view, icsUrl), 200);
  },
);

accessRoutes.openapi(
  endpoint({
    name: "readCalendar",
    tag,
    method: "get",
    path: "/access/{token}/calendar.ics",
    summary: "The event as a calendar file",
    access: PUBLIC,
    limits: [PER_LINK],
    params: LinkPath,
    answers: {
      200: { description: "RFC 5545, one event", content: { "text/calendar": { schema: z.string() } } },
    },
  }),
  async (c) => {
    const input = { token: c.req.valid("param").token, rateLimitCheck: c.var.rateLimitCheck };
    const { fileName, text } = await readCalendar(c.var.ctx, input);
    return c.body(text, 200, {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    });
  },
);

accessRoutes.openapi(
  endpoint({
    name: "requestEditLink",
    tag,
    method: "post",
    path: "/access/{token}/request-edit-link",
    summary: "Mail a link that allows one edit from another device",
    description: "It goes to the address that the host has on file, and lasts 30 minutes.",
    access: PUBLIC,
    limits: [PER_LINK, PER_LINK_EDIT_MAIL],
    params: LinkPath,
    answers: { 202: json(EditLinkSent, "The mail is on its way") },
    refusals: [409],
  }),
  async (c) => {
    const input = { token: c.req.valid("param").token, rateLimitCheck: c.var.rateLimitCheck };
    const { sentTo } = await requestEditLink(c.var.ctx, input);
    return c.json({ sent_to: sentTo }, 202);
  },
);
