import { useText } from "../i18n/use-text.tsx";

/** Reasons that a host can do something about. */
const WORDED = ["sms_country", "sms_limit", "sms_number", "sms_tier"] as const;
/** Another word for programs says no more than the state of the delivery. */
const CODE = /^[a-z_]+$/;

/** Why a message did not arrive: in words, or as a server has replied. Null where the state of the delivery says it all. */
export function useDeliveryReason(): (reason: string | null) => string | null {
  const t = useText("common");
  return (reason) => {
    if (reason === null || !CODE.test(reason)) return reason;
    const worded = WORDED.find((code) => code === reason);
    return worded === undefined ? null : t(`reason-${worded}`);
  };
}
