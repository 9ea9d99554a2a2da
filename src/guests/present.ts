import { presenterOf } from "../http/present.ts";
import type { GuestRow } from "./queries.ts";
import { Guest } from "./schemas.ts";

const present = presenterOf(Guest);

/** A guest with the fields of the API that the row does not have. */
export function guestOf(row: GuestRow) {
  const { deliveryStatus, deliveryAt, deliveryReason } = row;
  return {
    ...row,
    table: row.tableName,
    rsvp: row.rsvp && { ...row.rsvp, waitlistPosition: row.waitlistPosition },
    delivery: {
      status: deliveryStatus ?? ("none" as const),
      channel: deliveryStatus === null ? null : ("email" as const),
      at: deliveryAt,
      reason: deliveryReason,
    },
  };
}

/** The wire form of a guest, for what is not the response of a route. */
export function presentGuest(row: GuestRow) {
  return present(guestOf(row));
}
