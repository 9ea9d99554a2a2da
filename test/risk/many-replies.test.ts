import { describe, expect, it } from "vitest";
import { freshAddress, signedInHost } from "../support/account.ts";
import { answerTo, setColumns } from "../support/challenges.ts";
import { guestBrowser, YES } from "../support/devices.ts";
import { makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest, editRequest, LAPTOP, openRequest, PHONE } from "../support/guest-requests.ts";
import { rounds } from "../support/rounds.ts";

async function party(size: number) {
  const host = await signedInHost();
  return makeEventFixture(host.id, size);
}

const PHONES = [
  PHONE,
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
];

describe("many honest guests on one network, at the defaults", () => {
  it.each([
    ["employees behind one address, with the same browser", () => LAPTOP],
    ["guests of one carrier, with different phones", (index: number) => PHONES[index % PHONES.length]],
  ])("lets %s open their pages and reply", { tags: "rounds" }, async (_, agentOf) => {
    const { guests } = await party(rounds(60));
    const address = freshAddress();
    for (const [index, { token }] of guests.entries()) {
      const browser = guestBrowser(agentOf(index), address);
      expect((await browser.visit(token)).status).toBe(200);
      const answered = await browser.visit(token, YES);
      expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining("Your door pass")]);
    }
  });

  it("lets a plain client reply for many guests, read the invitations and change the RSVPs", {
    tags: "rounds",
  }, async () => {
    const { guests } = await party(rounds(60));
    const client = { "User-Agent": "curl/8.9.1", "CF-Connecting-IP": freshAddress() };
    for (const { token } of guests) {
      expect((await answerTo(answerRequest(token, { plus_ones: 0 }, client))).status).toBe(201);
    }
    for (const { token } of guests.slice(0, rounds(20))) {
      expect((await answerTo(openRequest(token, client))).status).toBe(200);
      expect((await answerTo(editRequest(token, { response: "declined" }, client))).status).toBe(200);
    }
  });

  it('asks a plain client for a code at `step_up_from: "high"`', async () => {
    const { eventId, guests } = await party(6);
    await setColumns("events", eventId, { step_up_from: "high" });
    const client = { "User-Agent": "curl/8.9.1", "CF-Connecting-IP": freshAddress() };
    const errors = [];
    for (const { token } of guests) errors.push((await answerTo(answerRequest(token, {}, client))).body.error);
    expect(errors).toContain("challenge_required");
  });
});
