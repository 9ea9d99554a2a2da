import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json, page } from "../http/endpoint.ts";
import { uuid } from "../http/fields.ts";
import { requestFacts } from "../http/request-facts.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { jwtDoorCodeFor } from "../invitations/door-code/door-code.ts";
import { GUEST_LINK, GUEST_LINK_IN_BODY, guestLinkOf } from "../invitations/guest-link-guard.ts";
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
  presentRevision,
  presentRsvp,
  RecordedRsvp,
  RecordRsvp,
  RsvpRevision,
  SubmitRsvp,
} from "./schemas.ts";
import { submitRsvp } from "./submit-rsvp.ts";

const tag = "Guest";

/** Why an answer may not be taken any more. */
const CLOSED = [
  "already_arrived",
  "event_cancelled",
  "event_over",
  "rsvp_closed",
  "rsvp_changed",
  "event_full",
] as const;

export const rsvpRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

rsvpRoutes.openapi(
  endpoint({
    name: "submitRsvp",
    tag,
    method: "post",
    path: "/rsvp",
    summary: "Submit an RSVP",
    description:
      "Scored like an access. The link stays valid; a second RSVP is an edit. In a full event an attending answer waits for a seat (`seat`, `waitlist_position`), or is refused with 409 `event_full` and how many seats are `left`. A declined answer has no plus-ones: given ones are ignored.",
    access: GUEST_LINK_IN_BODY,
    body: SubmitRsvp,
    answers: { 201: json(AnsweredRsvp, "The RSVP, with the door code of an attending guest") },
    refusals: ["access_blocked", "challenge_required", ...CLOSED, "rsvp_exists"],
  }),
  async (c) => {
    const input = { ...c.req.valid("json"), facts: requestFacts(c) };
    return c.json(await present(c, await submitRsvp(c.get("ctx"), guestLinkOf(c), input)), 201);
  },
);

rsvpRoutes.openapi(
  endpoint({
    name: "editRsvp",
    tag,
    method: "patch",
    path: "/rsvp/{token}",
    summary: "Edit an RSVP",
    description:
      "For the device that submitted it (same user agent or, if the submission carried a `Usher-Device`, the same ID), for a verified device, or with an edit nonce from the guest's email. A nonce works for 30 minutes, however often you use it; an edit with one verifies its `Usher-Device`. At most five edits in all; edits of one link run one after the other. The answer that results is judged by the party size of now, also when only `response` is sent (400 on `plus_ones`). A larger party needs free seats for the difference, else 409 `event_full`; who waits keeps the place.",
    access: GUEST_LINK,
    params: LinkPath,
    body: EditRsvp,
    answers: { 200: json(AnsweredRsvp, "The edited RSVP") },
    refusals: ["access_blocked", "challenge_required", ...CLOSED, "foreign_device", "no_rsvp", "edit_limit_reached"],
  }),
  async (c) => {
    const input = { ...c.req.valid("json"), facts: requestFacts(c) };
    return c.json(await present(c, await editRsvp(c.get("ctx"), guestLinkOf(c), input)), 200);
  },
);

rsvpRoutes.openapi(
  endpoint({
    name: "answerOffer",
    tag,
    method: "post",
    path: "/rsvp/{token}/offer",
    summary: "Take an offered seat, or pass",
    description:
      "For the devices that may edit the RSVP, or with an edit nonce. Taking the seat confirms it; passing makes the answer a no and offers the seat to the next in line. Neither counts as an edit, and both are possible after `rsvp_deadline`. An offer that has run out answers 409 `offer_expired`: edit the RSVP to ask for a seat again.",
    access: GUEST_LINK,
    params: LinkPath,
    body: AnswerOffer,
    answers: { 200: json(AnsweredRsvp, "The RSVP, with the door code of a guest who has a seat") },
    refusals: [
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
  }),
  async (c) => {
    const input = { ...c.req.valid("json"), facts: requestFacts(c) };
    return c.json(await present(c, await answerOffer(c.get("ctx"), guestLinkOf(c), input)), 200);
  },
);

rsvpRoutes.openapi(
  endpoint({
    name: "recordRsvp",
    tag: "Guests",
    method: "put",
    path: "/events/{eventId}/guests/{guestId}/rsvp",
    summary: "Record or correct a guest's answer",
    description:
      "For what a guest has told the host. What is left out stays as it was answered. None of the guest's five edits; possible after the deadline, the end and the cancellation of the event, and for a guest without a link. Required questions and names may stay open. An attending answer takes seats as a guest's does, or with `force` beyond the capacity. The answer has `answered_by: \"host\"`, the one before it is in the history, and the change is in the audit log. The guest can change a recorded answer as any other.",
    access: role("editor", "guests:write"),
    limits: [perUser("guests")],
    params: z.object({ eventId: uuid, guestId: uuid.toLowerCase() }),
    body: RecordRsvp,
    answers: { 200: json(RecordedRsvp, "The recorded answer.") },
    refusals: ["rsvp_changed", "event_full", "email_unverified", "sending_paused"],
  }),
  async (c) => {
    const { guestId } = c.req.valid("param");
    const { rsvp, waitlistPosition, notified } = await recordAnswer(
      c.get("ctx"),
      eventCallerOf(c),
      guestId,
      c.req.valid("json"),
    );
    return c.json({ ...presentRsvp(rsvp, waitlistPosition), notified }, 200);
  },
);

rsvpRoutes.openapi(
  endpoint({
    name: "readHistory",
    tag: "Guests",
    method: "get",
    path: "/events/{eventId}/guests/{guestId}/rsvp/history",
    summary: "List the revisions of a guest's RSVP, newest first",
    access: role("viewer", "guests:read"),
    limits: [perUser("guests")],
    params: z.object({ eventId: uuid, guestId: uuid }),
    answers: { 200: json(page(RsvpRevision), "All revisions") },
  }),
  async (c) => {
    const revisions = await readHistory(c.get("ctx"), eventCallerOf(c), c.req.valid("param").guestId);
    return c.json({ items: revisions.map(presentRevision), next_cursor: null }, 200);
  },
);

async function present(c: Context<AppEnv>, stored: Answered) {
  const code = stored.doorCode === null ? null : await jwtDoorCodeFor(c.get("ctx"), stored.doorCode);
  return presentAnswered(stored, code);
}
