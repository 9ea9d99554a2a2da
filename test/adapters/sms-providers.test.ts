import { describe, expect, it } from "vitest";
import { logBackend } from "../../src/adapters/sms/log.ts";
import { pickSmsBackend } from "../../src/adapters/sms/pick.ts";
import { providerBackend } from "../../src/adapters/sms/provider.ts";
import { setMailFaults } from "../support/mailbox.ts";
import { catcherUrl, textsTo } from "./mail-servers.ts";

describe("text messages through Twilio", () => {
  const sms = (to: string) => ({
    purpose: "host",
    to,
    body: "Zoë 🎉 & <you>: https://usher.test/i/x?a=1&b=2",
    idempotencyKey: "k",
    statusCallbackUrl: "https://usher.test/webhooks/sms-status",
  });

  it("sends the fields that the provider documents", async () => {
    const to = freshNumber();
    const outcome = await providerBackend(config()).send(sms(to));
    expect(outcome).toEqual({ status: "sent", providerMessageId: expect.stringMatching(/^SM[0-9a-f]{32}$/) });
    const { body, statusCallbackUrl } = sms(to);
    expect(await textsTo(to)).toMatchObject([{ to, from: config().from, body, status_callback: statusCallbackUrl }]);
  });

  it("returns refused, retry or in doubt, without the number in the reason", async () => {
    const [gone, busy, lost] = [freshNumber(), freshNumber(), freshNumber()];
    await setMailFaults({ only_to: gone, refuse: [gone] });
    await setMailFaults({ only_to: busy, defer: [busy] });
    await setMailFaults({ only_to: lost, drop_every: 1 });
    const backend = providerBackend(config());
    expect(await backend.send(sms(gone))).toEqual({
      status: "refused",
      reason: "400 21610 Attempt to send to unsubscribed recipient (number)",
      hasOptedOut: true,
    });
    expect(await backend.send(sms(busy))).toMatchObject({ status: "retry", retryAfterSeconds: 7 });
    expect(await backend.send(sms(lost))).toMatchObject({ status: "retry", inDoubt: true });
    const wrong = await providerBackend({ ...config(), accountSid: "ACother", authToken: "" }).send(sms(gone));
    expect(wrong).toEqual({ status: "retry", reason: "401 20003 Authenticate" });
  });

  it("refuses a malformed number, an empty and a too long text", async () => {
    for (const changes of [
      { to: "0151 1234" },
      { to: "+49151\r\n1234567" },
      { body: " " },
      { body: "x".repeat(1_601) },
    ]) {
      const outcome = await providerBackend(config()).send({ ...sms(freshNumber()), ...changes });
      expect(outcome).toMatchObject({ status: "refused", reason: expect.stringMatching(/^not sent: /) });
    }
  });
});

describe("text messages without a provider", () => {
  it("logs a text message without recipient and content", async () => {
    const lines: string[] = [];
    const text = { purpose: "asked", to: "+491511234567", body: "secret words", idempotencyKey: "k" };
    expect(await logBackend((line) => lines.push(line)).send(text)).toMatchObject({ status: "sent" });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { sms: expect.any(String), purpose: "asked", body_chars: 12 },
    ]);
    expect(pickSmsBackend({}).name).toBe("log");
    expect(pickSmsBackend({ twilio: config() }).name).toBe("twilio");
  });
});

function config() {
  return { accountSid: "ACtest", authToken: "secret", from: "+15005550006", apiBase: catcherUrl("/twilio") };
}

function freshNumber(): string {
  return `+1500${String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).padStart(10, "0")}`;
}
