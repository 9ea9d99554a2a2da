import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import { calendarUrl } from "../events/calendar.ts";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { requestFacts } from "../http/request-facts.ts";
import { refuseInvalid } from "../http/validate.ts";
import { jwtDoorCodeFor } from "../invitations/door-code/door-code.ts";
import { presentDoorCode } from "../invitations/door-code/door-code-schemas.ts";
import { GUEST_LINK, GUEST_LINK_MAILING, guestLinkOf } from "../invitations/guest-link-guard.ts";
import { LinkPath } from "../invitations/schemas.ts";
import { readCalendar } from "./read-calendar.ts";
import { requestEditLink } from "./request-edit-link.ts";
import {
  AccessQuery,
  EditLinkSent,
  Invitation,
  InvitationPreview,
  presentInvitation,
  presentLinkPreview,
} from "./schemas.ts";
import { viewInvitation } from "./view-invitation.ts";

const tag = "Guest";

export const accessRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

accessRoutes.openapi(
  endpoint({
    name: "viewInvitation",
    tag,
    method: "get",
    path: "/access/{token}",
    summary: "View an invitation by its link",
    description:
      "Logs the access and scores its risk. Shows the RSVP to the device that submitted it, to a verified device, and with an edit nonce. The device that submitted it is the one with the same `Usher-Device` ID; if the submission carried no ID, any device with the same user agent. For any other device, `rsvp_submitted_elsewhere` says that there is an RSVP. A valid edit nonce also verifies the request's `Usher-Device`, after the response. An automated fetch (a link preview, a mail scanner, a prefetch) gets an `InvitationPreview` instead: the names of event and host, with `preview: true`.",
    access: GUEST_LINK,
    params: LinkPath,
    query: AccessQuery,
    ignoresUnknownParameters: true,
    answers: { 200: json(z.union([Invitation, InvitationPreview]), "The invitation, or its preview for a program") },
    refusals: ["access_blocked", "challenge_required"],
  }),
  async (c) => {
    const link = guestLinkOf(c);
    const { edit } = c.req.valid("query");
    const view = await viewInvitation(c.get("ctx"), link, { editNonce: edit, facts: requestFacts(c) });
    if ("preview" in view) return c.json(presentLinkPreview(view), 200);
    const ctx = c.get("ctx");
    const code = view.doorCode === null ? null : await jwtDoorCodeFor(ctx, view.doorCode);
    const invitation = presentInvitation(view, calendarUrl(ctx, link), ctx.clock.now());
    return c.json(code === null ? invitation : { ...invitation, check_in: presentDoorCode(code) }, 200);
  },
);

accessRoutes.openapi(
  endpoint({
    name: "readCalendar",
    tag,
    method: "get",
    path: "/access/{token}/calendar.ics",
    summary: "The event as a calendar file",
    description:
      "Follows the last access of the same device: while that was blocked, the file is refused as the invitation was. Calendar programs that nobody has seen at this link get it; a link preview or mail scanner does so once the guest has opened the invitation.",
    access: GUEST_LINK,
    params: LinkPath,
    ignoresUnknownParameters: true,
    answers: {
      200: { description: "RFC 5545, one event", content: { "text/calendar": { schema: z.string() } } },
    },
    refusals: ["access_blocked"],
  }),
  async (c) => {
    const { fileName, text } = await readCalendar(c.get("ctx"), guestLinkOf(c), requestFacts(c));
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
    summary: "Email a link that allows edits from another device",
    description:
      "Sends the email to the guest's address on file. The link's nonce (`edit_nonce`, or `edit` in a view) works for 30 minutes, however often you use it. It is revoked when the guest's link is replaced, and when the host forgets a device of the guest or marks an access as suspicious.",
    access: GUEST_LINK_MAILING,
    params: LinkPath,
    answers: { 202: json(EditLinkSent, "The mail is on its way") },
    refusals: ["no_email_on_file"],
  }),
  async (c) => {
    const { sentTo } = await requestEditLink(c.get("ctx"), guestLinkOf(c), requestFacts(c));
    return c.json({ sent_to: sentTo }, 202);
  },
);
