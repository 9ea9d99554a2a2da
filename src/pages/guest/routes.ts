import { type Context, Hono } from "hono";
import { every } from "hono/combine";
import { requestEditLink } from "../../access/request-edit-link.ts";
import { presentInvitation } from "../../access/schemas.ts";
import { type InvitationView, viewInvitation } from "../../access/view-invitation.ts";
import type { RequestContext } from "../../context.ts";
import { calendarUrl } from "../../events/calendar.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { type RequestFacts, requestFacts } from "../../http/request-facts.ts";
import { shortDoorCodeFor } from "../../invitations/door-code/door-code.ts";
import type { GuestLink } from "../../invitations/guest-link.ts";
import {
  GUEST_LINK,
  GUEST_LINK_MAILING,
  guestLinkOf,
  isGenuineLink,
  linkHolderOf,
} from "../../invitations/guest-link-guard.ts";
import { isWholeToken } from "../../kernel/link-token.ts";
import { RESPONSES } from "../../kernel/rsvp.ts";
import { standingOfRsvp } from "../../kernel/standing.ts";
import { askHost } from "../../risk/challenges/ask-host.ts";
import { answerOffer } from "../../rsvp/answer-offer.ts";
import { isStored } from "../../rsvp/decide-edit.ts";
import { editRsvp } from "../../rsvp/edit-rsvp.ts";
import { findUnconfirmed } from "../../rsvp/find-unconfirmed.ts";
import { editedAnswer, firstAnswer } from "../../rsvp/rules.ts";
import { submitRsvp } from "../../rsvp/submit-rsvp.ts";
import { serveWorker } from "../assets.ts";
import { limitAnswerForm, limitForm, parseForm } from "../form-body.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { chosenLanguage, textsFor } from "../reader-language.ts";
import { answeredPath, isAnswered, mayLeave } from "./after-answer.ts";
import { type AnswerForm, readAnswerForm } from "./answer-form.ts";
import type { RefusedForm } from "./answer-section.tsx";
import { invitationPath, mayRedirect, orAskHost, refuseCode, sendCode, withChallengePage } from "./challenge-forms.ts";
import { challengeChannels } from "./challenge-page.tsx";
import { editLinkSentPage, hostAskedPage } from "./edit-link-sent-page.tsx";
import { guestTexts } from "./guest-texts.ts";
import { dearLine, invitationPage } from "./invitation-page.tsx";
import { previewPage } from "./preview-page.tsx";
import { refusedForm } from "./refused-form.ts";
import { walletPages, walletsOf } from "./wallet-routes.ts";

/** Longer than any nonce of the service. */
const MAX_NONCE_LENGTH = 200;

/** Errors after which the invitation cannot be opened either. */
const LEADS_NOWHERE = new Set(["access_blocked", "rate_limited"]);

export const invitationPages = new Hono<AppEnv>();

invitationPages.use(
  "/i/:token/*",
  problemsAsPages(
    (path, error, { format }) => {
      if (error === "not_found") return { href: "/lost-link", text: format("problem.mail-link") };
      if (LEADS_NOWHERE.has(error)) return null;
      return { href: `/i/${path.split("/")[2] ?? ""}`, text: format("problem.open-invitation") };
    },
    {
      texts: guestTexts,
      host: (c) => linkHolderOf(c)?.hostName,
      headings: {
        not_found: (c) => (isGenuineLink(c) ? "problem.link-ended-title" : "problem.link-title"),
        already_asked: "guest.ask-host",
        device_unknown: "guest.ask-host",
      },
      messages: {
        not_found: (c) => (isGenuineLink(c) ? "problem.link-ended" : "problem.not-found"),
        already_asked: "guest.already-asked",
        device_unknown: "guest.allow-cookies",
      },
    },
  ),
);

invitationPages.route("/", walletPages);

/** The page is rendered on the server, so that one view is one access. */
invitationPages.get("/i/:token", every(...GUEST_LINK.guards), async (c) => {
  const { edit, answer } = c.req.query();
  const fields = { intent: "open", ...(edit && { edit_nonce: edit }), ...(answer && { answer }) };
  return withChallengePage(c, fields, () => handleForm(c, fields));
});

/**
 * The form's target. It renders the page for the script, which puts it in place of the form: one access. A browser
 * without the script is redirected to the RSVP, if it can see it afterwards (`mayLeave`). The token in the path
 * protects from cross-site request forgery.
 */
invitationPages.post("/i/:token", limitAnswerForm, every(...GUEST_LINK.guards), async (c) => {
  const fields = await parseForm(c, { all: true });
  return withChallengePage(c, fields, () => handleForm(c, fields));
});

invitationPages.post("/i/:token/challenge", limitAnswerForm, every(...GUEST_LINK.guards), async (c) =>
  sendCode(c, await parseForm(c, { all: true })),
);

/** Continues the action that required the code. In a browser without cookies, continues in the same response. */
invitationPages.post("/i/:token/challenge/verify", limitAnswerForm, every(...GUEST_LINK.guards), async (c) => {
  const fields = await parseForm(c, { all: true });
  const refused = await refuseCode(c, fields);
  if (refused !== null) return refused;
  if (mayRedirect(c, fields)) return c.redirect(invitationPath(guestLinkOf(c).token, fields), 303);
  return withChallengePage(c, fields, () => handleForm(c, fields));
});

/** The service worker of the page while it has a pass. At the root, because it may be for any path below its own. */
invitationPages.get("/pass-offline.js", (c) => serveWorker(c, "pass-offline.js"));

/** The addresses of these forms, opened as links. */
for (const path of ["/i/:token/challenge", "/i/:token/challenge/verify"]) {
  invitationPages.get(path, every(...GUEST_LINK.guards), (c) => c.redirect(`/i/${guestLinkOf(c).token}`, 303));
}

async function handleForm(c: Context<AppEnv>, fields: Record<string, unknown>): Promise<Response> {
  const nonce = String(fields.edit_nonce ?? "") || undefined;
  if (fields.intent === "open") {
    return showInvitation(c, { nonce, chosen: chosenIn(fields.answer), justAnswered: isAnswered(c) });
  }
  let form: AnswerForm | undefined;
  try {
    form = readAnswerForm(fields, c.req.param("token") ?? "");
    return await answerInvitation(c, form);
  } catch (error) {
    const refused = refusedForm(error, fields);
    if (refused === null) throw error;
    return showInvitation(c, { nonce, refused, sent: form });
  }
}

invitationPages.post("/i/:token/edit-link", limitForm, every(...GUEST_LINK_MAILING.guards), async (c) => {
  const link = guestLinkOf(c);
  return orAskHost(c, async () => {
    const { sentTo } = await requestEditLink(c.get("ctx"), link, requestFacts(c));
    return respond(c, editLinkSentPage(await guestTexts(c), sentTo, `/i/${link.token}`));
  });
});

invitationPages.post("/i/:token/ask-host", limitForm, every(...GUEST_LINK.guards), async (c) => {
  const link = guestLinkOf(c);
  await askHost(c.get("ctx"), link, requestFacts(c));
  return respond(c, hostAskedPage(await guestTexts(c), `/i/${link.token}`));
});

/** The response that an email's link chose. It preselects the form's choice; only the form's POST submits an RSVP. */
function chosenIn(answer: unknown): (typeof RESPONSES)[number] | null {
  return RESPONSES.find((known) => known === answer) ?? null;
}

async function answerInvitation(c: Context<AppEnv>, form: AnswerForm): Promise<Response> {
  const link = guestLinkOf(c);
  const facts = requestFacts(c);
  const { invitation, rsvp, waitlistPosition, doorCode } = await storeAnswer(c, link, { ...form, facts });
  // The device is verified after the response: what follows needs the nonce until then.
  const editNonce = invitation.nonceHash !== null && "editNonce" in form ? (form.editNonce ?? null) : null;
  if (mayLeave(c, link)) return c.redirect(answeredPath(link, editNonce), 303);
  const shown = { ...invitation, waitlistPosition };
  const view = { invitation: shown, rsvp, doorCode, submittedElsewhere: false, challenge: null };
  return show(c, link, view, { justAnswered: true, editNonce });
}

function storeAnswer(c: Context<AppEnv>, link: GuestLink, form: AnswerForm & { facts: RequestFacts }) {
  const locale = chosenLanguage(c);
  switch (form.intent) {
    case "submit":
      return submitRsvp(c.get("ctx"), link, { ...form, isShown: true, locale });
    case "edit":
      return editRsvp(c.get("ctx"), link, { ...form, isShown: true, mustChange: true, locale });
    case "offer":
      return answerOffer(c.get("ctx"), link, { ...form, isShown: true });
  }
}

interface Shown {
  nonce: string | undefined;
  chosen?: (typeof RESPONSES)[number] | null;
  refused?: RefusedForm;
  /** The form that was refused, as far as it could be read. */
  sent?: AnswerForm | undefined;
  justAnswered?: boolean;
}

/** The invitation, or its preview for a program. A refused form is shown to who may see the invitation: it is an access. */
async function showInvitation(c: Context<AppEnv>, shown: Shown): Promise<Response> {
  const { nonce, chosen = null, refused, sent, justAnswered } = shown;
  const editNonce = nonce?.slice(0, MAX_NONCE_LENGTH);
  const link = guestLinkOf(c);
  // The reader's language is mostly known before the guest is: its file is read meanwhile.
  const early = textsFor(c);
  const view = await viewInvitation(c.get("ctx"), link, { editNonce, facts: requestFacts(c) });
  if ("preview" in view) {
    const texts = await guestTexts(c);
    return respond(c, previewPage({ preview: view, texts, token: link.token, editNonce, chosen }), refused?.status);
  }
  await early;
  const usable = view.invitation.nonceHash === null ? null : (editNonce ?? null);
  if (sent !== undefined && isAlreadyStored(sent, view)) {
    const outcome = isEditOnce(sent) ? { isUnchanged: true } : { justAnswered: true };
    return show(c, link, view, { editNonce: usable, ...outcome });
  }
  const isLinkCut = editNonce !== undefined && !isWholeToken(editNonce);
  return show(c, link, view, { editNonce: usable, isLinkCut, chosen, refused, justAnswered });
}

/**
 * True if a form that was refused is what this device's RSVP says. The guest has sent it again, because the first
 * response was lost, or has changed nothing.
 */
function isAlreadyStored(sent: AnswerForm, { rsvp, invitation }: InvitationView): boolean {
  if (rsvp === null) return false;
  if (sent.intent === "offer") return standingOfRsvp(rsvp) === (sent.accept ? "coming" : "declined");
  return isStored(rsvp, sent.intent === "edit" ? editedAnswer(rsvp, sent) : firstAnswer(sent), invitation);
}

/** True for an edit that the page has not sent before. */
function isEditOnce(sent: AnswerForm): boolean {
  return sent.intent === "edit" && !sent.isAgain;
}

interface How {
  editNonce?: string | null;
  justAnswered?: boolean | undefined;
  isUnchanged?: boolean;
  isLinkCut?: boolean;
  chosen?: (typeof RESPONSES)[number] | null;
  refused?: RefusedForm | undefined;
}

/** True if the guest has an address, and the RSVP that was just sent is not confirmed by email. */
async function lacksConfirmation(
  { db, clock }: RequestContext,
  { invitation, rsvp }: InvitationView,
): Promise<boolean> {
  const { event, guest } = invitation;
  if (guest.email === null || rsvp === null) return false;
  if (!guest.isMailable) return true;
  const [found] = await findUnconfirmed(db, { eventId: event.id, guestId: guest.id }, rsvp.updatedAt, clock.now());
  return found?.isSkipped ?? false;
}

async function show(c: Context<AppEnv>, link: GuestLink, view: InvitationView, how: How): Promise<Response> {
  const {
    editNonce = null,
    justAnswered = false,
    isUnchanged = false,
    isLinkCut = false,
    chosen = null,
    refused = null,
  } = how;
  const now = c.get("ctx").clock.now();
  const texts = await guestTexts(c);
  const invitation = presentInvitation(view, calendarUrl(c.get("ctx"), link), now);
  const { email, isMailable } = view.invitation.guest;
  const hasEmail = email !== null;
  const ways = view.challenge === null ? [] : challengeChannels(view.challenge);
  const isThanked = justAnswered && view.rsvp !== null;
  const isUnconfirmed = isThanked && (await lacksConfirmation(c.get("ctx"), view));
  const passPng = view.doorCode === null ? null : (await shortDoorCodeFor(c.get("ctx"), view.doorCode)).png;
  const wallets = walletsOf(c.get("ctx").config);
  const state = {
    texts,
    editNonce,
    justAnswered: isThanked,
    isUnconfirmed,
    isUnchanged,
    isLinkCut,
    chosen,
    refused,
    hasEmail,
    isMailable,
    ways,
    passPng,
    wallets,
    now,
  };
  const page = invitationPage({
    invitation,
    token: link.token,
    dear: dearLine(texts, view.invitation.guest),
    ...state,
  });
  return respond(c, page, refused?.status ?? 200);
}
