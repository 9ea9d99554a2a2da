import { type MailBackend, sessionOf } from "./mail.ts";
import { refuseUnsafe } from "./refuse-unsafe.ts";

/**
 * Used where no mail service is configured: logs that a mail would have been sent, without recipient and content.
 * @param write receives one line of JSON
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
