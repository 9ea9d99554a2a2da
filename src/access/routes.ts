import * as z from "zod";
import { calendarUrl } from "../events/calendar.ts";
import { endpoint } from "../http/endpoint.ts";
import { requestFacts } from "../http/request-facts.ts";
import { routes } from "../http/routes.ts";
import { jwtDoorCodeFor } from "../invitations/door-code/door-code.ts";
import { presentDoorCode } from "../invitations/door-code/door-code-schemas.ts";
import { GUEST_LINK, GUEST_LINK_MAILING, guestLinkOf } from "../invitations/guest-link-guard.ts";
import { LinkPath } from "../invitations/schemas.ts";
import { forDocs } from "../kernel/for-docs.ts";
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
  summary: forDocs("View an invitation"),
  description: forDocs(
    "Returns the invitation, logs the access and scores its risk. Includes the RSVP for the device that submitted it, for a verified device, and with an edit nonce. The submitting device is the one with the same `Usher-Device` ID or, if the submission carried no ID, with the same user agent. Any other device gets `rsvp_submitted_elsewhere` if there is an RSVP. A valid edit nonce also verifies the request's `Usher-Device`, after the response. Returns 403 `access_blocked` for a risky access, and 403 `challenge_required` if the event asks for a code. A bot (a link preview, a mail scanner, a prefetch) gets an `InvitationPreview` with only the names of event and host.",
  ),
  params: LinkPath,
  query: AccessQuery,
  ignoresUnknownParameters: true,
  response: [200, z.union([Invitation, InvitationPreview]), forDocs("The invitation, or its preview for a bot")],
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
    summary: forDocs("Download the calendar file"),
    description: forDocs(
      "Returns the event as an iCalendar file (RFC 5545). Returns 403 `access_blocked` if the last access of the device was blocked or challenged. A calendar program that has not used the link before gets the file, unless the event asks for codes from `low` or `medium`. Link previews and mail scanners get it only after the guest has opened the invitation.",
    ),
    access: GUEST_LINK,
    params: LinkPath,
    ignoresUnknownParameters: true,
    responses: {
      200: {
        description: forDocs("The calendar file with one event"),
        content: { "text/calendar": { schema: z.string() } },
      },
    },
    errors: ["access_blocked"],
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
  summary: forDocs("Email an edit link"),
  description: forDocs(
    "Emails the guest a link that allows edits on another device. Its nonce (`edit_nonce`, or `edit` in a view) works for 30 minutes, any number of times. Replacing the guest's link revokes the nonce. So does a host who forgets a device of the guest or marks an access as suspicious. Returns 409 `no_email_on_file` if the host has no address of the guest, and 409 `email_unavailable` if no invitation has reached the address and the host may not email new addresses. Such a guest can ask the host with `POST /access/{token}/ask-host`.",
  ),
  access: GUEST_LINK_MAILING,
  params: LinkPath,
  response: [202, EditLinkSent, forDocs("The email will be sent")],
  errors: ["no_email_on_file", "email_unavailable"],
  run: (ctx, caller, _input, c) => requestEditLink(ctx, caller, requestFacts(c)),
});
