import { textsOf } from "../i18n/text.tsx";

const t = textsOf("common");

/** Reasons that a host can act on. */
const WORDED = ["sms_country", "sms_limit", "sms_number", "sms_tier"] as const;
/** Other codes say no more than the status of the delivery. */
const CODE = /^[a-z_]+$/;

/** Explains why a message did not arrive: a text, or the reply of a server. Null if the status says it all. */
export function deliveryReason(reason: string | null): string | null {
  if (reason === null || !CODE.test(reason)) return reason;
  const worded = WORDED.find((code) => code === reason);
  return worded === undefined ? null : t(`reason-${worded}`);
}
