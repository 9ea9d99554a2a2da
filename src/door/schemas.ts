import * as z from "zod";
import { sameName } from "../guests/same-name.ts";
import { email, flag, line, moment, orNull, pageQuery, paragraph, phone, uuid, wireMoment } from "../http/fields.ts";
import { guestData } from "../http/guest-data.ts";
import { camelKeys } from "../kernel/case.ts";
import { toIsoTime, toWireOrNull } from "../kernel/clock.ts";
import { DOOR_REASONS, type DoorReason, needsOverride } from "../kernel/door-reasons.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { MAX_PARTY } from "../kernel/max-party.ts";
import { RESPONSES, SEATS, STANDINGS, type Standing } from "../kernel/rsvp.ts";
import type { DoorSummaryRow } from "./headcount-queries.ts";
import { type DoorGuest, type NamedCheckIn, namesOf } from "./queries.ts";

export const CheckInPath = z.object({ eventId: uuid, checkInId: uuid });

const arrivalCount = z.int().min(1).max(MAX_PARTY);
const notes = paragraph(1_000).nullable();
const scannedAt = moment.optional().meta(
  forDocs({
    description:
      "Time of arrival, for a scan that was recorded offline. A time before the door opens (12 hours before the event begins) or more than 5 minutes in the future is not used: the response has the server's time, and yours in `claimed_at`",
  }),
);

/** The scanner's own name of a request, which makes a retry safe. */
const nonce = z.string().regex(/^[\w-]{8,64}$/);

export const UndoQuery = z.object({
  nonce: nonce.optional().meta(
    forDocs({
      description: "`nonce` of the check-in. Required for a door device, which can undo only its own check-ins",
    }),
  ),
});

/** A guest at the door: by the door code, or by ID when the guest's phone is lost. */
const guestKey = {
  qr_token: z
    .string()
    .max(4_096)
    .optional()
    .meta(
      forDocs({
        description: "Scanned text: the JWT of `check_in`, or the short code of pages, emails and wallet passes",
      }),
    ),
  guest_id: uuid.optional(),
};
const oneKey = (body: { qr_token?: string | undefined; guest_id?: string | undefined }) =>
  (body.qr_token === undefined) !== (body.guest_id === undefined);
const ONE_KEY = { message: "must be given, or guest_id must; not both", path: ["qr_token"] };

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
    nonce: nonce
      .optional()
      .meta(
        forDocs({ description: "Unique text per scan. A repeated request with it returns 200 and the same check-in" }),
      ),
    scanned_at: scannedAt,
    override: z
      .boolean()
      .default(false)
      .meta(forDocs({ description: "Whether to check in a guest who declined, has no seat, or has a replaced link" })),
  })
  .refine(oneKey, ONE_KEY)
  .openapi("RecordCheckIn")
  .transform(camelKeys);

export const RecordArrivals = z
  .strictObject({
    arrival_count: z
      .int()
      .min(1)
      .max(MAX_PARTY - 1)
      .meta(forDocs({ description: "Number of people who arrived now, without those already in" })),
    nonce: nonce.meta(
      forDocs({ description: "Unique text per request. A repeated request with it returns 200 and adds no people" }),
    ),
  })
  .openapi("RecordArrivals")
  .transform(camelKeys);

export const RecordWalkIn = z
  .strictObject({
    name: line(200),
    email: email.nullable().default(null),
    phone: phone.nullable().default(null),
    arrival_count: arrivalCount.default(1),
    notes: notes.default(null),
    scanned_at: scannedAt,
    same_name: sameName,
  })
  .openapi("RecordWalkIn")
  .transform(camelKeys);

/** Personal data that the door needs to recognise a guest. */
export function atDoor<S extends z.ZodType>(schema: S): S {
  return guestData(schema, "check_in");
}

export const guest = z.object({
  id: uuid,
  name: atDoor(z.string()),
  table: z.string().nullable(),
  tags: z.array(z.string()),
  companions: atDoor(z.array(z.string())).meta(
    forDocs({ description: "Names of the companions, as far as they are known" }),
  ),
});
export const response = z.enum(RESPONSES);
const seat = z.enum(SEATS).nullable();

export const CheckIn = z
  .object({
    id: uuid,
    guest,
    guest_id: uuid,
    checked_in_at: wireMoment,
    recorded_at: wireMoment,
    checked_in_by: uuid.nullable().meta(
      forDocs({
        description: "ID of the user who scanned, or who created the door device; null: the account was deleted",
      }),
    ),
    checked_in_by_name: z.string(),
    door_device: z
      .object({ id: uuid, name: z.string(), kind: z.enum(["named", "scanner_ticket"]) })
      .nullable()
      .meta(forDocs({ description: "Door device that scanned; null: a user scanned, or the device was deleted" })),
    arrival_count: z
      .int()
      .meta(forDocs({ description: "Number of people of the party who are in, including late arrivals" })),
    remaining: z.int().meta(forDocs({ description: "Number of expected people who are not in yet" })),
    notes: atDoor(z.string().nullable()),
    walk_in: z.boolean(),
    claimed_at: wireMoment
      .nullable()
      .meta(forDocs({ description: "`scanned_at` of the request, if it was not used; otherwise null" })),
    over_limit: flag(
      forDocs(
        "Whether a walk-in exceeds the guest limit of the host's tier or the event's capacity. Walk-ins take no seats of RSVPs",
      ),
    ),
    over_tier: flag(
      forDocs(
        "Whether a walk-in exceeds the guest limit of the host's tier. Such a guest gets no link (402 `tier_limit`) and therefore no emails while the list is above the limit",
      ),
    ),
  })
  .openapi("CheckIn");

/** Returns the number of expected people who are not in yet. */
export function remainingOf({ checkIn, expectedParty }: NamedCheckIn): number {
  return Math.max(0, expectedParty - checkIn.arrivalCount);
}

export function presentCheckIn(named: NamedCheckIn): z.output<typeof CheckIn> {
  const { checkIn, guestName: name, table, tags, companions } = named;
  return {
    id: checkIn.id,
    guest: { id: checkIn.guestId, name, table, tags, companions: namesOf(companions) },
    guest_id: checkIn.guestId,
    checked_in_at: toIsoTime(checkIn.checkedInAt),
    recorded_at: toIsoTime(checkIn.recordedAt),
    checked_in_by: named.isByDeleted ? null : checkIn.checkedInBy,
    checked_in_by_name: named.byName,
    door_device: deviceOf(named),
    arrival_count: checkIn.arrivalCount,
    remaining: remainingOf(named),
    notes: checkIn.notes,
    walk_in: checkIn.walkIn,
    claimed_at: toWireOrNull(checkIn.claimedAt),
    over_limit: checkIn.overLimit,
    over_tier: named.overTier,
  };
}

function deviceOf({ checkIn, deviceName, door }: NamedCheckIn) {
  if (checkIn.deviceId === null || deviceName === null) return null;
  return { id: checkIn.deviceId, name: deviceName, kind: door === null ? "scanner_ticket" : "named" } as const;
}

export const CheckInPreview = z
  .object({
    guest: guest.extend({ party_size: z.int().nullable(), notes: atDoor(z.string().nullable()) }),
    rsvp: z.object({ response, plus_ones: z.int(), seat }).nullable(),
    standing: z.enum(STANDINGS),
    expected_party_size: z.int(),
    verdict: z.enum(["ready", "attention", "already_checked_in"]),
    reasons: z.array(z.enum(DOOR_REASONS)).meta(
      forDocs({
        description:
          "`maybe` and `no_answer` are for information; the others need `override`. `reply_undone`: the code belongs to an RSVP that the host has undone. `no_seat`: the guest did not accept an offered seat in time",
      }),
    ),
    needs_override: z.boolean(),
    check_in: orNull(CheckIn),
  })
  .openapi("CheckInPreview");

export function presentPreview(preview: {
  guest: DoorGuest;
  standing: Standing;
  reasons: DoorReason[];
  checkIn: NamedCheckIn | null;
}): z.output<typeof CheckInPreview> {
  const { guest, standing, reasons, checkIn } = preview;
  const verdict = reasons.length > 0 ? "attention" : "ready";
  // By response: a guest without one has no RSVP, also a guest who was added at the door.
  return {
    guest: {
      id: guest.guest.id,
      name: guest.guest.name,
      table: guest.guest.table,
      tags: guest.guest.tags,
      companions: namesOf(guest.companions),
      party_size: guest.guest.partySize,
      notes: guest.guest.notes,
    },
    rsvp:
      guest.response === null ? null : { response: guest.response, plus_ones: guest.plusOnes ?? 0, seat: guest.seat },
    standing,
    expected_party_size: guest.expectedParty,
    verdict: checkIn === null ? verdict : "already_checked_in",
    reasons,
    needs_override: needsOverride(reasons),
    check_in: checkIn === null ? null : presentCheckIn(checkIn),
  };
}

export const DoorSummary = z
  .object({
    arrived_headcount: z.int(),
    expected_headcount: z.int(),
    expected_arrived_headcount: z.int(),
    walk_in_headcount: z.int(),
    guests_checked_in: z.int(),
    guests_expected: z.int(),
    walk_ins: z.int(),
  })
  .openapi("DoorSummary");

export function presentSummary(row: DoorSummaryRow): z.output<typeof DoorSummary> {
  return {
    arrived_headcount: row.arrivedHeadcount,
    expected_headcount: row.expectedHeadcount,
    expected_arrived_headcount: row.expectedArrivedHeadcount,
    walk_in_headcount: row.walkInHeadcount,
    guests_checked_in: row.guestsCheckedIn,
    guests_expected: row.guestsExpected,
    walk_ins: row.walkIns,
  };
}

export const CheckInList = z
  .object({
    event: z.object({ id: uuid, name: z.string() }),
    items: z.array(CheckIn),
    next_cursor: z.string().nullable(),
    summary: DoorSummary,
  })
  .openapi("CheckInList");

export const ScannerTicket = z
  .object({ ticket: z.string(), url: z.string(), expires_at: wireMoment })
  .openapi("ScannerTicket");

export const CheckInListQuery = z.object(pageQuery);

export type CheckInInput = z.output<typeof RecordCheckIn>;
export type PreviewInput = z.output<typeof PreviewCheckIn>;
export type ArrivalsInput = z.output<typeof RecordArrivals>;
export type WalkInInput = z.output<typeof RecordWalkIn>;
