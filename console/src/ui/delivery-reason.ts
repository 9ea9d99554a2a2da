import { textsOf } from "../i18n/text.tsx";

const t = textsOf("common");

/** Reasons that a host can act on. */
const WORDED = [
  "closed",
  "event_cancelled",
  "event_over",
  "full",
  "not_invited",
  "offer_mailed",
  "sms_country",
  "sms_limit",
  "sms_number",
  "sms_tier",
  "standing_changed",
  "tier_limit",
] as const;
/** Other codes say no more than the status of the delivery. */
const CODE = /^[a-z_]+$/;

/** Reasons why a message no longer suited its recipient, so that it was not sent. */
const UNSUITED: readonly string[] = [
  "closed",
  "event_cancelled",
  "event_over",
  "full",
  "not_invited",
  "offer_mailed",
  "standing_changed",
];

/** True if a message was not sent because it no longer suited its recipient, not because it could not arrive. */
export function isUnsuited(reason: string | null): boolean {
  return reason !== null && UNSUITED.includes(reason);
}

/** Why a message did not arrive, as the API says it. */
export type Cause = "unknown_address" | "mailbox_full" | "rejected" | "temporary" | "not_sent" | null;

/** Says what a host can do about a message that did not arrive. Null if its status says it all. */
export function causeWords(cause: Cause): string | null {
  return cause === null || cause === "not_sent" ? null : t(`cause-${cause}`);
}

/** Says what to do about a message that did not arrive, with the reply of the server. Null if its status says it all. */
export function deliveryProblem({ cause, reason }: { cause: Cause; reason: string | null }): string | null {
  const words = causeWords(cause);
  const detail = deliveryReason(reason);
  if (words === null || detail === null) return words ?? detail;
  return `${words} ${t("server-said", { reply: detail })}`;
}

/** Explains why a message did not arrive: a text, or the reply of a server. Null if the status says it all. */
function deliveryReason(reason: string | null): string | null {
  if (reason === null || !CODE.test(reason)) return reason;
  const worded = WORDED.find((code) => code === reason);
  return worded === undefined ? null : t(`reason-${worded}`);
}
