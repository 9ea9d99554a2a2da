import * as z from "zod";
import { rsvpRevisions } from "../db/schema/rsvps.ts";
import { party, place, score } from "../guests/answer-schemas.ts";
import { flag, line, paragraph, uuid, wireMoment } from "../http/fields.ts";
import type { DoorCode as Code } from "../invitations/door-code/door-code.ts";
import { DoorCode, presentDoorCode } from "../invitations/door-code/door-code-schemas.ts";
import { camelKeys } from "../kernel/case.ts";
import { toIsoTime, toWireOrNull } from "../kernel/clock.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { RESPONSES } from "../kernel/rsvp.ts";
import { CLIENT_KEYS } from "../risk/attempt.ts";
import { NOTIFIED } from "../sending/notify.ts";
import type { Answered } from "./answered.ts";
import type { RsvpRow } from "./queries.ts";

/** The fingerprint of a client's device. Unknown keys are dropped, not refused, so that newer clients can send more. */
const Fingerprint = z
  .record(z.string().max(64), z.string().max(256))
  .refine((sent) => Object.keys(sent).length <= 64, "must have at most 64 entries")
  .meta(forDocs({ description: `Signals of the device, by name. Used: ${CLIENT_KEYS.join(", ")}` }));

/** The question of the examples. */
const MEAL = "0191e0b1-7a3c-7f00-8000-000000000042";

/** The most companions of one invitation: a party has at most 20 people. */
const MAX_COMPANIONS = 19;
/** An event has at most 20 questions; answers to removed ones may be sent along. */
const MAX_ANSWERS = 100;
const MAX_TEXT = 1_000;
const MAX_CHOICES = 50;

const plusOnes = z
  .int()
  .min(0)
  .max(MAX_COMPANIONS)
  .meta(
    forDocs({
      description:
        "Number of companions, at most `max_plus_ones` of the invitation. With `companions` it is the number of attending ones, and can be omitted. Omitted without `companions`: 0 for a first RSVP, unchanged in an edit. Stored as 0 if `response` is `declined`",
    }),
  );

/** Values by question ID, in the form of a request. */
export const SentAnswers = z
  .record(
    z.string().max(64),
    z
      .union([
        z.literal(""),
        paragraph(MAX_TEXT),
        z.number(),
        z.boolean(),
        z.array(z.string().max(MAX_TEXT)).max(MAX_CHOICES),
      ])
      .nullable(),
  )
  .refine((sent) => Object.keys(sent).length <= MAX_ANSWERS, `must have at most ${MAX_ANSWERS} entries`)
  .meta(
    forDocs({
      description:
        "Values by question ID: a text, one option, a list of options, `true` or `false`, or a number. Omitted questions keep their answer; null removes it",
      example: { [MEAL]: "Vegetarian" },
    }),
  );

const SentCompanions = z
  .array(
    z.strictObject({
      name: line(200).nullable().optional(),
      attending: z
        .boolean()
        .optional()
        .meta(forDocs({ description: "Default: `true`" })),
      answers: SentAnswers.optional().meta(
        forDocs({ description: "Answers to questions of scope `person`, by question ID" }),
      ),
    }),
  )
  .max(MAX_COMPANIONS)
  .meta(
    forDocs({
      description:
        "All companions, attending or not; replaces the previous list. Returns 400 if the event's `companion_names` is `off`; with `required`, attending companions need a name",
      example: [{ name: "Ben Lindqvist", answers: { [MEAL]: "Vegan" } }],
    }),
  );

export const SubmitRsvp = z
  .strictObject({
    token: z.string().max(200),
    response: z.enum(RESPONSES),
    plus_ones: plusOnes.optional(),
    companions: SentCompanions.optional(),
    answers: SentAnswers.optional(),
    fingerprint: Fingerprint.default({}),
  })
  .openapi(
    "SubmitRsvp",
    forDocs({
      example: {
        token: "AZHgsXo8fwCAAAAAAAAAQGJr0gP5kYQm3hZ6n1TtW8c",
        response: "attending",
        companions: [{ name: "Ben Lindqvist", answers: { [MEAL]: "Vegan" } }],
        answers: { [MEAL]: "Vegetarian" },
      },
    }),
  )
  .transform(camelKeys);

export const EditRsvp = z
  .strictObject({
    response: z.enum(RESPONSES).optional(),
    plus_ones: plusOnes.optional(),
    companions: SentCompanions.optional(),
    answers: SentAnswers.optional(),
    edit_nonce: z.string().max(200).optional(),
    fingerprint: Fingerprint.default({}),
  })
  .openapi("EditRsvp", forDocs({ example: { companions: [{ name: "Ben Lindqvist", attending: false }] } }))
  .transform(camelKeys);

/** The RSVP that a host records for a guest. */
export const RecordRsvp = z
  .strictObject({
    response: z.enum(RESPONSES),
    plus_ones: plusOnes.optional(),
    companions: SentCompanions.optional(),
    answers: SentAnswers.optional(),
    force: z
      .boolean()
      .optional()
      .meta(
        forDocs({
          description:
            "Whether to seat the party beyond the capacity and before waitlisted parties. Otherwise an attending party joins the waitlist of a full event, or gets 409 `event_full` without one",
        }),
      ),
    notify: z
      .boolean()
      .optional()
      .meta(
        forDocs({
          description:
            "Whether to email a confirmation to a guest with an address and a link, at most once per hour. Default: `false`",
        }),
      ),
  })
  .openapi(
    "RecordRsvp",
    forDocs({
      example: {
        response: "attending",
        companions: [{ name: "Ben Lindqvist" }],
        answers: { [MEAL]: "Vegetarian" },
      },
    }),
  )
  .transform(camelKeys);

export const AnswerOffer = z
  .strictObject({
    accept: flag(forDocs("True confirms the seat; false declines, and offers the seats to the next party")),
    edit_nonce: z.string().max(200).optional(),
    fingerprint: Fingerprint.default({}),
  })
  .openapi("AnswerOffer")
  .transform(camelKeys);

const RSVP_EXAMPLE = {
  id: "0191e0b1-7a3c-7f00-8000-000000000051",
  guest_id: "0191e0b1-7a3c-7f00-8000-000000000020",
  response: "attending",
  plus_ones: 1,
  companions: [{ name: "Ben Lindqvist", attending: true, answers: { [MEAL]: "Vegan" } }],
  answers: { [MEAL]: "Vegetarian" },
  answered_by: "guest",
  seat: "confirmed",
  waitlist_position: null,
  offer_expires_at: null,
  submitted_at: "2027-04-03T18:14:00.000Z",
  edit_count: 0,
};

/** An RSVP as its guest sees it: without the score. */
export const GuestRsvp = z
  .object({
    id: uuid,
    guest_id: uuid,
    response: z.enum(RESPONSES),
    plus_ones: z.int(),
    ...party,
    ...place,
    submitted_at: wireMoment,
    edit_count: z.int(),
  })
  .openapi("Rsvp", forDocs({ example: RSVP_EXAMPLE }));

/** The RSVP, with the door code of an attending guest. */
export const AnsweredRsvp = GuestRsvp.extend({ check_in: DoorCode.optional() }).openapi("AnsweredRsvp");

/** An answer that a host has recorded. */
export const RecordedRsvp = GuestRsvp.extend({
  ...score,
  ...NOTIFIED,
}).openapi("RecordedRsvp", forDocs({ example: { ...RSVP_EXAMPLE, risk_score: 12, notified: true, reason: null } }));

export const RsvpRevision = z
  .object({
    revision: z.int().meta(forDocs({ description: "Number of the version, from 0" })),
    response: z.enum(RESPONSES),
    plus_ones: z.int(),
    ...party,
    seat: place.seat,
    ...score,
    replaced_at: wireMoment,
    replaced_by: z.enum(rsvpRevisions.replacedBy.enumValues).meta(
      forDocs({
        description:
          "`host`: a host recorded another RSVP, or lowered the party size below this one, which does not count as an edit",
      }),
    ),
  })
  .openapi("RsvpRevision");

export type Submission = z.output<typeof SubmitRsvp>;
export type Recording = z.output<typeof RecordRsvp>;
export type Edit = z.output<typeof EditRsvp>;
export type OfferAnswer = z.output<typeof AnswerOffer>;

/** @param waitlistPosition the place in the line: 1 is next */
export function presentRsvp(row: RsvpRow, waitlistPosition: number | null): z.output<typeof GuestRsvp> {
  return {
    id: row.id,
    guest_id: row.guestId,
    response: row.response,
    plus_ones: row.plusOnes,
    ...presentParty(row),
    seat: row.seat,
    waitlist_position: waitlistPosition,
    offer_expires_at: toWireOrNull(row.offerExpiresAt),
    submitted_at: toIsoTime(row.submittedAt),
    edit_count: row.editCount,
  };
}

/** @param doorCode of the RSVP's guest; null for a guest without one */
export function presentAnswered(answered: Answered, doorCode: Code | null): z.output<typeof AnsweredRsvp> {
  return {
    ...presentRsvp(answered.rsvp, answered.waitlistPosition),
    ...(doorCode ? { check_in: presentDoorCode(doorCode) } : {}),
  };
}

function presentParty({ companions, answers, answeredBy }: Pick<RsvpRow, "companions" | "answers" | "answeredBy">) {
  return { companions, answers, answered_by: answeredBy };
}
