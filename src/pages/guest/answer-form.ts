import * as z from "zod";
import { validationFailed } from "../../http/validate.ts";
import type { FieldProblem } from "../../kernel/errors.ts";
import { RESPONSES } from "../../kernel/rsvp.ts";
import { saidNo, saidYes } from "../../kernel/standing.ts";
import { AnswerOffer, EditRsvp, SubmitRsvp } from "../../rsvp/schemas.ts";
import { type AskedQuestion, type Person, parseQuestionField, personField } from "./field-names.ts";

/** A party has at most 20 people. */
const companionCount = z.int().min(0).max(19);

/** The fields of the RSVP form. All are text, and a field that is not shown is not sent. */
const Form = z.object({
  intent: z.enum(["submit", "edit"]),
  response: z.enum(RESPONSES, "Please choose one."),
  /** Absent where only the response is sent: an edit keeps the rest. */
  plus_ones: z.coerce.number().pipe(z.int()).optional(),
  /** Number of companions that the host has named, the first ones of the form. Absent if guests only enter a number. */
  known: z.coerce.number().pipe(companionCount).optional(),
  more: z.coerce.number().pipe(companionCount).default(0),
  edit_nonce: z.string().optional(),
  fingerprint: z.string().max(8_192).optional(),
  /** The page's script sends it with a form whose response was lost. */
  again: z.literal("1").optional(),
});

export type AnswerForm =
  | ({ intent: "submit" } & z.output<typeof SubmitRsvp>)
  | ({ intent: "edit"; token: string; isAgain: boolean } & z.output<typeof EditRsvp>)
  | ({ intent: "offer" } & z.output<typeof AnswerOffer>);

/** The form with which a guest accepts or declines an offered seat. */
const OfferForm = z.object({
  accept: z.enum(["yes", "no"]),
  edit_nonce: z.string().optional(),
  fingerprint: z.string().max(8_192).optional(),
});

type Value = string | number | boolean | string[];
type Texts = ReadonlyMap<string, readonly string[]>;

/**
 * Parses the form as the body of the corresponding API request, with the same schema.
 * @param fields lists for the names that are sent more than once
 * @throws AppError 400 naming the field that is wrong
 */
export function readAnswerForm(fields: Record<string, unknown>, token: string): AnswerForm {
  if (fields.intent === "offer") return readOfferForm(fields);
  const { intent, fingerprint, edit_nonce, again, ...form } = parse(Form, fields);
  const texts = new Map(Object.entries(fields).map(([name, value]) => [name, [value].flat().map(String)]));
  const isAttending = saidYes(form.response);
  const answer = {
    response: form.response,
    ...readParty(texts, { intent, ...form }),
    answers: readAnswers(texts, "guest", isAttending),
    fingerprint: readFingerprint(fingerprint),
  };
  if (intent === "submit") return { intent, ...parse(SubmitRsvp, { ...answer, token }) };
  const isAgain = again !== undefined;
  return { intent, token, isAgain, ...parse(EditRsvp, { ...answer, ...(edit_nonce ? { edit_nonce } : {}) }) };
}

function readOfferForm(fields: Record<string, unknown>): AnswerForm {
  const { accept, edit_nonce, fingerprint } = parse(OfferForm, fields);
  const answer = { accept: accept === "yes", fingerprint: readFingerprint(fingerprint) };
  return { intent: "offer", ...parse(AnswerOffer, { ...answer, ...(edit_nonce ? { edit_nonce } : {}) }) };
}

type Party = Pick<z.output<typeof Form>, "intent" | "response" | "plus_ones" | "known" | "more">;

/**
 * Reads the party: the number of companions, or each companion. Ignores the answers of absent companions, because their
 * hidden fields may still have values.
 */
function readParty(texts: Texts, { intent, response, plus_ones, known, more }: Party) {
  if (saidNo(response)) return { plus_ones: 0 };
  if (known === undefined && plus_ones === undefined && intent === "edit") return {};
  if (known === undefined) return { plus_ones: plus_ones ?? 0 };
  if (!saidYes(response)) return {};
  const problems: FieldProblem[] = [];
  const companions = Array.from({ length: known + more }, (_, index) => {
    const field = (name: string) => texts.get(personField({ companion: index }, name))?.[0] ?? "";
    const isFurther = index >= known;
    if (!isFurther && field("attending") === "") {
      problems.push({ path: personField({ companion: index }, "attending"), message: "Please choose one." });
    }
    return {
      name: field("name").trim() || null,
      attending: isFurther || field("attending") === "coming",
      answers: isFurther || field("attending") === "coming" ? readAnswers(texts, { companion: index }, true) : {},
    };
  });
  if (problems.length > 0) throw validationFailed(problems);
  return { companions };
}

/** Returns the answers of one person. Questions for attending guests count only if the person attends. */
function readAnswers(texts: Texts, person: Person, isAttending: boolean): Record<string, Value> {
  const answers: Record<string, Value> = {};
  for (const [name, sent] of texts) {
    const field = parseQuestionField(name);
    if (field === null || !isSamePerson(field.person, person) || (field.isForAttending && !isAttending)) continue;
    const value = readValue(field.kind, sent);
    if (value !== null) answers[field.id] = value;
  }
  return answers;
}

function isSamePerson(one: Person, other: Person): boolean {
  if (one === "guest" || other === "guest") return one === other;
  return one.companion === other.companion;
}

/**
 * Returns a field's value; null for an unanswered yes/no question. Returns an invalid number as text for the API to
 * reject.
 */
function readValue(kind: AskedQuestion["kind"], sent: readonly string[]): Value | null {
  const [text = ""] = sent;
  if (kind === "choices") return sent.filter((option) => option !== "");
  if (kind === "yes_no") return text === "yes" ? true : text === "no" ? false : null;
  if (kind === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  return text.trim();
}

/** The fingerprint that the script fills in. Empty without the script or for a malformed value. */
function readFingerprint(text: string | undefined): Record<string, string> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}
