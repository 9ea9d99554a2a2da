import type { RequestContext } from "../context.ts";
import { page } from "../http/endpoint.ts";
import { requestFacts } from "../http/request-facts.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { jwtDoorCodeFor } from "../invitations/door-code/door-code.ts";
import { GUEST_LINK, GUEST_LINK_IN_BODY } from "../invitations/guest-link-guard.ts";
import { LinkPath } from "../invitations/schemas.ts";
import { answerOffer } from "./answer-offer.ts";
import type { Answered } from "./answered.ts";
import { editRsvp } from "./edit-rsvp.ts";
import { readHistory } from "./read-history.ts";
import { recordAnswer } from "./record-answer.ts";
import {
  AnsweredRsvp,
  AnswerOffer,
  EditRsvp,
  presentAnswered,
  RecordedRsvp,
  RecordRsvp,
  RsvpRevision,
  SubmitRsvp,
} from "./schemas.ts";
import { submitRsvp } from "./submit-rsvp.ts";

/** Why an answer may not be taken any more. */
const CLOSED = [
  "already_arrived",
  "event_cancelled",
  "event_over",
  "rsvp_closed",
  "rsvp_changed",
  "event_full",
] as const;

const rsvpGroup = routes({ tag: "Guest", access: GUEST_LINK });
export const rsvpRoutes = rsvpGroup.app;

rsvpGroup.post("/rsvp", {
  name: "submitRsvp",
  summary: "Submit an RSVP",
  description:
    "Scored like an access. The link stays valid; a second RSVP is an edit. In a full event an attending answer waits for a seat (`seat`, `waitlist_position`), or is refused with 409 `event_full` and how many seats are `left`. A declined answer has no plus-ones: given ones are ignored.",
  access: GUEST_LINK_IN_BODY,
  body: SubmitRsvp,
  response: [201, AnsweredRsvp, "The RSVP, with the door code of an attending guest"],
  isPresented: true,
  errors: ["access_blocked", "challenge_required", ...CLOSED, "rsvp_exists"],
  run: async (ctx, caller, { body }, c) => {
    const input = { ...body, facts: requestFacts(c) };
    return await present(ctx, await submitRsvp(ctx, caller, input));
  },
});

rsvpGroup.patch("/rsvp/{token}", {
  name: "editRsvp",
  summary: "Edit an RSVP",
  description:
    "For the device that submitted it (same user agent or, if the submission carried a `Usher-Device`, the same ID), for a verified device, or with an edit nonce from the guest's email. A nonce works for 30 minutes, however often you use it; an edit with one verifies its `Usher-Device`. At most five edits in all; edits of one link run one after the other. The answer that results is judged by the party size of now, also when only `response` is sent (400 on `plus_ones`). A larger party needs free seats for the difference, else 409 `event_full`; who waits keeps the place.",
  params: LinkPath,
  body: EditRsvp,
  response: [200, AnsweredRsvp, "The edited RSVP"],
  isPresented: true,
  errors: ["access_blocked", "challenge_required", ...CLOSED, "foreign_device", "no_rsvp", "edit_limit_reached"],
  run: async (ctx, caller, { body }, c) => {
    const input = { ...body, facts: requestFacts(c) };
    return await present(ctx, await editRsvp(ctx, caller, input));
  },
});

rsvpGroup.post("/rsvp/{token}/offer", {
  name: "answerOffer",
  summary: "Take an offered seat, or pass",
  description:
    "For the devices that may edit the RSVP, or with an edit nonce. Taking the seat confirms it; passing makes the answer a no and offers the seat to the next in line. Neither counts as an edit, and both are possible after `rsvp_deadline`. An offer that has run out answers 409 `offer_expired`: edit the RSVP to ask for a seat again.",
  params: LinkPath,
  body: AnswerOffer,
  response: [200, AnsweredRsvp, "The RSVP, with the door code of a guest who has a seat"],
  isPresented: true,
  errors: [
    "access_blocked",
    "challenge_required",
    "already_arrived",
    "event_cancelled",
    "event_over",
    "foreign_device",
    "no_offer",
    "no_rsvp",
    "offer_expired",
    "rsvp_changed",
  ],
  run: async (ctx, caller, { body }, c) => {
    const input = { ...body, facts: requestFacts(c) };
    return await present(ctx, await answerOffer(ctx, caller, input));
  },
});

rsvpGroup.put("/events/{eventId}/guests/{guestId}/rsvp", {
  name: "recordRsvp",
  summary: "Record or correct a guest's answer",
  description:
    "For what a guest has told the host. What is left out stays as it was answered. None of the guest's five edits; possible after the deadline, the end and the cancellation of the event, and for a guest without a link. Required questions and names may stay open. An attending answer takes seats as a guest's does, or with `force` beyond the capacity. The answer has `answered_by: \"host\"`, the one before it is in the history, and the change is in the audit log. The guest can change a recorded answer as any other.",
  tag: "Guests",
  access: role("editor", "guests:write"),
  limits: [perUser("guests")],
  body: RecordRsvp,
  response: [200, RecordedRsvp, "The recorded answer."],
  errors: ["rsvp_changed", "event_full", "email_unverified", "sending_paused"],
  run: async (ctx, caller, { params, body }) => {
    const { rsvp, ...recorded } = await recordAnswer(ctx, caller, params.guestId, body);
    return { ...rsvp, ...recorded };
  },
});

rsvpGroup.get("/events/{eventId}/guests/{guestId}/rsvp/history", {
  name: "readHistory",
  summary: "List the revisions of a guest's RSVP, newest first",
  tag: "Guests",
  access: role("viewer", "guests:read"),
  limits: [perUser("guests")],
  response: [200, page(RsvpRevision), "All revisions"],
  run: async (ctx, caller, { params }) => ({ items: await readHistory(ctx, caller, params.guestId), nextCursor: null }),
});

async function present(ctx: RequestContext, stored: Answered) {
  const code = stored.doorCode === null ? null : await jwtDoorCodeFor(ctx, stored.doorCode);
  return presentAnswered(stored, code);
}
