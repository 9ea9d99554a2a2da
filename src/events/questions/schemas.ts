import * as z from "zod";
import { QUESTION_KINDS, QUESTION_SCOPES, QUESTION_TIMES } from "../../db/schema/questions.ts";
import { expectedVersion, line, moment, paragraph, uuid, wireMoment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";
import { forDocs } from "../../kernel/for-docs.ts";

/** The most questions of an event. A longer page would deter guests. */
const MAX_QUESTIONS = 20;
const MAX_OPTIONS = 50;

const kind = z.enum(QUESTION_KINDS).meta(
  forDocs({
    description:
      "`text`: up to 1,000 characters; `choice`: one of `options`; `choices`: any of them; `yes_no`: a boolean; `number`: any number",
  }),
);
const scope = z.enum(QUESTION_SCOPES).meta(
  forDocs({
    description:
      "`guest`: asked once per RSVP. `person`: asked for each attending person, companions included; only for the guest if the event's `companion_names` is `off`",
  }),
);
const when = z
  .enum(QUESTION_TIMES)
  .meta(forDocs({ description: "`attending`: asked only for an attending RSVP; `always`: for every RSVP" }));

export const Question = z
  .object({
    id: uuid.meta(forDocs({ description: "ID of the question, to which answers refer" })),
    label: z.string(),
    help: z.string().nullable(),
    kind,
    options: z.array(z.string()).meta(forDocs({ description: "Options of `choice` and `choices`; otherwise empty" })),
    required: z.boolean(),
    scope,
    when,
  })
  .openapi(
    "Question",
    forDocs({
      example: {
        id: "0191e0b1-7a3c-7f00-8000-000000000042",
        label: "What would you like to eat?",
        help: null,
        kind: "choice",
        options: ["Meat", "Fish", "Vegetarian", "Vegan"],
        required: true,
        scope: "person",
        when: "attending",
      },
    }),
  );

export const Questions = z
  .object({
    items: z.array(Question).meta(forDocs({ description: "In the order in which they are asked" })),
    removed: z.array(Question).meta(forDocs({ description: "Removed questions, for the labels of their answers" })),
    updated_at: wireMoment
      .nullable()
      .meta(forDocs({ description: "Time of the last change; null: the event never had any" })),
  })
  .openapi("Questions");

const QuestionInput = z
  .strictObject({
    id: uuid
      .toLowerCase()
      .optional()
      .meta(forDocs({ description: "ID of a current or removed question to keep it; absent: a new question" })),
    label: line(200),
    help: paragraph(500).nullable().optional(),
    kind,
    options: z
      .array(line(100))
      .max(MAX_OPTIONS)
      .optional()
      .meta(forDocs({ description: "1 to 50 different options, only for `choice` and `choices`" })),
    required: z
      .boolean()
      .optional()
      .meta(forDocs({ description: "Whether an RSVP needs an answer. Default: `false`" })),
    scope: scope.optional().meta(forDocs({ description: "Default: `guest`" })),
    when: when.optional().meta(forDocs({ description: "Default: `attending`" })),
  })
  .superRefine(({ kind, options = [] }, context) => {
    const takesOptions = kind === "choice" || kind === "choices";
    const refuse = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
    if (takesOptions && options.length === 0) refuse(["options"], "must have at least one option");
    if (!takesOptions && options.length > 0)
      refuse(["options"], "must be omitted unless the kind is choice or choices");
    options.forEach((option, index) => {
      if (options.indexOf(option) < index) refuse(["options", index], "repeats an earlier option");
    });
  });

export const PutQuestions = z
  .strictObject({
    items: z.array(QuestionInput).max(MAX_QUESTIONS),
    expected_updated_at: expectedVersion(moment.nullable().optional(), forDocs("questions_changed")),
  })
  .openapi(
    "PutQuestions",
    forDocs({
      example: {
        items: [
          {
            label: "What would you like to eat?",
            kind: "choice",
            options: ["Meat", "Fish", "Vegetarian", "Vegan"],
            required: true,
            scope: "person",
          },
          { label: "A song that gets you dancing", kind: "text" },
        ],
      },
    }),
  )
  .transform(camelKeys);

export type QuestionInput = z.output<typeof QuestionInput>;
export type QuestionsInput = z.output<typeof PutQuestions>;
