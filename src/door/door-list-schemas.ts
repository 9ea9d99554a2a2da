import * as z from "zod";
import { line, orNull, uuid, wireMoment } from "../http/fields.ts";
import { toWireOrNull } from "../kernel/clock.ts";
import { DOOR_REASONS } from "../kernel/door-reasons.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { STANDINGS } from "../kernel/rsvp.ts";
import type { DoorMatch } from "./find-at-door.ts";
import { namesOf } from "./queries.ts";
import { atDoor, guest, response } from "./schemas.ts";

export const DoorSearchQuery = z.object({ q: line(100) });

export const DoorMatches = z
  .object({
    items: z.array(
      z.object({
        guest,
        matched_companion: atDoor(z.string().nullable()).meta(
          forDocs({ description: "Companion by whose name the search found the guest; null: the guest's own name" }),
        ),
        phone_ending: atDoor(z.string().nullable()).meta(
          forDocs({
            description:
              "Last 3 digits of the guest's phone number, to tell apart guests of one name; null: none, or a named door device asks",
          }),
        ),
        standing: z.enum(STANDINGS),
        response: response.nullable(),
        expected_party_size: z.int(),
        checked_in_at: wireMoment.nullable(),
      }),
    ),
  })
  .openapi("DoorMatches");

export function presentMatches(matches: DoorMatch[]): z.output<typeof DoorMatches> {
  return {
    items: matches.map(({ row, companion, phoneEnding }) => ({
      guest: { ...row.guest, companions: companionsOf(row) },
      matched_companion: companion,
      phone_ending: phoneEnding,
      standing: row.standing,
      response: row.response,
      expected_party_size: row.expectedParty,
      checked_in_at: toWireOrNull(row.checkedInAt),
    })),
  };
}

/** Before the RSVP, the companions whom the host has named. */
function companionsOf({ companions, invitedCompanions }: DoorMatch["row"]): string[] {
  return companions === null ? invitedCompanions.map(({ name }) => name) : namesOf(companions);
}

export const DoorListQuery = z.object({
  vault: z
    .string()
    .regex(/^[\w-]{22}$/)
    .meta(
      forDocs({ description: "Random text of the phone, 22 characters of base64url, from which `keys` are derived" }),
    ),
  have: z
    .string()
    .regex(/^([0-9a-f]{2}[\w-]{6}){0,256}$/)
    .default("")
    .meta(forDocs({ description: "Buckets on the phone: `bucket` and `digest` of each, without separators" })),
});

export const DoorList = z
  .object({
    keys: z.array(z.string()).meta(
      forDocs({
        description: "AES-256 keys for the stored list, base64url: encrypt with the first, decrypt with all",
      }),
    ),
    valid_until: wireMoment.meta(
      forDocs({ description: "Time at which the door closes and the phone must delete the list" }),
    ),
    buckets: z.array(
      z.object({
        bucket: z.string().meta(forDocs({ description: "Last two digits of the IDs of its guests" })),
        digest: z.string(),
        guests: z.array(
          guest.extend({
            party_names: atDoor(z.array(z.string())).meta(
              forDocs({ description: "Names of all companions for the search, also of those who are not coming" }),
            ),
            standing: z.enum(STANDINGS),
            expected_party_size: z.int(),
            reasons: z.array(z.enum(DOOR_REASONS)),
            codes: z.array(z.string()).meta(
              forDocs({
                description:
                  "For each valid code, the first 16 bytes of the SHA-256 of `door code`, a zero byte and the code, base64url",
              }),
            ),
            check_in: orNull(
              z.object({
                id: uuid,
                checked_in_at: wireMoment,
                arrival_count: z.int(),
                by: z.string(),
                door: z
                  .string()
                  .nullable()
                  .meta(forDocs({ description: "Name of the door device; null: none" })),
              }),
            ),
          }),
        ),
      }),
    ),
  })
  .openapi("DoorList");
