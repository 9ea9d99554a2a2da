import { createHmac } from "node:crypto";
import type { Body, Sign } from "./request.ts";

type TextBody = Extract<Body, { kind: "bytes" }>;

/** Secrets with which the fuzz runs configure the providers' webhooks. */
export const WEBHOOK_SECRETS = {
  stripe: "whsec_fuzz",
  resend: `whsec_${Buffer.from("a secret that only the fuzz run knows").toString("base64")}`,
  twilio: "twilio-token-of-the-fuzz-run",
};

/** Stripe's scheme: time stamp, and HMAC-SHA256 over time stamp and body. */
export function signAsStripe(secret: string): Sign {
  return ({ body }) => {
    const time = nowInSeconds();
    return [["stripe-signature", `t=${time},v1=${hmac("sha256", secret, `${time}.`, body).toString("hex")}`]];
  };
}

/** The Svix scheme, which Resend uses: HMAC-SHA256 over id, time stamp and body. */
export function signAsResend(secret: string): Sign {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return ({ body }) => {
    const [id, time] = [`msg_${crypto.randomUUID()}`, nowInSeconds()];
    const signature = hmac("sha256", key, `${id}.${time}.`, body).toString("base64");
    return [
      ["svix-id", id],
      ["svix-timestamp", time],
      ["svix-signature", `v1,${signature}`],
    ];
  };
}

/** Twilio's scheme: HMAC-SHA1 over the address and the fields of the form, sorted. */
export function signAsTwilio(secret: string, publicUrl: string): Sign {
  return ({ target, body }) => {
    const form = [...new URLSearchParams(new TextDecoder().decode(body))].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    const text = `${publicUrl}${target}${form.map(([name, value]) => name + value).join("")}`;
    return [["x-twilio-signature", hmac("sha1", secret, text, new Uint8Array()).toString("base64")]];
  };
}

/** A call of Stripe's webhook about a subscription. */
export function stripeReport(type: string, subscription: object): Body {
  const report = { id: `evt_${crypto.randomUUID()}`, object: "event", type, created: Number(nowInSeconds()) };
  return textBody(JSON.stringify({ ...report, data: { object: subscription } }), "application/json");
}

/** A call of the hosted mail API's webhook. */
export function mailReport(type: string, address: string): TextBody {
  const data = { email_id: "e1", to: [address], bounce: { type: "Permanent", subType: "General" } };
  return textBody(JSON.stringify({ type, data }), "application/json");
}

/** A call of the SMS provider's webhook. */
export function smsReport(status: string): Body {
  const form = new URLSearchParams({ MessageSid: "SM1", MessageStatus: status, ErrorCode: "30003" });
  return textBody(form.toString(), "application/x-www-form-urlencoded");
}

/** A reply to a text message. */
export function inboundSms(text: string): Body {
  const form = new URLSearchParams({
    MessageSid: crypto.randomUUID(),
    From: "+4915112345678",
    To: "+15005550006",
    Body: text,
  });
  return textBody(form.toString(), "application/x-www-form-urlencoded");
}

function textBody(text: string, type: string): TextBody {
  return { kind: "bytes", type, bytes: Buffer.from(text) };
}

function nowInSeconds(): string {
  return String(Math.floor(Date.now() / 1000));
}

function hmac(algorithm: string, secret: string | Buffer, prefix: string, body: Uint8Array): Buffer {
  return createHmac(algorithm, secret).update(prefix).update(body).digest();
}
