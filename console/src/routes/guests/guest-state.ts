import type { Guest } from "@usher/client";
import type { Key } from "../../i18n/areas.ts";

/** A state as a text of the area `guests`, with its tone. */
export interface StateWords {
  key: Key<"guests">;
  tone?: "good" | "warn" | "bad";
}

export function answerState({ rsvp, invited_at }: Guest): StateWords {
  if (rsvp === null) return invited_at === null ? { key: "is-not-invited" } : { key: "is-silent", tone: "warn" };
  if (rsvp.response === "declined") return { key: "is-declined" };
  if (rsvp.response === "maybe") return { key: "is-maybe", tone: "warn" };
  if (rsvp.seat === "waitlisted") return { key: "is-waitlisted", tone: "warn" };
  if (rsvp.seat === "offered") return { key: "is-offered", tone: "warn" };
  return { key: "is-attending", tone: "good" };
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
