import type { Guest, Question, RecordRsvp } from "@usher/client";

type Answers = NonNullable<RecordRsvp["answers"]>;
type Value = Answers[string];

/** A companion as the form has one. */
export interface ReplyCompanion {
  name: string;
  attending: boolean;
  answers: Answers;
}

/** A reply as the form has it. */
export interface Reply {
  response: RecordRsvp["response"];
  companions: ReplyCompanion[];
  answers: Answers;
}

/** The reply that the form begins with: the guest's, or a yes with those who share the invitation. */
export function replyOf({ rsvp, companions }: Guest): Reply {
  if (rsvp === null) {
    const expected = companions.map(({ name }) => ({ name, attending: true, answers: {} }));
    return { response: "attending", companions: expected, answers: {} };
  }
  const named = rsvp.companions.map(({ name, attending, answers }) => ({ name: name ?? "", attending, answers }));
  const unnamed = Math.max(0, rsvp.plus_ones - named.filter(({ attending }) => attending).length);
  const others = Array.from({ length: unnamed }, () => ({ name: "", attending: true, answers: {} }));
  return { response: rsvp.response, companions: [...named, ...others], answers: { ...rsvp.answers } };
}

/**
 * A reply as the API takes it. Without a name or an answer of any companion it has a number alone, unless companions that
 * were listed are to go.
 */
export function recordOf({ rsvp }: Guest, { response, companions, answers }: Reply): RecordRsvp {
  if (response === "declined") return { response, answers };
  const isListed =
    (rsvp?.companions.length ?? 0) > 0 ||
    companions.some((companion) => companion.name.trim() !== "" || Object.keys(companion.answers).length > 0);
  if (!isListed) return { response, answers, plus_ones: companions.length };
  return {
    response,
    answers,
    companions: companions.map((companion) => ({
      name: companion.name.trim() === "" ? null : companion.name.trim(),
      attending: companion.attending,
      answers: companion.answers,
    })),
  };
}

/** The most people whom a guest may bring. */
export function mostCompanions({ party_size, companions }: Guest): number {
  const DEFAULT = 10;
  return party_size === null ? Math.max(DEFAULT, companions.length) : party_size - 1;
}

/** Whether a question is asked of those who reply so. */
export function isAsked({ when }: Question, response: Reply["response"]): boolean {
  return when === "always" || response !== "declined";
}

/** Answers with one of them changed; null takes an answer back. */
export function withAnswer(answers: Answers, id: string, value: Value): Answers {
  return { ...answers, [id]: value };
}
