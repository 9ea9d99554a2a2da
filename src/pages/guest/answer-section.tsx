import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { RESPONSES } from "../../features/guests/schemas.ts";
import { AnswerForm, type FormTarget, OfferForm, RESPONSE_WORDS, ResponseForm } from "./answer-form-view.tsx";
import { type InvitationDocument, type Rsvp, termsOf } from "./answer-terms.ts";
import { AnsweredCard } from "./answered-card.tsx";
import { ChallengeForms, type Ways } from "./challenge-page.tsx";
import { ANSWER_ID, type FormState } from "./form-state.ts";
import { blankForm, formOf, sentForm } from "./form-values.ts";
import { hostIn } from "./host-in.ts";
import { dayOf } from "./local-time.ts";
import { seatAt } from "./seat-note.tsx";

type Response = (typeof RESPONSES)[number];

/** A form that was sent and refused. */
export interface RefusedForm {
  status: ContentfulStatusCode;
  /** What is wrong with the whole of it, for people; null where the invitation itself or the fields say so. */
  message: string | null;
  /** What is wrong, where no field of the page is. */
  detail: string;
  fields: Record<string, unknown>;
  problems: readonly { path: string; message: string }[];
}

/** An invitation and how the guest came to it. */
export interface AnswerInput {
  invitation: InvitationDocument;
  /** The value in the link. */
  token: string;
  /** The nonce that the form sends along, while it is good for an edit. */
  editNonce: string | null;
  /** The guest has just sent this answer. */
  justAnswered: boolean;
  /** The response that the link chose. */
  chosen: Response | null;
  refused: RefusedForm | null;
  /** Whether the host has an address of the guest's. */
  hasEmail: boolean;
  /** How a device that may not see the answer can prove that it is the guest's. */
  ways: Ways;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * The part of the page that is about the answer: the form, or what was answered, by the state of event and answer. After
 * the form was sent, the browser goes to it and gives it the focus; or to the first field that is wrong.
 */
export function AnswerSection(given: AnswerInput) {
  const input = { ...given, state: stateOf(given) };
  const hasTarget = input.state.firstProblem === null;
  return (
    <section class="answer" aria-label="Your RSVP" {...(hasTarget ? { id: ANSWER_ID, tabindex: -1 } : {})}>
      {input.refused === null ? null : <Refusal refused={input.refused} state={input.state} />}
      {input.invitation.rsvp_submitted_elsewhere ? <AnsweredElsewhere {...input} /> : <Answer {...input} />}
    </section>
  );
}

/** With the state of the form. */
interface SectionInput extends AnswerInput {
  state: FormState;
}

function Answer(input: SectionInput) {
  const { invitation } = input;
  const { event, rsvp, allowed_responses: responses } = invitation;
  if (event.status === "cancelled") return <NothingToAnswer heading="No RSVP needed" rsvp={rsvp} />;
  if (invitation.arrived) return <Arrived {...input} />;
  if (responses.length === 0) return <NothingToAnswer heading="This event has ended" rsvp={rsvp} />;
  if (rsvp === undefined) return responses.length > 1 ? <FirstAnswer {...input} /> : <Closed {...input} />;
  return <Answered {...input} rsvp={rsvp} />;
}

function FirstAnswer(input: SectionInput) {
  const { event } = input.invitation;
  return (
    <>
      {event.rsvp_deadline === null ? null : (
        <p class="deadline">Please reply by {dayOf(Date.parse(event.rsvp_deadline), event.timezone)}.</p>
      )}
      <AnswerForm target={targetOf(input, "submit")} terms={termsOf(input.invitation)} state={input.state} />
    </>
  );
}

function Answered(input: SectionInput & { rsvp: Rsvp }) {
  const { invitation, rsvp, chosen, editNonce, refused } = input;
  const hostName = hostIn(invitation.event.host_name);
  const responses = invitation.allowed_responses;
  const isOffered = seatAt(rsvp, input.now) === "offered";
  const isChange = editNonce !== null || refused !== null || (chosen !== null && chosen !== rsvp.response);
  return (
    <>
      <AnsweredCard {...input} hostName={hostName} />
      <SeatActions {...input} />
      {responses.length === 1 ? <ClosedNotice {...input} /> : null}
      {!invitation.can_edit || (isOffered && responses.length === 1) ? null : responses.length === 1 ? (
        <SayNo {...input} intent="edit" />
      ) : (
        <details open={isChange}>
          <summary>Change your RSVP</summary>
          <AnswerForm target={targetOf(input, "edit")} terms={termsOf(invitation)} state={input.state} />
          {invitation.edits_left === 1 ? <p class="muted">You can change this once more.</p> : null}
        </details>
      )}
      {invitation.edits_left === 0 ? (
        <p class="muted">You've reached the limit for changes. Please contact {hostName}.</p>
      ) : null}
    </>
  );
}

/** What to do about the seat of an answer: take the one that is offered, or wait again. */
function SeatActions(input: SectionInput & { rsvp: Rsvp }) {
  const { rsvp, invitation, state, now } = input;
  if (rsvp.response !== "attending") return null;
  if (seatAt(rsvp, now) === "offered") return <OfferForm target={targetOf(input, "offer")} />;
  if (rsvp.seat !== null || !invitation.can_edit || !invitation.allowed_responses.includes("attending")) return null;
  const form = { target: targetOf(input, "edit"), terms: termsOf(invitation), state };
  return <ResponseForm {...form} response="attending" label="Ask for a place again" />;
}

/** Only a no is taken after the deadline. */
function Closed(input: SectionInput) {
  return (
    <>
      <h2>RSVPs are closed</h2>
      <ClosedNotice {...input} />
      <SayNo {...input} intent="submit" />
    </>
  );
}

function SayNo(input: SectionInput & { intent: FormTarget["intent"] }) {
  const form = { target: targetOf(input, input.intent), terms: termsOf(input.invitation), state: input.state };
  return <ResponseForm {...form} response="declined" label={RESPONSE_WORDS.declined.offer} />;
}

function ClosedNotice({ invitation }: SectionInput) {
  const { event, rsvp } = invitation;
  const closed = event.rsvp_deadline === null ? "" : ` on ${dayOf(Date.parse(event.rsvp_deadline), event.timezone)}`;
  const isNo = rsvp?.response === "declined";
  return (
    <p>
      RSVPs closed{closed}. {isNo ? "" : rsvp === undefined ? "You can still say no. " : "Can't make it after all? "}
      For anything else, please contact {hostIn(invitation.event.host_name)}.
    </p>
  );
}

function NothingToAnswer({ heading, rsvp }: { heading: string; rsvp: Rsvp | undefined }) {
  const said = { attending: "You were going.", maybe: "You'd said maybe.", declined: "You'd said you can't make it." };
  return (
    <>
      <h2>{heading}</h2>
      <p>{rsvp === undefined ? "There's nothing you need to do." : said[rsvp.response]}</p>
    </>
  );
}

function Arrived(input: SectionInput) {
  const { invitation } = input;
  const { rsvp } = invitation;
  return (
    <>
      {rsvp === undefined ? (
        <h2>You're checked in</h2>
      ) : (
        <AnsweredCard {...input} rsvp={rsvp} hostName={hostIn(invitation.event.host_name)} />
      )}
      <p class="muted">You're checked in, so your RSVP can't be changed here any more. Have a good time!</p>
    </>
  );
}

function AnsweredElsewhere({ token, ways, hasEmail }: SectionInput) {
  return (
    <>
      <h2>You've already replied</h2>
      <p>
        To protect your reply we only show it on the device you used.
        {ways.length > 0 ? " Enter a code, and we'll remember this device too." : " We can email you a link."}
      </p>
      <ChallengeForms token={token} ways={ways} carried={[["intent", "open"]]} />
      {ways.length > 0 && !hasEmail ? null : (
        <form method="post" action={`/i/${token}/edit-link`}>
          <button type="submit" class={ways.length > 0 ? "wide plain" : "wide"}>
            Email me a link
          </button>
        </form>
      )}
    </>
  );
}

function Refusal({ refused, state }: { refused: RefusedForm; state: FormState }) {
  const { message, problems, detail } = refused;
  const fields = state.firstProblem === null ? detail : "Please check the marked fields.";
  const text = problems.length > 0 ? fields : message;
  return text === null ? null : (
    <p class="notice" role="alert">
      {text}
    </p>
  );
}

function targetOf({ token, editNonce }: AnswerInput, intent: FormTarget["intent"]): FormTarget {
  return { path: `/i/${token}`, intent, editNonce };
}

/** The form as it was sent, as it was answered, or empty; with the response that the link chose. */
function stateOf({ invitation, refused, chosen }: AnswerInput): FormState {
  const terms = termsOf(invitation);
  if (refused !== null) return sentForm(refused.fields, refused.problems, terms);
  if (invitation.rsvp === undefined) return blankForm(chosen);
  const { rsvp } = invitation;
  return formOf(chosen === null ? rsvp : { ...rsvp, response: chosen }, terms);
}
