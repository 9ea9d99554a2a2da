import { refuseUnsendable, type SmsBackend } from "./sms.ts";

/**
 * Stands in where no SMS provider is configured: tells that a text would have gone out, without number or content.
 * @param write receives one structured line; `console.info` by default.
 */
export function logBackend(write: (line: string) => void = console.info): SmsBackend {
  return {
    name: "log",
    async send(sms) {
      const refusal = refuseUnsendable(sms);
      if (refusal !== null) return refusal;
      write(JSON.stringify({ sms: "not sent, no provider configured", body_chars: sms.body.length }));
      return { status: "sent", providerMessageId: null };
    },
  };
}
