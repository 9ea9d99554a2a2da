export interface Sms {
  /** The row of `PURPOSES` by which it is sent, for the log. */
  purpose: string;
  /** E.164, `+4915112345678`. */
  to: string;
  /** Plain text; carriers split above 160 GSM-7 or 70 UCS-2 characters. */
  body: string;
  /** Unique per message and recipient, the same for every attempt; for providers that take such a key. */
  idempotencyKey: string;
  /** Absolute https URL to which the provider reports the delivery status. */
  statusCallbackUrl?: string;
}

/** The outcome of one attempt, as `MailOutcome`. */
export type SmsOutcome =
  | { status: "sent"; providerMessageId: string | null }
  /** `hasOptedOut`: the recipient has told the provider to stop. */
  | { status: "refused"; reason: string; hasOptedOut?: true }
  | { status: "retry"; reason: string; retryAfterSeconds?: number; inDoubt?: true };

/** A way to send text messages. Expected failures are outcomes, not exceptions. */
export interface SmsBackend {
  readonly name: "twilio" | "log";
  send(sms: Sms): Promise<SmsOutcome>;
}

const E164 = /^\+[1-9]\d{6,14}$/;

/** Twilio's longest body; other providers are not more generous. */
const BODY_MAX_CHARS = 1_600;

/** @returns the refusal, or null when the message can be sent */
export function refuseUnsendable(sms: Sms): SmsOutcome | null {
  if (!E164.test(sms.to)) return { status: "refused", reason: "not sent: the number is not E.164" };
  if (sms.body.trim() === "") return { status: "refused", reason: "not sent: empty message" };
  if (sms.body.length > BODY_MAX_CHARS) return { status: "refused", reason: "not sent: message too long" };
  return null;
}
