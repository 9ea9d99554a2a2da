import { type MailBackend, sessionOf } from "./mail.ts";
import { refuseUnsafe } from "./refuse-unsafe.ts";

/** Emails whose link is the only access to an account: the operator takes the link from the log. */
const LINKED = new Set(["verify_email", "reset_password", "account_locked", "change_email"]);
const LINK = /https?:\/\/[^\s<>"]+[?&]token=[^\s<>"]+/;

/**
 * The backend without a mail service: logs that an email would have been sent, without recipient and content. The line
 * contains the link of an account email, because no email delivers it. Anyone who reads the log of such an installation
 * can take over its accounts.
 * @param write receives one line of JSON
 */
export function logBackend(write: (line: string) => void = console.info): MailBackend {
  const send: MailBackend["send"] = async (mail) => {
    const refusal = refuseUnsafe(mail);
    if (refusal !== null) return refusal;
    const facts = {
      mail: "not sent, no backend configured",
      kind: mail.kind ?? "unknown",
      purpose: mail.purpose,
      text_chars: mail.text.length,
      attachments: mail.attachments?.length ?? 0,
      ...(LINKED.has(mail.kind ?? "") ? { link: LINK.exec(mail.text)?.[0] } : {}),
    };
    write(JSON.stringify(facts));
    return { status: "sent", providerMessageId: null };
  };
  return { name: "log", send, session: () => sessionOf(send) };
}
