import type { Guest } from "@usher/client";
import type { Key } from "../../i18n/areas.ts";

/** A state as a text of the area `guests`, with its tone. */
export interface StateWords {
  key: Key<"guests">;
  tone?: "good" | "warn" | "bad";
}

const TONES: { [S in Guest["standing"]]?: StateWords["tone"] } = {
  ...{ coming: "good", walk_in: "good" },
  ...{ offered: "warn", waitlisted: "warn", unseated: "warn", maybe: "warn", silent: "warn" },
};

/** Returns what the guest's standing is called. */
export function standingState({ standing }: Pick<Guest, "standing">): StateWords {
  const tone = TONES[standing];
  return { key: `is-${standing}`, ...(tone === undefined ? {} : { tone }) };
}

export function invitationState({ delivery, invited_at, opened_at, checked_in_at }: Guest): StateWords {
  if (checked_in_at !== null) return { key: "is-in", tone: "good" };
  if (delivery.status === "bounced") return { key: "is-bounced", tone: "bad" };
  if (delivery.status === "complained" || delivery.status === "suppressed") return { key: "is-refused", tone: "bad" };
  if (delivery.status === "failed") return { key: "is-failed", tone: "bad" };
  if (opened_at !== null) return { key: "is-opened" };
  if (invited_at === null) return { key: "is-none" };
  if (delivery.status === "delivered") return { key: "is-delivered" };
  return delivery.status === "none" ? { key: "is-link-only" } : { key: "is-sent" };
}
