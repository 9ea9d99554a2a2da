import type { RequestContext } from "../context.ts";
import { page } from "../http/endpoint.ts";
import { requestFacts } from "../http/request-facts.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { jwtDoorCodeFor } from "../invitations/door-code/door-code.ts";
import { GUEST_LINK, GUEST_LINK_IN_BODY } from "../invitations/guest-link-guard.ts";
import { LinkPath } from "../invitations/schemas.ts";
import { forDocs } from "../kernel/for-docs.ts";
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

/** Reasons to reject every RSVP to an invitation. */
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
  summary: forDocs("Submit an RSVP"),
  description: forDocs(
    "Stores the guest's first RSVP and scores the access. The link stays valid; use `PATCH /rsvp/{token}` for changes (409 `rsvp_exists`). If the event is full, an attending party joins the waitlist (`seat`, `waitlist_position`). Without a waitlist, it gets 409 `event_full` with the seats `left`. A declined RSVP has no plus-ones; given ones are ignored.",
  ),
  access: GUEST_LINK_IN_BODY,
  body: SubmitRsvp,
  response: [201, AnsweredRsvp, forDocs("The RSVP, with the door code of an attending guest")],
  isPresented: true,
  errors: ["access_blocked", "challenge_required", ...CLOSED, "rsvp_exists"],
  run: async (ctx, caller, { body }, c) => {
    const input = { ...body, facts: requestFacts(c) };
    return await present(ctx, await submitRsvp(ctx, caller, input));
  },
});

rsvpGroup.patch("/rsvp/{token}", {
  name: "editRsvp",
  summary: forDocs("Update an RSVP"),
  description: forDocs(
    "Updates the RSVP on the device that submitted it, on a verified device, or with an edit nonce; other devices get 403 `foreign_device`. The submitting device has the same `Usher-Device` ID or, if the submission carried no ID, the same user agent. A nonce works for 30 minutes, any number of times, and verifies the `Usher-Device` of the request. A guest can edit five times (409 `edit_limit_reached`). Edits of one link run one after the other. Validates the merged RSVP against the current party size, even if you send only `response` (400 on `plus_ones`). A larger party needs free seats for the additional people, otherwise 409 `event_full`. A waitlisted party keeps its place.",
  ),
  params: LinkPath,
  body: EditRsvp,
  response: [200, AnsweredRsvp, forDocs("The updated RSVP")],
  isPresented: true,
  errors: ["access_blocked", "challenge_required", ...CLOSED, "foreign_device", "no_rsvp", "edit_limit_reached"],
  run: async (ctx, caller, { body }, c) => {
    const input = { ...body, facts: requestFacts(c) };
    return await present(ctx, await editRsvp(ctx, caller, input));
  },
});

rsvpGroup.post("/rsvp/{token}/offer", {
  name: "answerOffer",
  summary: forDocs("Accept or decline a seat offer"),
  description: forDocs(
    "Confirms the seat (`accept: true`), or sets the RSVP to `declined` and offers the seat to the next party. Allowed for the devices that can edit the RSVP, or with an edit nonce. It does not count as an edit and works after `rsvp_deadline`. An expired offer returns 409 `offer_expired`: edit the RSVP to ask for a seat again.",
  ),
  params: LinkPath,
  body: AnswerOffer,
  response: [200, AnsweredRsvp, forDocs("The RSVP, with the door code of a guest with a seat")],
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
  summary: forDocs("Record a guest's RSVP"),
  description: forDocs(
    'Stores or corrects the RSVP that a guest gave to the host. Omitted fields are unchanged. It does not count as an edit of the guest. It works after the deadline, the end or the cancellation of the event, and for a guest without a link. Required questions and names can stay open. An attending party takes seats like a guest\'s own RSVP, or beyond the capacity with `force`. The RSVP gets `answered_by: "host"`, the previous one stays in the history, and the change is in the audit log. The guest can change the RSVP later.',
  ),
  tag: "Guests",
  access: role("editor", "guests:write"),
  limits: [perUser("guests")],
  body: RecordRsvp,
  response: [200, RecordedRsvp, forDocs("The RSVP")],
  errors: ["rsvp_changed", "event_full"],
  run: async (ctx, caller, { params, body }) => {
    const { rsvp, ...recorded } = await recordAnswer(ctx, caller, params.guestId, body);
    return { ...rsvp, ...recorded };
  },
});

rsvpGroup.get("/events/{eventId}/guests/{guestId}/rsvp/history", {
  name: "readHistory",
  summary: forDocs("List the revisions of an RSVP"),
  description: forDocs(
    "Returns the previous versions of the guest's RSVP, newest first. The current RSVP is in `GET /events/{eventId}/guests/{guestId}`.",
  ),
  tag: "Guests",
  access: role("viewer", "guests:read"),
  limits: [perUser("guests")],
  response: [200, page(RsvpRevision), forDocs("All revisions")],
  run: async (ctx, caller, { params }) => ({ items: await readHistory(ctx, caller, params.guestId), nextCursor: null }),
});

async function present(ctx: RequestContext, stored: Answered) {
  const code = stored.doorCode === null ? null : await jwtDoorCodeFor(ctx, stored.doorCode);
  return presentAnswered(stored, code);
}
