import * as z from "zod";
import { line, paragraph, uuid } from "../../http/fields.ts";

/** The most questions of an event: a page that nobody wants to fill in. */
const MAX_QUESTIONS = 20;
const MAX_OPTIONS = 50;

const KINDS = ["text", "choice", "choices", "yes_no", "number"] as const;
const SCOPES = ["guest", "person"] as const;
const WHEN = ["attending", "always"] as const;

const kind = z.enum(KINDS).meta({
  description:
    "`text`: up to 1,000 characters. `choice`: one of `options`; `choices`: any of them. `yes_no`: a boolean. `number`: any number",
});
const scope = z.enum(SCOPES).meta({
  description:
    "`guest`: asked once, of the guest. `person`: asked of everybody who comes, companions included; of the guest alone where the event's `companion_names` is `off`",
});
const when = z.enum(WHEN).meta({
  description: "`attending`: asked only of those who come. `always`: of those who decline, too",
});

/** A question of an event. */
export const Question = z
  .object({
    id: uuid.meta({ description: "Stays the same as long as there are answers to the question" }),
    label: z.string(),
    help: z.string().nullable(),
    kind,
    options: z.array(z.string()).meta({ description: "Empty unless the kind is `choice` or `choices`" }),
    required: z.boolean(),
    scope,
    when,
  })
  .openapi("Question", {
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
  });

export const Questions = z
  .object({
    items: z.array(Question).meta({ description: "In the order in which they are asked" }),
    removed: z.array(Question).meta({ description: "Asked before, so that answers given to them keep their label" }),
  })
  .openapi("Questions");

const QuestionInput = z
  .strictObject({
    id: uuid
      .toLowerCase()
      .optional()
      .meta({ description: "Of a question that stays, or of a removed one that comes back. Left out: a new question" }),
    label: line(200),
    help: paragraph(500).nullable().optional(),
    kind,
    options: z.array(line(100)).max(MAX_OPTIONS).optional().meta({
      description: "1 to 50, each once. Only for `choice` and `choices`",
    }),
    required: z.boolean().optional().meta({ description: "False when left out" }),
    scope: scope.optional().meta({ description: "`guest` when left out" }),
    when: when.optional().meta({ description: "`attending` when left out" }),
  })
  .superRefine(({ kind, options = [] }, context) => {
    const takesOptions = kind === "choice" || kind === "choices";
    const refuse = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
    if (takesOptions && options.length === 0) refuse(["options"], "must have at least one option");
    if (!takesOptions && options.length > 0)
      refuse(["options"], "must be omitted unless the kind is choice or choices");
    options.forEach((option, index) => {
      if (options.indexOf(option) < index) refuse(["options", index], "is there twice");
    });
  });

export const PutQuestions = z
  .strictObject({ items: z.array(QuestionInput).max(MAX_QUESTIONS) })
  .openapi("PutQuestions", {
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
  });

export type QuestionInput = z.output<typeof QuestionInput>;
