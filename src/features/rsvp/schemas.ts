import * as z from "zod";
import { uuid, wireMoment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/camel-keys.ts";
import { RESPONSES } from "../guests/schemas.ts";
import { CLIENT_KEYS } from "../risk/fingerprint.ts";

/** The fingerprint of a client's device. Unknown keys are dropped, not refused, so that newer clients can send more. */
const Fingerprint = z
  .record(z.string().max(64), z.string().max(256))
  .refine((sent) => Object.keys(sent).length <= 64, "must have at most 64 entries")
  .meta({ description: `Signals of the device; these are used: ${CLIENT_KEYS.join(", ")}` });

const plusOnes = z.int().min(0).max(19).meta({
  description:
    "At most `max_plus_ones` of the invitation. Not counted when the answer is `declined`: it is stored as 0.",
});

export const SubmitRsvp = z
  .strictObject({
    token: z.string().max(200),
    response: z.enum(RESPONSES),
    plus_ones: plusOnes,
    fingerprint: Fingerprint.default({}),
  })
  .openapi("SubmitRsvp")
  .transform(camelKeys);

export const EditRsvp = z
  .strictObject({
    response: z.enum(RESPONSES).optional(),
    plus_ones: plusOnes.optional(),
    edit_nonce: z.string().max(200).optional(),
    fingerprint: Fingerprint.default({}),
  })
  .openapi("EditRsvp")
  .transform(camelKeys);

/** An RSVP as its guest sees it: without the score. */
export const GuestRsvp = z
  .object({
    id: uuid,
    guest_id: uuid,
    response: z.enum(RESPONSES),
    plus_ones: z.int(),
    submitted_at: wireMoment,
    edit_count: z.int(),
  })
  .openapi("Rsvp");

export const GuestDoorCode = z
  .object({
    qr_token: z.string(),
    qr_png: z.string().meta({ description: "PNG of the QR code, base64", contentEncoding: "base64" }),
  })
  .openapi("DoorCode");

/** The RSVP, with the door code of an attending guest. */
export const AnsweredRsvp = GuestRsvp.extend({ check_in: GuestDoorCode.optional() }).openapi("AnsweredRsvp");

export const RsvpRevision = z
  .object({
    revision: z.int().meta({ description: "From 0, the first answer" }),
    response: z.enum(RESPONSES),
    plus_ones: z.int(),
    replaced_at: wireMoment,
    replaced_by: z.enum(["guest", "host"]).meta({
      description: "`host`: a host lowered the party size below the answer. That isn't one of the guest's edits.",
    }),
  })
  .openapi("RsvpRevision");

export type Submission = z.output<typeof SubmitRsvp>;
export type Edit = z.output<typeof EditRsvp>;
