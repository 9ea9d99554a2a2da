import * as z from "zod";
import { orNull, uuid, wireMoment } from "../../http/fields.ts";
import { toWire } from "../../kernel/clock.ts";
import { DOOR_REASONS, doorReasons } from "./door-reasons.ts";
import type { Bucket, DoorList as ReadList } from "./read-door-list.ts";
import { guest, namesOf } from "./schemas.ts";

export const DoorListQuery = z.object({
  vault: z
    .string()
    .regex(/^[\w-]{22}$/)
    .meta({ description: "A random text of the phone, 22 characters of base64url. `keys` are derived from it." }),
  have: z
    .string()
    .regex(/^([0-9a-f]{2}[\w-]{6}){0,256}$/)
    .default("")
    .meta({ description: "The buckets that the phone has, `bucket` and `digest` of each, one after the other." }),
});

export const DoorList = z
  .object({
    keys: z.array(z.string()).meta({
      description: "AES-256 keys, base64url, for what the phone stores: the first encrypts, all decrypt.",
    }),
    valid_until: wireMoment.meta({ description: "When the door closes. The phone deletes the list then." }),
    buckets: z.array(
      z.object({
        bucket: z.string().meta({ description: "The last two digits of the ids of its guests." }),
        digest: z.string(),
        guests: z.array(
          guest.extend({
            expected_party_size: z.int(),
            reasons: z.array(z.enum(DOOR_REASONS)),
            codes: z.array(z.string()).meta({
              description:
                "For each code that is good: the first 16 bytes of SHA-256 of `door code`, a zero byte and the code, base64url.",
            }),
            check_in: orNull(
              z.object({
                id: uuid,
                checked_in_at: wireMoment,
                arrival_count: z.int(),
                by: z.string(),
                door: z.string().nullable().meta({ description: "The name of the door device, if it has one." }),
              }),
            ),
          }),
        ),
      }),
    ),
  })
  .openapi("DoorList");

export function presentList({ keys, closesAt, buckets }: ReadList): z.output<typeof DoorList> {
  return {
    keys,
    valid_until: toWire(closesAt),
    buckets: buckets.map(({ guests, ...bucket }) => ({ ...bucket, guests: guests.map(presentListed) })),
  };
}

function presentListed({ guest, codes }: Bucket["guests"][number]) {
  const { id, name, table, tags, companions, checkInId, checkedInAt, arrivalCount, byName, door } = guest;
  return {
    ...{ id, name, table, tags, companions: namesOf(companions) },
    expected_party_size: guest.expectedParty,
    reasons: doorReasons(guest, { linkEnding: null }),
    codes,
    check_in:
      checkInId === null
        ? null
        : {
            id: checkInId,
            checked_in_at: toWire(checkedInAt ?? 0),
            arrival_count: arrivalCount ?? 0,
            by: byName ?? "",
            door,
          },
  };
}
