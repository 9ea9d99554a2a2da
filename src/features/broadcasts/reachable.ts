import { isEnabled } from "../../platform/flags/is-enabled.ts";
import type { RequestContext } from "../../request-context.ts";
import { issueMissing } from "../invitations/issue-missing.ts";
import type { Findings } from "./findings.ts";
import type { Reachable } from "./letter.ts";
import type { Head, RecipientRow } from "./queries.ts";
import { standingOf } from "./standing.ts";

/**
 * Those of a batch who are to be written to, each with a link: who has none gets one, because a message that asks for
 * an answer is of no use without. Why the others are not is noted.
 */
export async function findReachable(
  ctx: RequestContext,
  head: Head,
  recipients: readonly RecipientRow[],
  findings: Findings,
): Promise<Reachable[]> {
  const isOff = head.message.channel === "sms" && !(await isEnabled(ctx, "sms", head.event.hostId));
  const open: (RecipientRow & { address: string })[] = [];
  for (const recipient of recipients) {
    if (findings.has(recipient.guestId)) continue;
    const found = standingOf(head, recipient, isOff);
    if ("address" in found) open.push({ ...recipient, address: found.address });
    else findings.withhold(recipient.guestId, found.status, found.reason);
  }
  const without = open.filter(({ tokenId }) => tokenId === null).map(({ guestId }) => guestId);
  const issued = await issueMissing(ctx, head.event.id, without);
  return open.flatMap((recipient) => {
    const tokenId = recipient.tokenId ?? issued.get(recipient.guestId);
    // Without: the guest was deleted just now, and the delivery with the guest.
    return tokenId === undefined ? [] : [{ ...recipient, tokenId }];
  });
}
