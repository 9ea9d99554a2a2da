import { type Context, Hono } from "hono";
import { isOwnDevice } from "../../features/access/device.ts";
import { PER_LINK, PER_LINK_EDIT_MAIL } from "../../features/access/limits.ts";
import { presentInvitation } from "../../features/access/present.ts";
import { requestEditLink } from "../../features/access/request-edit-link.ts";
import { type InvitationView, viewInvitation } from "../../features/access/view-invitation.ts";
import { editRsvp } from "../../features/rsvp/edit-rsvp.ts";
import { submitRsvp } from "../../features/rsvp/submit-rsvp.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { limitForm } from "../form-body.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { readAnswerForm } from "./answer-form.ts";
import { editLinkSentPage } from "./edit-link-sent-page.tsx";
import { invitationPage } from "./invitation-page.tsx";

/** Longer ones are not ours. */
const MAX_NONCE_LENGTH = 200;

export const invitationPages = new Hono<AppEnv>();

invitationPages.use(
  "/i/:token/*",
  problemsAsPages((path, error) => {
    if (error === "not_found") return null;
    return { href: `/i/${path.split("/")[2] ?? ""}`, text: "Open the invitation" };
  }),
);

/** Opening the page is the access: it is logged and scored here, once, and no script asks again. */
invitationPages.get("/i/:token", rateLimit([PER_LINK]), async (c) => {
  const editNonce = c.req.query("edit")?.slice(0, MAX_NONCE_LENGTH);
  const view = await viewInvitation(c.var.ctx, {
    token: c.req.param("token"),
    editNonce,
    facts: requestFacts(c),
    rateLimitCheck: c.var.rateLimitCheck,
  });
  const usable = view.invitation.nonceHash === null ? null : (editNonce ?? null);
  return show(c, view, { editNonce: usable, justAnswered: false });
});

/**
 * The form's own target. It answers with the page itself and no redirect: another opening would be another access, and
 * an answer changed with a mailed link could not be shown again. The link is the secret that no other site can forge.
 */
invitationPages.post("/i/:token", limitForm, rateLimit([PER_LINK]), async (c) => {
  const form = readAnswerForm(await c.req.parseBody(), c.req.param("token"));
  const facts = requestFacts(c);
  const input = { facts, rateLimitCheck: c.var.rateLimitCheck };
  const { invitation, rsvp, doorCode } =
    form.intent === "submit"
      ? await submitRsvp(c.var.ctx, { ...form, ...input })
      : await editRsvp(c.var.ctx, { ...form, ...input });
  const view = { invitation, rsvp, doorCode, submittedElsewhere: false };
  const mayGoOn = isOwnDevice(rsvp, { userAgent: facts.userAgent, hasNonce: false });
  return show(c, view, { editNonce: null, justAnswered: true, mayGoOn });
});

invitationPages.post("/i/:token/edit-link", limitForm, rateLimit([PER_LINK, PER_LINK_EDIT_MAIL]), async (c) => {
  const token = c.req.param("token");
  const { sentTo } = await requestEditLink(c.var.ctx, { token, rateLimitCheck: c.var.rateLimitCheck });
  return respond(c, editLinkSentPage(sentTo, `/i/${token}`));
});

function show(
  c: Context<AppEnv>,
  view: InvitationView,
  { mayGoOn = true, ...how }: { editNonce: string | null; justAnswered: boolean; mayGoOn?: boolean },
): Response {
  const token = c.req.param("token") ?? "";
  const invitation = presentInvitation(view, `${c.var.ctx.config.PUBLIC_URL}/access/${token}/calendar.ics`);
  // A mailed link is used up by one change: offering another would be a promise that is not kept.
  const canEdit = invitation.can_edit && mayGoOn;
  return respond(c, invitationPage({ invitation: { ...invitation, can_edit: canEdit }, token, ...how }));
}
