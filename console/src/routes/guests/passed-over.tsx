import type { Guest } from "@usher/client";
import { textsOf } from "../../i18n/text.tsx";

const t = textsOf("common");

/** Why a waitlisted guest was not offered a free seat, and what the host can do. */
export function PassedOver({ guest: { rsvp } }: { guest: Guest }) {
  const reason = rsvp?.passed_over ?? null;
  return reason === null ? null : <p className="small break">{t(`passed-${reason}`)}</p>;
}
