import { refuseUnsendable, type SmsBackend } from "./sms.ts";

/**
 * Used where no SMS provider is configured: logs that a text would have been sent, without number and content.
 * @param write receives one line of JSON
 */
export function logBackend(write: (line: string) => void = console.info): SmsBackend {
  return {
    name: "log",
    async send(sms) {
      const refusal = refuseUnsendable(sms);
      if (refusal !== null) return refusal;
      const { purpose, body } = sms;
      write(JSON.stringify({ sms: "not sent, no provider configured", purpose, body_chars: body.length }));
      return { status: "sent", providerMessageId: null };
    },
  };
}
