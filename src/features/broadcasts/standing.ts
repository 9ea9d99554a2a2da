import type { Head, RecipientRow, Settled } from "./queries.ts";

/** Why a recipient is not written to. */
type Refusal = Pick<Settled, "status"> & { reason: string };

/**
 * Whether a recipient may still be written to when the turn comes, and under which address: much can change between
 * the claim and then.
 * @param isOff the kill switch of the channel
 */
export function standingOf(head: Head, recipient: RecipientRow, isOff: boolean): { address: string } | Refusal {
  const isText = head.message.channel === "sms";
  if (head.event.deletedAt !== null) return { status: "suppressed", reason: "event_closed" };
  if (isText && isOff) return { status: "failed", reason: "sms_disabled" };
  const address = isText ? recipient.phone : recipient.email;
  if (address === null) return { status: "unreachable", reason: isText ? "no_phone" : "no_email" };
  if (!isText && recipient.suppression !== null) return { status: "suppressed", reason: recipient.suppression };
  return { address };
}
