import * as z from "zod";
import { email, line, moment, pageQuery, paragraph, phone, uuid, wireMoment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/camel-keys.ts";
import { RESPONSES } from "../guests/schemas.ts";
import { DOOR_REASONS } from "./door-state.ts";

export const CheckInPath = z.object({ eventId: uuid, checkInId: uuid });

const arrivalCount = z.int().min(1).max(20);
const notes = paragraph(1_000).nullable();
const scannedAt = moment.optional().meta({ description: "When it really happened, for what was noted offline" });

/** A guest at the door: by the code, or by id when the phone is lost. */
const guestKey = {
  qr_token: z.string().max(4_096).optional(),
  guest_id: uuid.optional(),
};
const oneKey = (body: { qr_token?: string | undefined; guest_id?: string | undefined }) =>
  (body.qr_token === undefined) !== (body.guest_id === undefined);
const ONE_KEY = { message: "is given, or guest_id is; not both", path: ["qr_token"] };

export const PreviewCheckIn = z
  .strictObject(guestKey)
  .refine(oneKey, ONE_KEY)
  .openapi("PreviewCheckIn")
  .transform(camelKeys);

export const RecordCheckIn = z
  .strictObject({
    ...guestKey,
    arrival_count: arrivalCount.optional(),
    notes: notes.optional(),
    nonce: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .optional()
      .meta({ description: "Chosen by the scanner; sent again with it, the same check-in is answered with 200" }),
    scanned_at: scannedAt,
    override: z
      .boolean()
      .default(false)
      .meta({ description: "Lets a guest in in spite of `declined` or `link_replaced`" }),
  })
  .refine(oneKey, ONE_KEY)
  .openapi("RecordCheckIn")
  .transform(camelKeys);

export const RecordWalkIn = z
  .strictObject({
    name: line(200),
    email: email.nullable().default(null),
    phone: phone.nullable().default(null),
    arrival_count: arrivalCount.default(1),
    notes: notes.default(null),
    scanned_at: scannedAt,
  })
  .openapi("RecordWalkIn")
  .transform(camelKeys);

const guest = z.object({ id: uuid, name: z.string() });

export const CheckIn = z
  .object({
    id: uuid,
    guest,
    guest_id: uuid,
    checked_in_at: wireMoment,
    recorded_at: wireMoment,
    checked_in_by: z.object({ id: uuid, name: z.string() }),
    arrival_count: z.int(),
    notes: z.string().nullable(),
    walk_in: z.boolean(),
  })
  .openapi("CheckIn");

export const CheckInPreview = z
  .object({
    guest: guest.extend({ party_size: z.int().nullable(), notes: z.string().nullable() }),
    rsvp: z.object({ response: z.enum(RESPONSES), plus_ones: z.int() }).nullable(),
    expected_party_size: z.int(),
    verdict: z.enum(["ready", "attention", "already_checked_in"]),
    reasons: z.array(z.enum(DOOR_REASONS)),
    needs_override: z.boolean(),
    check_in: CheckIn.nullable(),
  })
  .openapi("CheckInPreview");

export const DoorSummary = z
  .object({
    arrived_headcount: z.int(),
    expected_headcount: z.int(),
    guests_checked_in: z.int(),
    guests_expected: z.int(),
    walk_ins: z.int(),
  })
  .openapi("DoorSummary");

export const CheckInList = z
  .object({ items: z.array(CheckIn), next_cursor: z.string().nullable(), summary: DoorSummary })
  .openapi("CheckInList");

export const ScannerTicket = z
  .object({ ticket: z.string(), url: z.string(), expires_at: wireMoment })
  .openapi("ScannerTicket");

export const DoorSearchQuery = z.object({ q: line(100) });

export const DoorMatches = z
  .object({
    items: z.array(
      z.object({
        guest,
        response: z.enum(RESPONSES).nullable(),
        expected_party_size: z.int(),
        checked_in_at: wireMoment.nullable(),
      }),
    ),
  })
  .openapi("DoorMatches");

export const CheckInListQuery = z.object(pageQuery);

export type CheckInInput = z.output<typeof RecordCheckIn>;
export type PreviewInput = z.output<typeof PreviewCheckIn>;
export type WalkInInput = z.output<typeof RecordWalkIn>;
