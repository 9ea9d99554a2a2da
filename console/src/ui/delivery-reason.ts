import { textsOf } from "../i18n/text.tsx";
import { isUnsentReason, unsentWords } from "./unsent.ts";

const t = textsOf("common");

/** Other codes, such as a provider's type of bounce, say no more than the status of the delivery. */
const CODE = /^[a-z_]+$/;

/** Why a message did not arrive, as the API says it. */
export type Cause = "unknown_address" | "mailbox_full" | "rejected" | "temporary" | "not_sent" | null;

/** Says what a host can do about a message that did not arrive. Null if its status says it all. */
export function causeWords(cause: Cause): string | null {
  return cause === null || cause === "not_sent" ? null : t(`cause-${cause}`);
}

/**
 * Says why a message was not sent or did not arrive and what to do, with the reply of the server. Null if its status says
 * it all.
 */
export function deliveryProblem({ cause, reason }: { cause: Cause; reason: string | null }): string | null {
  // The status says that there is no address.
  if (reason === "no_email" || reason === "no_phone") return null;
  if (isUnsentReason(reason)) return unsentWords(reason);
  const words = causeWords(cause);
  const detail = reason === null || CODE.test(reason) ? null : reason;
  if (words === null || detail === null) return words ?? detail;
  return `${words} ${t("server-said", { reply: detail })}`;
}
