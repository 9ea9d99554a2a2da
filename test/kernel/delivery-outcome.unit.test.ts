import { describe, expect, it } from "vitest";
import { causeOf, shownStatus } from "../../src/kernel/delivery-outcome.ts";

describe("causeOf", () => {
  it.each([
    ["failed", "550 5.1.1 no such user", "bounced", "unknown_address"],
    ["failed", "550 5.1.10 RESOLVER.ADR.RecipientNotFound", "bounced", "unknown_address"],
    ["failed", "550 no such mailbox here", "bounced", "unknown_address"],
    ["failed", "553 mailbox name not allowed", "bounced", "unknown_address"],
    ["bounced", "Permanent", "bounced", "unknown_address"],
    ["bounced", "Transient", "bounced", "temporary"],
    ["bounced", "Undetermined", "bounced", "rejected"],
    ["bounced", null, "bounced", "rejected"],
    ["failed", "552 5.2.2 mailbox full", "bounced", "mailbox_full"],
    ["failed", "550 over quota", "bounced", "mailbox_full"],
    ["failed", "550 5.7.1 rejected by policy", "bounced", "rejected"],
    ["failed", "550 blocked: see https://spamhaus.example", "bounced", "rejected"],
    ["failed", "554 5.7.1 spam", "bounced", "rejected"],
    ["failed", "550 5.1.8 sender address rejected", "bounced", "rejected"],
    ["failed", "451 4.7.1 try again later", "failed", "temporary"],
    ["failed", "gave_up", "failed", "not_sent"],
    ["failed", "sms_limit", "failed", "not_sent"],
    ["failed", null, "failed", "not_sent"],
    ["sent", null, "sent", null],
    ["suppressed", "unsubscribed", "suppressed", null],
    ["complained", null, "complained", null],
    ["pending", "451 busy", "pending", null],
  ])("says of %s with %j: %s, %s", (status, reason, shown, cause) => {
    expect([shownStatus(status, reason), causeOf(status, reason)]).toEqual([shown, cause]);
  });
});
