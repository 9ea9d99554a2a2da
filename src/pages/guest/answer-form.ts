import * as z from "zod";
import { RESPONSES } from "../../features/guests/schemas.ts";
import { EditRsvp, SubmitRsvp } from "../../features/rsvp/schemas.ts";
import { validationFailed } from "../../http/validate.ts";

/** The fields of the RSVP form. All are text, and a field that is not shown is not sent. */
const Form = z.object({
  intent: z.enum(["submit", "edit"]),
  response: z.enum(RESPONSES),
  plus_ones: z.coerce.number().pipe(z.int()).default(0),
  edit_nonce: z.string().optional(),
  fingerprint: z.string().max(8_192).optional(),
});

export type AnswerForm =
  | ({ intent: "submit" } & z.output<typeof SubmitRsvp>)
  | ({ intent: "edit"; token: string } & z.output<typeof EditRsvp>);

/**
 * Parses the form as the body of the corresponding API request, with the same schema.
 * @throws AppError 400 naming the field that is wrong
 */
export function readAnswerForm(fields: Record<string, unknown>, token: string): AnswerForm {
  const { intent, fingerprint, edit_nonce, ...form } = parse(Form, fields);
  // The field of plus-ones may be hidden with a value when the guest declines.
  const plus_ones = form.response === "declined" ? 0 : form.plus_ones;
  const answer = { response: form.response, plus_ones, fingerprint: readFingerprint(fingerprint) };
  if (intent === "submit") return { intent, ...parse(SubmitRsvp, { ...answer, token }) };
  return { intent, token, ...parse(EditRsvp, { ...answer, ...(edit_nonce ? { edit_nonce } : {}) }) };
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
