import { isEnabled } from "../../platform/flags/is-enabled.ts";
import type { RequestContext } from "../../request-context.ts";
import { issueMissing } from "../invitations/issue-missing.ts";
import type { DeliveryResults } from "./attempt.ts";
import { noticeIn } from "./compose-notice.ts";
import type { Broadcast, DeliveryUpdate, RecipientRow } from "./delivery-queries.ts";

/** A recipient who can be written to. */
export interface Recipient extends RecipientRow {
  tokenId: string;
  /** An e-mail address or a phone number, by the message's channel. */
  address: string;
}

/** The change that a notice would tell was taken back while the notice was being sent. */
const TAKEN_BACK = { status: "suppressed", reason: "taken_back" } as const;

/**
 * The recipients of a batch who are to be written to, each with an address and a link; a guest without a link gets one.
 * The others are put into the results as skipped, with the reason.
 */
export async function resolveRecipients(
  ctx: RequestContext,
  broadcast: Broadcast,
  rows: readonly RecipientRow[],
  results: DeliveryResults,
): Promise<Recipient[]> {
  const isTakenBack = noticeIn(broadcast) === null;
  const smsDisabled = broadcast.message.channel === "sms" && !(await isEnabled(ctx, "sms", broadcast.event.hostId));
  const eligible: (RecipientRow & { address: string })[] = [];
  for (const row of rows) {
    if (results.has(row.guestId)) continue;
    const eligibility = isTakenBack ? TAKEN_BACK : recipientEligibility(broadcast, row, smsDisabled);
    if ("address" in eligibility) eligible.push({ ...row, address: eligibility.address });
    else results.skip(row.guestId, eligibility.status, eligibility.reason);
  }
  const withoutLink = eligible.filter(({ tokenId }) => tokenId === null).map(({ guestId }) => guestId);
  const issued = await issueMissing(ctx, broadcast.event.id, withoutLink);
  return eligible.flatMap((row) => {
    const tokenId = row.tokenId ?? issued.get(row.guestId);
    // None for a guest who was deleted just now, and the delivery with the guest.
    return tokenId === undefined ? [] : [{ ...row, tokenId }];
  });
}

/** Under which address a recipient may be written to now, or why not: much can change between the claim and the sending. */
function recipientEligibility(
  { message, event, isHostVerified }: Broadcast,
  recipient: RecipientRow,
  smsDisabled: boolean,
): { address: string } | (Pick<DeliveryUpdate, "status"> & { reason: string }) {
  const isSms = message.channel === "sms";
  if (event.deletedAt !== null) return { status: "suppressed", reason: "event_closed" };
  if (message.slug !== null && event.cancelledAt !== null) return { status: "suppressed", reason: "event_cancelled" };
  if (!isHostVerified) return { status: "failed", reason: "email_unverified" };
  if (isSms && smsDisabled) return { status: "failed", reason: "sms_disabled" };
  const address = isSms ? recipient.phone : recipient.email;
  if (address === null) return { status: "unreachable", reason: isSms ? "no_phone" : "no_email" };
  if (isSms && recipient.hasOptedOut) return { status: "suppressed", reason: "unsubscribed" };
  if (!isSms && recipient.suppression !== null) return { status: "suppressed", reason: recipient.suppression };
  return { address };
}
