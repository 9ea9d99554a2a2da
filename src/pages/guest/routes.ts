import { type Context, Hono } from "hono";
import { every } from "hono/combine";
import { calendarUrl, presentInvitation } from "../../features/access/present.ts";
import { requestEditLink } from "../../features/access/request-edit-link.ts";
import { type InvitationView, viewInvitation } from "../../features/access/view-invitation.ts";
import type { GuestLink } from "../../features/invitations/guest-link.ts";
import { GUEST_LINK, GUEST_LINK_MAILING, guestLinkOf } from "../../features/invitations/guest-link-guard.ts";
import { editRsvp } from "../../features/rsvp/edit-rsvp.ts";
import { isOwnDevice } from "../../features/rsvp/rules.ts";
import { submitRsvp } from "../../features/rsvp/submit-rsvp.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { limitForm } from "../form-body.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { readAnswerForm } from "./answer-form.ts";
import { editLinkSentPage } from "./edit-link-sent-page.tsx";
import { invitationPage } from "./invitation-page.tsx";
import { previewPage } from "./preview-page.tsx";

/** Longer than any nonce of the service. */
const MAX_NONCE_LENGTH = 200;

export const invitationPages = new Hono<AppEnv>();

invitationPages.use(
  "/i/:token/*",
  problemsAsPages((path, error) => {
    if (error === "not_found") return { href: "/lost-link", text: "Email me my link" };
    return { href: `/i/${path.split("/")[2] ?? ""}`, text: "Open the invitation" };
  }),
);

/** The page is rendered on the server, so that one view is one access. */
invitationPages.get("/i/:token", every(...GUEST_LINK.guards), async (c) => {
  return showInvitation(c, c.req.query("edit"));
});

/**
 * The form's target. It renders the page without a redirect: that would be another access, and could not show an RSVP
 * that was edited with a nonce. The token in the path protects from cross-site request forgery.
 */
invitationPages.post("/i/:token", limitForm, every(...GUEST_LINK.guards), async (c) => {
  const fields = await c.req.parseBody();
  if (fields.intent === "open") return showInvitation(c, String(fields.edit_nonce ?? "") || undefined);
  const form = readAnswerForm(fields, c.req.param("token") ?? "");
  const link = guestLinkOf(c);
  const facts = requestFacts(c);
  const { invitation, rsvp, doorCode } =
    form.intent === "submit"
      ? await submitRsvp(c.var.ctx, link, { ...form, facts, isShown: true })
      : await editRsvp(c.var.ctx, link, { ...form, facts, isShown: true });
  const view = { invitation, rsvp, doorCode, submittedElsewhere: false };
  const canEditAgain = isOwnDevice(rsvp, { userAgent: facts.userAgent, hasNonce: false });
  return show(c, link, view, { editNonce: null, justAnswered: true, canEditAgain });
});

invitationPages.post("/i/:token/edit-link", limitForm, every(...GUEST_LINK_MAILING.guards), async (c) => {
  const link = guestLinkOf(c);
  const { sentTo } = await requestEditLink(c.var.ctx, link);
  return respond(c, editLinkSentPage(sentTo, `/i/${link.token}`));
});

/** The invitation, or its preview for a program. */
async function showInvitation(c: Context<AppEnv>, nonce: string | undefined): Promise<Response> {
  const editNonce = nonce?.slice(0, MAX_NONCE_LENGTH);
  const link = guestLinkOf(c);
  const view = await viewInvitation(c.var.ctx, link, { editNonce, facts: requestFacts(c) });
  if ("preview" in view) return respond(c, previewPage({ ...view, token: link.token, editNonce }));
  const usable = view.invitation.nonceHash === null ? null : (editNonce ?? null);
  return show(c, link, view, { editNonce: usable, justAnswered: false });
}

function show(
  c: Context<AppEnv>,
  link: GuestLink,
  view: InvitationView,
  { canEditAgain = true, ...how }: { editNonce: string | null; justAnswered: boolean; canEditAgain?: boolean },
): Response {
  const { token } = link;
  const invitation = presentInvitation(view, calendarUrl(c.var.ctx, link));
  // A nonce allows one edit.
  const canEdit = invitation.can_edit && canEditAgain;
  return respond(c, invitationPage({ invitation: { ...invitation, can_edit: canEdit }, token, ...how }));
}
