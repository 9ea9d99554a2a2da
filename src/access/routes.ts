import * as z from "zod";
import { calendarUrl } from "../events/calendar.ts";
import { endpoint } from "../http/endpoint.ts";
import { requestFacts } from "../http/request-facts.ts";
import { routes } from "../http/routes.ts";
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

const accessGroup = routes({ tag, access: GUEST_LINK });
export const accessRoutes = accessGroup.app;

accessGroup.get("/access/{token}", {
  name: "viewInvitation",
  summary: "View an invitation by its link",
  description:
    "Logs the access and scores its risk. Shows the RSVP to the device that submitted it, to a verified device, and with an edit nonce. The device that submitted it is the one with the same `Usher-Device` ID; if the submission carried no ID, any device with the same user agent. For any other device, `rsvp_submitted_elsewhere` says that there is an RSVP. A valid edit nonce also verifies the request's `Usher-Device`, after the response. An automated fetch (a link preview, a mail scanner, a prefetch) gets an `InvitationPreview` instead: the names of event and host, with `preview: true`.",
  params: LinkPath,
  query: AccessQuery,
  ignoresUnknownParameters: true,
  response: [200, z.union([Invitation, InvitationPreview]), "The invitation, or its preview for a program"],
  isPresented: true,
  errors: ["access_blocked", "challenge_required"],
  run: async (ctx, caller, { query }, c) => {
    const view = await viewInvitation(ctx, caller, { editNonce: query.edit, facts: requestFacts(c) });
    if ("preview" in view) return presentLinkPreview(view);
    const code = view.doorCode === null ? null : await jwtDoorCodeFor(ctx, view.doorCode);
    const invitation = presentInvitation(view, calendarUrl(ctx, caller), ctx.clock.now());
    return code === null ? invitation : { ...invitation, check_in: presentDoorCode(code) };
  },
});

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

accessGroup.post("/access/{token}/request-edit-link", {
  name: "requestEditLink",
  summary: "Email a link that allows edits from another device",
  description:
    "Sends the email to the guest's address on file. The link's nonce (`edit_nonce`, or `edit` in a view) works for 30 minutes, however often you use it. It is revoked when the guest's link is replaced, and when the host forgets a device of the guest or marks an access as suspicious.",
  access: GUEST_LINK_MAILING,
  params: LinkPath,
  response: [202, EditLinkSent, "The mail is on its way"],
  errors: ["no_email_on_file"],
  run: (ctx, caller, _input, c) => requestEditLink(ctx, caller, requestFacts(c)),
});
