import { refuseUnsendable, type Sms, type SmsBackend, type SmsOutcome } from "./sms.ts";

export interface SmsProviderConfig {
  accountSid: string;
  authToken: string;
  /** The sending number (E.164) or alphanumeric sender. */
  from: string;
  /** Without trailing slash, e.g. `https://api.twilio.com`. */
  apiBase: string;
}

const TIMEOUT_MS = 10_000;
const REASON_MAX = 300;

/**
 * Client errors about the account rather than the message: key, permission, rate, and Twilio's "From cannot send" family.
 * An operator can fix them while the queue retries.
 * https://www.twilio.com/docs/api/errors
 */
const RETRYABLE_STATUS = new Set([401, 403, 404, 409, 429]);
/** "Attempt to send to unsubscribed recipient": the number has replied STOP. */
const OPTED_OUT = 21610;
const RETRYABLE_CODES = new Set([21603, 21606, 21612, 21660, 21661]);

/**
 * Twilio's Messages resource: a form POST with basic authentication. It has no idempotency key, so the outcome of a request
 * whose response was lost is in doubt.
 * https://www.twilio.com/docs/messaging/api/message-resource
 */
export function providerBackend(config: SmsProviderConfig): SmsBackend {
  const url = `${config.apiBase}/2010-04-01/Accounts/${encodeURIComponent(config.accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${config.accountSid}:${config.authToken}`).toString("base64")}`;
  return {
    name: "twilio",
    async send(sms) {
      const refusal = refuseUnsendable(sms);
      if (refusal !== null) return refusal;
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
          body: formOf(sms, config.from).toString(),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        return outcomeOf(response, await response.text());
      } catch (error) {
        const reason = redactNumbers(error instanceof Error ? error.message : String(error));
        return { status: "retry", reason, inDoubt: true };
      }
    },
  };
}

function formOf(sms: Sms, from: string): URLSearchParams {
  const form = new URLSearchParams({ To: sms.to, From: from, Body: sms.body });
  if (sms.statusCallbackUrl !== undefined) form.set("StatusCallback", sms.statusCallbackUrl);
  return form;
}

function outcomeOf(response: Response, body: string): SmsOutcome {
  const { sid, code, message } = fieldsOf(body);
  if (response.ok) return { status: "sent", providerMessageId: sid };
  const reason = [response.status, code ?? "", redactNumbers(message)].filter(Boolean).join(" ");
  if (code === OPTED_OUT) return { status: "refused", reason, hasOptedOut: true };
  const retryable = RETRYABLE_STATUS.has(response.status) || (code !== null && RETRYABLE_CODES.has(code));
  if (response.status < 500 && !retryable) return { status: "refused", reason };
  const wait = Number(response.headers.get("retry-after"));
  return wait > 0 ? { status: "retry", reason, retryAfterSeconds: Math.ceil(wait) } : { status: "retry", reason };
}

function fieldsOf(body: string): { sid: string | null; code: number | null; message: string } {
  let json: unknown = null;
  try {
    json = JSON.parse(body);
  } catch {
    // Not JSON, such as a gateway's error page: the status is enough.
  }
  const { sid, code, message }: Record<string, unknown> = typeof json === "object" && json !== null ? { ...json } : {};
  return {
    sid: typeof sid === "string" ? sid : null,
    code: typeof code === "number" ? code : null,
    message: typeof message === "string" ? message : "",
  };
}

/** The provider's message without phone numbers. */
function redactNumbers(text: string): string {
  return text.replace(/\+?\d[\d\s().-]{6,}\d/g, "(number)").slice(0, REASON_MAX);
}
