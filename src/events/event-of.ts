import { shardOf } from "../kernel/ids.ts";
import { type Regions, regionOfShard } from "../kernel/regions.ts";
import type { Role } from "../platform/authorization/roles.ts";
import { thresholdsOf } from "../platform/risk-bands/bands.ts";
import { textCountries } from "../sending/text-rules.ts";
import { doorOpensAt } from "./event-times.ts";
import type { EventRow } from "./queries.ts";

/** An event with the caller's role and the other fields of the API that its row does not have. */
export function eventOf(row: EventRow, role: Role, regions: Regions) {
  const { medium, high, block } = thresholdsOf(row);
  return {
    ...row,
    ...{ fraudMediumThreshold: medium, fraudHighThreshold: high, fraudBlockThreshold: block },
    status: row.cancelledAt === null ? ("scheduled" as const) : ("cancelled" as const),
    replyToVerified: row.replyToVerifiedAt !== null,
    doorOpensAt: doorOpensAt(row),
    smsCountries: textCountries(row),
    region: regionOfShard(regions, shardOf(row.id)).name,
    yourRole: role,
  };
}
