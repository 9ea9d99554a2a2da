import { listOf } from "../../kernel/list-of.ts";
import { RESPONSE_WORDS } from "./answer-form-view.tsx";
import { type InvitationDocument, type Rsvp, termsOf } from "./answer-terms.ts";
import type { AskedQuestion } from "./field-names.ts";
import { SeatNote, seatAt, seatHeading } from "./seat-note.tsx";

interface AnsweredCardProps {
  invitation: InvitationDocument;
  rsvp: Rsvp;
  hostName: string;
  /** The guest has just sent this answer. */
  justAnswered: boolean;
  /** Whether the host has an address of the guest's. */
  hasEmail: boolean;
  /** Epoch milliseconds. */
  now: number;
}

/** What the guest has answered, and the code for the door of who has a seat. */
export function AnsweredCard({ invitation, rsvp, hostName, justAnswered, hasEmail, now }: AnsweredCardProps) {
  const { event, guest, check_in: pass } = invitation;
  return (
    <>
      <h2>{rsvp.response === "attending" ? seatHeading(seatAt(rsvp, now)) : RESPONSE_WORDS[rsvp.response].done}</h2>
      <p role={justAnswered ? "status" : undefined}>
        {justAnswered ? `Thanks — ${hostName} has your RSVP. ` : ""}
        {partyText(rsvp)}
      </p>
      {rsvp.response === "attending" ? <SeatNote {...{ rsvp, timezone: event.timezone, hasEmail, now }} /> : null}
      {pass ? <DoorPass png={pass.qr_png} name={guest.name} /> : null}
      <GivenAnswers rsvp={rsvp} questions={termsOf(invitation).questions} />
    </>
  );
}

/** Who comes: `Just you.`, `You, Ben Lee + 1 guest.` */
export function partyText({ response, plus_ones, companions }: Rsvp): string {
  if (response === "declined") return "You'll be missed.";
  const names = companions.flatMap(({ name, attending }) => (attending && name !== null ? [name] : []));
  const unnamed = plus_ones - names.length;
  if (unnamed > 0) return `${["You", ...names].join(", ")} + ${unnamed} ${unnamed === 1 ? "guest" : "guests"}.`;
  return names.length === 0 ? "Just you." : `${listOf(["You", ...names])}.`;
}

function DoorPass({ png, name }: { png: string; name: string }) {
  return (
    <div class="pass">
      <img src={`data:image/png;base64,${png}`} alt={`QR code of the door pass for ${name}`} id="door-code" />
      <h3>Your door pass</h3>
      <p class="muted">A screenshot works too. Lost your phone? Just give your name.</p>
    </div>
  );
}

/** The answers that were given, each question with one line for each person. */
function GivenAnswers({ rsvp, questions }: { rsvp: Rsvp; questions: readonly AskedQuestion[] }) {
  const given = questions.flatMap((question) => {
    const lines = linesOf(question, rsvp);
    return lines.length === 0 ? [] : [{ question, lines }];
  });
  if (given.length === 0) return null;
  return (
    <dl class="given">
      {given.map(({ question, lines }) => (
        <div>
          <dt>{question.label}</dt>
          {lines.map((line) => (
            <dd>{line}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

type Value = Rsvp["answers"][string];

function linesOf({ id, scope, when }: AskedQuestion, { response, answers, companions }: Rsvp): string[] {
  if (when === "attending" && response !== "attending") return [];
  const coming = companions.filter(({ attending }) => attending);
  const own = textOf(answers[id]);
  if (scope === "guest" || coming.length === 0) return own === null ? [] : [own];
  const people = [
    { name: "You", text: own },
    ...coming.map(({ name, answers: theirs }) => ({ name: name ?? "Guest", text: textOf(theirs[id]) })),
  ];
  return people.flatMap(({ name, text }) => (text === null ? [] : [`${name}: ${text}`]));
}

function textOf(value: Value | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
