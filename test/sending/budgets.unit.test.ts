import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { isUnknownRecipient } from "../../src/kernel/delivery-outcome.ts";
import { mayInviteAgainAt, pauseReason, secondsUntilOutOfWindow } from "../../src/sending/budgets.ts";

const NOW = 1_000 * DAY_MS;

describe("mayInviteAgainAt", () => {
  it.each([
    ["at once, when it never was", [], null],
    ["an hour after the last time", [NOW - 20 * MINUTE_MS], NOW + 40 * MINUTE_MS],
    ["at once, when the hour is over", [NOW - HOUR_MS], null],
    ["a day after the first of five", [2, 4, 6, 8, 10].map((hours) => NOW - hours * HOUR_MS), NOW + 14 * HOUR_MS],
    ["at once, when the fifth was yesterday", [2, 4, 6, 8, 25].map((hours) => NOW - hours * HOUR_MS), null],
  ])("allows another invitation %s", (_, recent, expected) => {
    expect(mayInviteAgainAt(recent, NOW)).toBe(expected);
  });
});

describe("pauseReason", () => {
  it.each([
    [{ recipients: 200, bounced: 10, complained: 0 }, null],
    [{ recipients: 199, bounced: 10, complained: 0 }, "bounces"],
    [{ recipients: 50, bounced: 9, complained: 0 }, null],
    [{ recipients: 5_000, bounced: 251, complained: 0 }, "bounces"],
    [{ recipients: 200, bounced: 0, complained: 1 }, "complaints"],
    [{ recipients: 201, bounced: 0, complained: 1 }, null],
    [{ recipients: 401, bounced: 0, complained: 2 }, null],
    [{ recipients: 10, bounced: 0, complained: 1 }, null],
    [{ recipients: 10, bounced: 0, complained: 2 }, "complaints"],
  ])("returns for %j: %s", (record, expected) => {
    expect(pauseReason(record)).toBe(expected);
  });
});

it("returns the time until the oldest hour leaves the window", () => {
  expect(secondsUntilOutOfWindow(0, 23 * HOUR_MS + 30 * MINUTE_MS)).toBe(1_800);
});

it.each([
  ["550 5.1.1 no such user", true],
  ["550 no such user here", true],
  ["553 mailbox name not allowed", true],
  ["550 5.7.1 your network is on our list", false],
  ["552 5.2.2 mailbox full", false],
  ["554 rejected as spam", false],
  [null, false],
])("returns %s for an unknown recipient in the reply: %s", (reply, expected) => {
  expect(isUnknownRecipient(reply)).toBe(expected);
});
