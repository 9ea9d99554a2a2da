import { describe, expect, it } from "vitest";
import { verifySvixSignature } from "../../src/kernel/svix-signature.ts";
import { verifyTwilioSignature } from "../../src/kernel/twilio-signature.ts";

describe("verifySvixSignature", () => {
  // The worked example of https://docs.svix.com/receiving/verifying-payloads/how-manual
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
  const request = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: "1614265330",
    signatures: signature,
    body: '{"test": 2432232314}',
  };
  const at = 1_614_265_330_000;

  it("accepts the documented example, even among other signatures during a key rotation", async () => {
    expect(await verifySvixSignature(secret, request, at)).toBe(true);
    const rotated = { ...request, signatures: `v1,AAAA ${signature} v2,x` };
    expect(await verifySvixSignature(secret, rotated, at)).toBe(true);
  });

  it.each([
    ["another body", { body: '{"test": 2432232315}' }],
    ["another id", { id: "msg_other" }],
    ["another time", { timestamp: "1614265331" }],
    ["another version", { signatures: signature.replace("v1,", "v2,") }],
    ["garbage", { signatures: "v1,%%% v1, ,," }],
    ["no id", { id: null }],
    ["no time", { timestamp: null }],
    ["no signature", { signatures: null }],
    ["a time that is no number", { timestamp: "1e9" }],
  ])("rejects %s", async (_, changes) => {
    expect(await verifySvixSignature(secret, { ...request, ...changes }, at)).toBe(false);
  });

  it("rejects another secret and an invalid one", async () => {
    expect(await verifySvixSignature("whsec_AAAA", request, at)).toBe(false);
    expect(await verifySvixSignature("whsec_", request, at)).toBe(false);
    expect(await verifySvixSignature("whsec_%%", request, at)).toBe(false);
  });

  it("accepts signatures for five minutes before and after their time", async () => {
    const minutes = (count: number) => at + count * 60_000;
    expect(await verifySvixSignature(secret, request, minutes(5))).toBe(true);
    expect(await verifySvixSignature(secret, request, minutes(-5))).toBe(true);
    expect(await verifySvixSignature(secret, request, minutes(5) + 1_000)).toBe(false);
    expect(await verifySvixSignature(secret, request, minutes(-5) - 1_000)).toBe(false);
  });
});

describe("verifyTwilioSignature", () => {
  // The worked example of https://www.twilio.com/docs/usage/security
  const token = "12345";
  const fields = {
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675309",
    Digits: "1234",
    From: "+14158675309",
    To: "+18005551212",
  };
  const request = {
    url: "https://mycompany.com/myapp.php?foo=1&bar=2",
    form: new URLSearchParams(fields),
    signature: "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
  };

  it("accepts the documented example, in any order of fields", async () => {
    expect(await verifyTwilioSignature(token, request)).toBe(true);
    const form = new URLSearchParams(Object.entries(fields).reverse());
    expect(await verifyTwilioSignature(token, { ...request, form })).toBe(true);
  });

  it.each([
    ["another address", { url: "https://mycompany.com/myapp.php?foo=1&bar=3" }],
    ["another field", { form: new URLSearchParams({ ...fields, Digits: "1235" }) }],
    ["a field too many", { form: new URLSearchParams({ ...fields, Extra: "" }) }],
    ["another signature", { signature: "SSOYDt4T1cUTdK1PDd93/VVr8B8=" }],
    ["garbage", { signature: "%%%" }],
    ["no signature", { signature: null }],
  ])("rejects %s", async (_, changes) => {
    expect(await verifyTwilioSignature(token, { ...request, ...changes })).toBe(false);
  });

  it("rejects another token", async () => {
    expect(await verifyTwilioSignature("12346", request)).toBe(false);
  });
});
