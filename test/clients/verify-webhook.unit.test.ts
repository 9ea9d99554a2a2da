import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "../../clients/typescript/src/package.ts";

/** The known vector of the reference implementations of Standard Webhooks. */
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const BODY = '{"test": 2432232314}';
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const TIMESTAMP = 1_614_265_330;
const HEADERS = {
  "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
  "webhook-timestamp": String(TIMESTAMP),
  "webhook-signature": SIGNATURE,
};

describe("verifyWebhook", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: TIMESTAMP * 1_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("returns the payload of the reference example", async () => {
    expect(await verifyWebhook(SECRET, HEADERS, BODY)).toEqual({ test: 2_432_232_314 });
    expect(await verifyWebhook(SECRET.slice("whsec_".length), new Headers(HEADERS), BODY)).toEqual(expect.anything());
  });

  it("accepts one valid signature of several, and headers in any case", async () => {
    const signatures = `v1a,AAAA v1,AAAA ${SIGNATURE}`;
    const headers = { ...HEADERS, "webhook-signature": undefined, "Webhook-Signature": signatures };
    const { "webhook-signature": _, ...sent } = headers;
    expect(await verifyWebhook(SECRET, sent, BODY)).toEqual(expect.anything());
  });

  it.each([
    ["another body", HEADERS, '{"test": 2432232315}'],
    ["another id", { ...HEADERS, "webhook-id": "msg_other" }, BODY],
    ["another time", { ...HEADERS, "webhook-timestamp": String(TIMESTAMP + 1) }, BODY],
    ["another version of the signature", { ...HEADERS, "webhook-signature": SIGNATURE.replace("v1", "v2") }, BODY],
    ["no signature", { ...HEADERS, "webhook-signature": undefined }, BODY],
    ["a signature that is no base64", { ...HEADERS, "webhook-signature": "v1,%%%" }, BODY],
    ["a time that is no number", { ...HEADERS, "webhook-timestamp": "now" }, BODY],
  ])("rejects a webhook with %s", async (_, headers, body) => {
    await expect(verifyWebhook(SECRET, headers, body)).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  it("rejects a webhook more than five minutes before or after its time", async () => {
    for (const [seconds, verifies] of [
      [-301, false],
      [-300, true],
      [300, true],
      [301, false],
    ] as const) {
      vi.setSystemTime((TIMESTAMP + seconds) * 1_000);
      const verified = verifyWebhook(SECRET, HEADERS, BODY).then(
        () => true,
        () => false,
      );
      expect(await verified).toBe(verifies);
    }
  });
});
