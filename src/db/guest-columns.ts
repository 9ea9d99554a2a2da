import { checkIns } from "./schema/check-ins.ts";
import { guests } from "./schema/guests.ts";

/** What a file about an event's guests says of each of them. */
export const REPORTED_GUEST = {
  id: guests.id,
  name: guests.name,
  email: guests.email,
  phone: guests.phone,
  partySize: guests.partySize,
  invitedAt: guests.invitedAt,
  openedAt: guests.openedAt,
};

/** And of the check-in. */
export const REPORTED_CHECK_IN = {
  checkedInAt: checkIns.checkedInAt,
  arrivalCount: checkIns.arrivalCount,
  walkIn: checkIns.walkIn,
};
