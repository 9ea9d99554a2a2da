import { type MailBackend, sessionOf } from "./mail.ts";
import { refuseUnsafe } from "./refuse-unsafe.ts";

/**
 * Stands in where no mail service is configured: tells that a mail would have gone out and nothing about whom to or
 * what about, because logs are kept and shared.
 * @param write receives one structured line; `console.info` by default.
 */
export function logBackend(write: (line: string) => void = console.info): MailBackend {
  const send: MailBackend["send"] = async (mail) => {
    const refusal = refuseUnsafe(mail);
    if (refusal !== null) return refusal;
    const facts = {
      mail: "not sent, no backend configured",
      kind: mail.kind ?? "unknown",
      text_chars: mail.text.length,
      attachments: mail.attachments?.length ?? 0,
    };
    write(JSON.stringify(facts));
    return { status: "sent", providerMessageId: null };
  };
  return { name: "log", send, session: () => sessionOf(send) };
}
