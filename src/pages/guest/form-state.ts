/** ID of the RSVP, or of its first invalid field, to which a browser scrolls after the form was sent. */
export const ANSWER_ID = "rsvp";

/** ID of the heading of a stored RSVP. */
export const GIVEN_ID = "pass";

/** Values and problems of a form's fields. */
export interface FormState {
  /** Values by the field's name. */
  values: ReadonlyMap<string, readonly string[]>;
  /** Messages by path in the API's request, such as `companions.0.name`. */
  problems: ReadonlyMap<string, string>;
  /** The path of the first field of the page that is wrong; null for none. */
  firstProblem: string | null;
}

export const EMPTY_FORM: FormState = { values: new Map(), problems: new Map(), firstProblem: null };

/** Returns the first value of a field, or an empty text. */
export function firstValue({ values }: FormState, name: string): string {
  return values.get(name)?.[0] ?? "";
}

/** Returns the attributes of a field's control: ID, validity, and the IDs of its descriptions. */
export function controlOf({ problems, firstProblem }: FormState, name: string, path: string, help: string | null) {
  const id = path === firstProblem ? ANSWER_ID : name;
  const described = [help === null ? "" : `${name}-help`, problems.has(path) ? `${name}-problem` : ""].filter(Boolean);
  return {
    id,
    name,
    "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
    "aria-invalid": problems.has(path) ? ("true" as const) : undefined,
  };
}
