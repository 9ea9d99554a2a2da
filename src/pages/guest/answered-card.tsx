import type { Texts } from "../../i18n/texts.ts";
import { saidNo, saidYes } from "../../kernel/standing.ts";
import { useTexts } from "../texts.tsx";
import { type InvitationDocument, type Rsvp, termsOf } from "./answer-terms.ts";
import { Countdown, Directions, isEventDay, passEnd } from "./event-day.tsx";
import type { AskedQuestion } from "./field-names.ts";
import { GIVEN_ID } from "./form-state.ts";
import { HEADINGS, SeatNote, standingAt } from "./seat-note.tsx";
import { type Wallet, WalletLinks } from "./wallet-link.tsx";

interface AnsweredCardProps {
  invitation: InvitationDocument;
  rsvp: Rsvp;
  hostName: string;
  /** The guest has just sent this RSVP. */
  justAnswered: boolean;
  /** See `AnswerInput`. */
  isUnconfirmed: boolean;
  /** The guest has just sent the RSVP that is stored. */
  isUnchanged: boolean;
  /** True if the host has an email address of the guest. */
  hasEmail: boolean;
  /** The value in the link. */
  token: string;
  /** The picture of the door code, base64. Null for a guest without one. */
  passPng: string | null;
  /** Wallets that can save the pass. */
  wallets: readonly Wallet[];
  /** Epoch milliseconds. */
  now: number;
}

/** The guest's RSVP, and the door code of an attending guest with a seat. */
export function AnsweredCard(props: AnsweredCardProps) {
  const { invitation, rsvp, hostName, justAnswered, isUnchanged, token, passPng, wallets, now } = props;
  const hasEmail = props.hasEmail && !props.isUnconfirmed;
  const { event, guest } = invitation;
  const texts = useTexts();
  const canAskAgain = invitation.can_edit && invitation.allowed_responses.includes("attending");
  const thanks = justAnswered ? texts.format("guest.thanks", { host: hostName }) : "";
  const outcome = isUnchanged ? texts.format("guest.unchanged") : thanks;
  return (
    <>
      {/* Gets the focus after an RSVP, so screen readers read the heading and the text below. */}
      <h2 id={GIVEN_ID} tabindex={-1} aria-describedby="given">
        {texts.format(HEADINGS[standingAt(rsvp, now)])}
      </h2>
      <p id="given" role={outcome === "" ? undefined : "status"}>
        {texts.sentences([outcome, partyText(texts, rsvp)])}
      </p>
      {props.isUnconfirmed ? <p>{texts.format("guest.no-confirmation")}</p> : null}
      <SeatNote rsvp={rsvp} timezone={event.timezone} hasEmail={hasEmail} canAskAgain={canAskAgain} now={now} />
      {passPng ? <DoorPass png={passPng} name={guest.name} event={event} now={now} /> : null}
      {passPng ? <WalletLinks token={token} wallets={wallets} /> : null}
      <GivenAnswers rsvp={rsvp} questions={termsOf(invitation).questions} />
    </>
  );
}

/** Returns the attending people, such as `Just you.` or `You, Ben Lee + 1 guest.` */
export function partyText({ format, formats }: Texts, { response, plus_ones, companions }: Rsvp): string {
  if (saidNo(response)) return format("guest.missed");
  const names = companions.flatMap(({ name, attending }) => (attending && name !== null ? [name] : []));
  const people = [format("common.you"), ...names];
  const unnamed = plus_ones - names.length;
  if (unnamed > 0) return format("guest.party-more", { people: formats.openList(people), count: unnamed });
  return names.length === 0 ? format("guest.just-you") : format("guest.party", { people: formats.list(people) });
}

interface DoorPassProps {
  png: string;
  name: string;
  event: InvitationDocument["event"];
  now: number;
}

/** The code for the door. The script keeps it for when there is no network, with what it says then. */
function DoorPass({ png, name, event, now }: DoorPassProps) {
  const { format, formats } = useTexts();
  const until = new Date(passEnd(event)).toISOString();
  return (
    <>
      <Countdown event={event} now={now} />
      <div class="pass" data-until={until} data-offline={format("guest.pass-offline")}>
        <img src={`data:image/png;base64,${png}`} alt={format("guest.pass-code", { name })} id="door-code" />
        <h3>{format("guest.pass")}</h3>
        <p>{format("guest.pass-help")}</p>
        <p class="bright">{format("guest.brightness")}</p>
      </div>
      {event.venue !== null && isEventDay(event, now, formats.day) ? <Directions venue={event.venue} /> : null}
    </>
  );
}

/** The RSVP's answers: each question with one line per person. */
function GivenAnswers({ rsvp, questions }: { rsvp: Rsvp; questions: readonly AskedQuestion[] }) {
  const texts = useTexts();
  const given = questions.flatMap((question) => {
    const lines = linesOf(texts, question, rsvp);
    return lines.length === 0 ? [] : [{ question, lines }];
  });
  if (given.length === 0) return null;
  return (
    <dl class="given">
      {given.map(({ question, lines }) => (
        <div>
          <dt>
            <bdi>{question.label}</bdi>
          </dt>
          {lines.map((line) => (
            <dd>
              <bdi>{line}</bdi>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

type Value = Rsvp["answers"][string];

function linesOf(texts: Texts, { id, scope, when }: AskedQuestion, { response, answers, companions }: Rsvp): string[] {
  if (when === "attending" && !saidYes(response)) return [];
  const coming = companions.filter(({ attending }) => attending);
  const own = textOf(texts, answers[id]);
  if (scope === "guest" || coming.length === 0) return own === null ? [] : [own];
  const people = [
    { name: texts.format("common.you"), text: own },
    ...coming.map(({ name, answers: theirs }) => ({
      name: name ?? texts.format("guest.guest"),
      text: textOf(texts, theirs[id]),
    })),
  ];
  return people.flatMap(({ name, text }) =>
    text === null ? [] : [texts.format("guest.given", { name, answer: text })],
  );
}

function textOf({ format, formats }: Texts, value: Value | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value === "boolean") return format(value ? "guest.answer-yes" : "guest.answer-no");
  return Array.isArray(value) ? formats.openList(value) : typeof value === "number" ? formats.number(value) : value;
}
