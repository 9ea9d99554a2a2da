import { describe, expect, it } from "vitest";
import { verifySvixSignature } from "../../src/kernel/svix-signature.ts";
import { verifyTwilioSignature } from "../../src/kernel/twilio-signature.ts";
import { PROTOTYPE_NAMES, withPrototypeNames } from "../../testkit/fuzz/prototype-names.ts";
import { type Body, type Draft, type Sign, toWire, type WireRequest } from "../../testkit/fuzz/request.ts";
import {
  mailReport,
  signAsResend,
  signAsTwilio,
  smsReport,
  stripeReport,
  WEBHOOK_SECRETS,
} from "../../testkit/fuzz/webhooks.ts";

function draftOf(body: Body, sign?: Sign): Draft {
  const operation = {
    id: "webhook",
    method: "POST",
    path: "/webhooks/x",
    isGuarded: false,
    parameters: [],
    pattern: /x/,
    body: {},
    answers: {},
  };
  const draft = { operation, path: {}, query: [], headers: [], body, secrets: [], isSpent: false, colleagues: [] };
  return sign === undefined ? draft : { ...draft, sign };
}

const textOf = ({ body }: WireRequest): string => new TextDecoder().decode(body ?? new Uint8Array());
const headerOf = ({ headers }: WireRequest, name: string) => headers.find(([key]) => key === name)?.[1] ?? null;

describe("fuzz run of provider webhooks", () => {
  it.each([
    [
      "a payment report",
      stripeReport("customer.subscription.updated", { id: "sub_1", items: { data: [{ price: { id: "p" } }] } }),
    ],
    ["a mail report", mailReport("email.bounced", "ada@example.com")],
  ])("puts inherited property names into each string of %s, and next to it", (_, body) => {
    const sent = withPrototypeNames(draftOf(body)).map((draft) => textOf(toWire(draft)));
    for (const name of PROTOTYPE_NAMES) {
      const values = sent.filter((text) => text.includes(`":"${name}"`) || text.includes(`["${name}"]`));
      const strings = textOf(toWire(draftOf(body))).match(/:"|\["/g) ?? [];
      expect(values.length).toBeGreaterThanOrEqual(strings.length);
      expect(sent.some((text) => text.includes(`"type":"${name}"`))).toBe(true);
      expect(sent.some((text) => text.includes(`"${name}":{"${name}":"${name}"}`))).toBe(true);
    }
  });

  it("puts inherited property names into each field of a text message report", () => {
    const sent = withPrototypeNames(draftOf(smsReport("delivered"))).map((draft) => textOf(toWire(draft)));
    for (const name of PROTOTYPE_NAMES) {
      expect(sent.some((text) => text.includes(`MessageStatus=${name}`))).toBe(true);
      expect(sent.some((text) => text.endsWith(`&${name}=${name}`))).toBe(true);
    }
  });

  it("signs webhooks as the providers do, so that the service accepts them", async () => {
    const [mail] = withPrototypeNames(
      draftOf(mailReport("email.bounced", "a@b.example"), signAsResend(WEBHOOK_SECRETS.resend)),
    );
    const wire = toWire(mail ?? draftOf({ kind: "none" }));
    const call = {
      id: headerOf(wire, "svix-id"),
      timestamp: headerOf(wire, "svix-timestamp"),
      signatures: headerOf(wire, "svix-signature"),
      body: textOf(wire),
    };
    expect(await verifySvixSignature(WEBHOOK_SECRETS.resend, call, Date.now())).toBe(true);

    const url = "https://usher.test";
    const text = toWire(draftOf(smsReport("failed"), signAsTwilio(WEBHOOK_SECRETS.twilio, url)));
    const report = {
      url: `${url}${text.target}`,
      form: new URLSearchParams(textOf(text)),
      signature: headerOf(text, "x-twilio-signature"),
    };
    expect(await verifyTwilioSignature(WEBHOOK_SECRETS.twilio, report)).toBe(true);
  });
});
