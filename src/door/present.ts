import type * as z from "zod";
import { companionNames } from "../guests/search.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { doorReasons } from "../kernel/door-reasons.ts";
import type { DoorList } from "./door-list-schemas.ts";
import { namesOf } from "./queries.ts";
import type { Bucket, DoorList as ReadList } from "./read-door-list.ts";

/** The guest list for a phone. */
export function presentList({ keys, closesAt, buckets }: ReadList): z.output<typeof DoorList> {
  return {
    keys,
    valid_until: toIsoTime(closesAt),
    buckets: buckets.map(({ guests, ...bucket }) => ({ ...bucket, guests: guests.map(presentListed) })),
  };
}

function presentListed({ guest, codes }: Bucket["guests"][number]) {
  const { id, name, table, tags, companions, checkInId, checkedInAt, arrivalCount, byName, door } = guest;
  return {
    id,
    name,
    table,
    tags,
    companions: namesOf(companions),
    party_names: companionNames(guest.invitedCompanions, companions),
    standing: guest.standing,
    expected_party_size: guest.expectedParty,
    reasons: doorReasons(guest.standing, { isLinkReplaced: false }),
    codes,
    check_in:
      checkInId === null
        ? null
        : {
            id: checkInId,
            checked_in_at: toIsoTime(checkedInAt ?? 0),
            arrival_count: arrivalCount ?? 0,
            by: byName ?? "",
            door,
          },
  };
}
