/** One text message to one phone. */
export interface Sms {
  /** E.164, `+4915112345678`. */
  to: string;
  /** Plain text; carriers split above 160 GSM-7 or 70 UCS-2 characters. */
  body: string;
  /** Unique per message and recipient, the same on every try; for logs where the provider takes no such key. */
  idempotencyKey: string;
  /** Where the provider reports delivery, an absolute https URL. */
  statusCallbackUrl?: string;
}

/** What became of one try; the same meaning as a mail's outcome. */
export type SmsOutcome =
  | { status: "sent"; providerMessageId: string | null }
  | { status: "refused"; reason: string }
  | { status: "retry"; reason: string; retryAfterSeconds?: number; inDoubt?: true };

/** One way of getting text messages out. Expected failures are outcomes, never exceptions. */
export interface SmsBackend {
  readonly name: "twilio" | "log";
  send(sms: Sms): Promise<SmsOutcome>;
}

const E164 = /^\+[1-9]\d{6,14}$/;

/** Twilio's longest body; other providers are not more generous. */
const BODY_MAX_CHARS = 1_600;

/** The last gate before a text leaves. @returns the refusal, or null when it may go. */
export function refuseUnsendable(sms: Sms): SmsOutcome | null {
  if (!E164.test(sms.to)) return { status: "refused", reason: "not sent: the number is not E.164" };
  if (sms.body.trim() === "") return { status: "refused", reason: "not sent: empty message" };
  if (sms.body.length > BODY_MAX_CHARS) return { status: "refused", reason: "not sent: message too long" };
  return null;
}
