import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Values } from "../../i18n/message.ts";
import type { TextId, Texts } from "../../i18n/texts.ts";
import type { FieldProblem } from "../../kernel/errors.ts";
import type { RESPONSES } from "../../kernel/rsvp.ts";
import { type RsvpStanding, standingOfRsvp } from "../../kernel/standing.ts";
import { messageFor } from "../problem-page.tsx";
import { T, useTexts } from "../texts.tsx";
import { AnswerForm, CHOICES, type FormTarget, OfferForm, ResponseForm } from "./answer-form-view.tsx";
import { type InvitationDocument, type Rsvp, termsOf } from "./answer-terms.ts";
import { AnsweredCard } from "./answered-card.tsx";
import { AskHostForm, type CarriedFields, type ChallengeChannels, ChallengeForms } from "./challenge-page.tsx";
import { passEnd } from "./event-day.tsx";
import { ANSWER_ID, type FormState } from "./form-state.ts";
import { blankForm, formOf, sentForm } from "./form-values.ts";
import { hostIn } from "./host-in.ts";
import { Deadline } from "./placed-time.tsx";
import { standingAt } from "./seat-note.tsx";
import type { Wallet } from "./wallet-link.tsx";

type Response = (typeof RESPONSES)[number];

/** A form that was sent and rejected. */
export interface RefusedForm {
  status: ContentfulStatusCode;
  /** Message for the whole form; null if the invitation or the fields show the problem. */
  message: { id: TextId; values?: Values } | null;
  /** The error as the API has it, with the fields that are wrong. */
  problem: { error: string; detail: string; errors: FieldProblem[] };
  fields: Record<string, unknown>;
}

/** An invitation and how the guest came to it. */
export interface AnswerInput {
  texts: Texts;
  invitation: InvitationDocument;
  /** The value in the link. */
  token: string;
  /** The edit nonce that the form sends, while it is valid. */
  editNonce: string | null;
  /** The guest has just sent this RSVP. */
  justAnswered: boolean;
  /** The RSVP that the guest has just sent is not confirmed by email, although the guest has an address. */
  isUnconfirmed: boolean;
  /** The guest has just sent the RSVP that is stored. */
  isUnchanged: boolean;
  /** The link to change the RSVP has lost a part. */
  isLinkCut: boolean;
  /** The response that the link chose. */
  chosen: Response | null;
  refused: RefusedForm | null;
  /** True if the host has an email address of the guest. */
  hasEmail: boolean;
  /** True if the guest can be emailed now, see `isMailable`. */
  isMailable: boolean;
  /** The channels by which an unverified device can get a code. */
  ways: ChallengeChannels;
  /** The picture of the door code, base64. Null for a guest without one. */
  passPng: string | null;
  /** Wallets that can save the pass. */
  wallets: readonly Wallet[];
  /** Epoch milliseconds. */
  now: number;
}

/**
 * The RSVP section of the page: the form or the RSVP, depending on the state of the event and RSVP. After the form was
 * sent, the browser scrolls to this section and focuses it, or the first invalid field.
 */
export function AnswerSection(given: AnswerInput) {
  const input = { ...given, state: stateOf(given) };
  const hasTarget = input.state.firstProblem === null;
  return (
    <section
      class="answer"
      aria-label={given.texts.format("guest.section")}
      {...(hasTarget ? { id: ANSWER_ID, tabindex: -1 } : {})}
    >
      {input.refused === null ? null : <Refusal refused={input.refused} state={input.state} />}
      {input.isLinkCut ? <CutLink /> : null}
      {input.invitation.rsvp_submitted_elsewhere ? <AnsweredElsewhere {...input} /> : <Answer {...input} />}
    </section>
  );
}

/** With the state of the form. */
interface SectionInput extends AnswerInput {
  state: FormState;
}

function Answer(input: SectionInput) {
  const { invitation, now } = input;
  const { event, rsvp, allowed_responses: responses } = invitation;
  if (event.status === "cancelled") return <NothingToAnswer heading="guest.not-needed" said={pastStanding(rsvp)} />;
  // A guest who has arrived is allowed no response either, but sees the pass until the end.
  if (now >= passEnd(event)) {
    // Without an end time, only that replies are closed is certain.
    const heading = event.end_time === null ? "guest.closed" : "guest.ended";
    return <NothingToAnswer heading={heading} said={invitation.arrived ? "guest.was-there" : pastStanding(rsvp)} />;
  }
  if (invitation.arrived) return <Arrived {...input} />;
  if (rsvp === undefined) return responses.length > 1 ? <FirstAnswer {...input} /> : <Closed {...input} />;
  return <Answered {...input} rsvp={rsvp} />;
}

function FirstAnswer(input: SectionInput) {
  const { event } = input.invitation;
  return (
    <>
      {event.rsvp_deadline === null ? null : (
        <p class="deadline">
          <Deadline deadline={Date.parse(event.rsvp_deadline)} timeZone={event.timezone} when="ahead" />
        </p>
      )}
      <AnswerForm
        target={targetOf(input, "submit")}
        terms={termsOf(input.invitation)}
        state={input.state}
        isChosen={input.chosen !== null}
      />
    </>
  );
}

function Answered(input: SectionInput & { rsvp: Rsvp }) {
  const { invitation, rsvp, chosen, editNonce, justAnswered, refused, texts } = input;
  const hostName = hostIn(texts, invitation.event.host_name);
  const responses = invitation.allowed_responses;
  const isOffered = standingAt(rsvp, input.now) === "offered";
  // By response: the link chose one.
  const isChosen = chosen !== null && chosen !== rsvp.response;
  const cameToChange = editNonce !== null && !justAnswered;
  const isChange = cameToChange || refused !== null || isChosen;
  return (
    <>
      <AnsweredCard {...input} hostName={hostName} />
      <SeatActions {...input} />
      {responses.length === 1 ? <ClosedNotice {...input} /> : null}
      {!invitation.can_edit || (isOffered && responses.length === 1) ? null : responses.length === 1 ? (
        <SayNo {...input} intent="edit" />
      ) : (
        <details open={isChange}>
          <summary>{texts.format("guest.change")}</summary>
          <AnswerForm
            target={targetOf(input, "edit")}
            terms={termsOf(invitation)}
            state={input.state}
            isChosen={isChosen}
            isStored={refused === null && !isChosen}
          />
          {invitation.edits_left === 1 ? <p class="muted">{texts.format("guest.last-change")}</p> : null}
        </details>
      )}
      {invitation.edits_left === 0 ? (
        <p class="muted">{texts.format("guest.change-limit", { host: hostName })}</p>
      ) : null}
    </>
  );
}

/** Actions for the seat of an RSVP: accept an offered seat, or join the waitlist again. */
function SeatActions(input: SectionInput & { rsvp: Rsvp }) {
  const { rsvp, invitation, state, now } = input;
  const standing = standingAt(rsvp, now);
  if (standing === "offered") return <OfferForm target={targetOf(input, "offer")} />;
  if (standing !== "unseated" || !invitation.can_edit || !invitation.allowed_responses.includes("attending"))
    return null;
  const form = { target: targetOf(input, "edit"), terms: termsOf(invitation), state };
  return <ResponseForm {...form} response="attending" label="guest.ask-again" />;
}

/** After the deadline a guest can only decline. */
function Closed(input: SectionInput) {
  return (
    <>
      <h2>{input.texts.format("guest.closed")}</h2>
      <ClosedNotice {...input} />
      <SayNo {...input} intent="submit" />
    </>
  );
}

function SayNo(input: SectionInput & { intent: FormTarget["intent"] }) {
  const form = { target: targetOf(input, input.intent), terms: termsOf(input.invitation), state: input.state };
  const isChosen = input.chosen === "declined";
  return <ResponseForm {...form} response="declined" label={CHOICES.declined} isChosen={isChosen} />;
}

function ClosedNotice({ invitation, texts, now }: SectionInput) {
  const { event, rsvp } = invitation;
  const { format, space } = texts;
  const until = event.rsvp_deadline;
  const standing = rsvp && standingAt(rsvp, now);
  const sentences = [
    // An offer has a button that declines, above.
    standing === "declined" || standing === "offered" ? "" : format(standing ? "guest.after-all" : "guest.can-say-no"),
    format("guest.contact-host", { host: hostIn(texts, event.host_name) }),
  ];
  return (
    <p>
      {until === null ? (
        format("guest.closed-now")
      ) : (
        <Deadline deadline={Date.parse(until)} timeZone={event.timezone} when="over" />
      )}
      {space}
      {texts.sentences(sentences)}
    </p>
  );
}

/** Where the guest stood when the event ended or was cancelled. Only a guest with a seat was going. */
const PAST = {
  coming: "guest.was-going",
  waitlisted: "guest.was-unseated",
  offered: "guest.was-unseated",
  unseated: "guest.was-unseated",
  maybe: "guest.was-maybe",
  declined: "guest.was-no",
} as const satisfies Record<RsvpStanding, TextId>;

function pastStanding(rsvp: Rsvp | undefined): TextId {
  return rsvp === undefined ? "guest.nothing-to-do" : PAST[standingOfRsvp(rsvp)];
}

function NothingToAnswer({ heading, said }: { heading: TextId; said: TextId }) {
  return (
    <>
      <h2>
        <T id={heading} />
      </h2>
      <p>
        <T id={said} />
      </p>
    </>
  );
}

function Arrived(input: SectionInput) {
  const { invitation, texts } = input;
  const { rsvp } = invitation;
  return (
    <>
      {rsvp === undefined ? (
        <h2>{texts.format("guest.arrived-title")}</h2>
      ) : (
        <AnsweredCard {...input} rsvp={rsvp} hostName={hostIn(texts, invitation.event.host_name)} />
      )}
      <p class="muted">{texts.format("guest.arrived")}</p>
    </>
  );
}

/** For an unverified device: offers a code, and a link by email. A guest who cannot be emailed can ask the host. */
function AnsweredElsewhere({ token, ways, isMailable, chosen }: SectionInput) {
  const carried: CarriedFields = [["intent", "open"], ...(chosen === null ? [] : [["answer", chosen] as const])];
  return (
    <>
      <h2>
        <T id="guest.replied-title" />
      </h2>
      <p>
        <T
          id={
            ways.length > 0
              ? "guest.replied-elsewhere-code"
              : isMailable
                ? "guest.replied-elsewhere"
                : "guest.replied-elsewhere-ask"
          }
        />
      </p>
      <ChallengeForms token={token} ways={ways} carried={carried} />
      {isMailable ? (
        <form method="post" action={`/i/${token}/edit-link`}>
          <button type="submit" class={ways.length > 0 ? "wide plain" : "wide"}>
            <T id="guest.mail-me" />
          </button>
        </form>
      ) : (
        <AskHostForm token={token} isPlain={ways.length > 0} />
      )}
    </>
  );
}

function Refusal({ refused, state }: { refused: RefusedForm; state: FormState }) {
  const texts = useTexts();
  const { message, problem } = refused;
  const ofFields = () =>
    state.firstProblem === null ? messageFor(problem, texts) : texts.format("guest.check-fields");
  const ofAll = message === null ? null : texts.format(message.id, message.values);
  const text = problem.errors.length > 0 ? ofFields() : ofAll;
  return text === null ? null : (
    <p class="notice" role="alert">
      {text}
    </p>
  );
}

/** Before anything is typed: what the guest sends from here would not have the rights of the emailed link. */
function CutLink() {
  const { format } = useTexts();
  return (
    <p class="notice" role="alert">
      <strong>{format("unsubscribe.broken-title")}</strong>
      <br />
      {format("problem.link-incomplete")}
    </p>
  );
}

function targetOf({ token, editNonce }: AnswerInput, intent: FormTarget["intent"]): FormTarget {
  return { path: `/i/${token}`, intent, editNonce };
}

/** The form as it was sent, with the stored RSVP, or empty. Selects the response that the link chose. */
function stateOf({ invitation, refused, chosen, texts }: AnswerInput): FormState {
  const terms = termsOf(invitation);
  if (refused !== null) return sentForm(refused.fields, refused.problem.errors, terms, texts);
  if (invitation.rsvp === undefined) return blankForm(chosen);
  const { rsvp } = invitation;
  return formOf(chosen === null ? rsvp : { ...rsvp, response: chosen }, terms);
}
