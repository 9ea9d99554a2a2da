import type { Mail, MailBackend, MailSession } from "./mail.ts";

/**
 * Kinds of emails that a person writes for these recipients. All others are generated, also when a person asked for
 * them or changed their text.
 */
const WRITTEN_BY_A_PERSON: ReadonlySet<string> = new Set(["broadcast"]);

/**
 * Marks generated emails as `Auto-Submitted: auto-generated` (RFC 3834 §5), so that mailboxes send no out-of-office
 * reply to the host. A host's own message has no such header: by RFC 3834, it must not be marked, and its
 * `List-Unsubscribe` already stops automatic replies.
 */
export function withAutoSubmitted(backend: MailBackend): MailBackend {
  return {
    name: backend.name,
    send: (mail) => backend.send(marked(mail)),
    session(): MailSession {
      const session = backend.session();
      return { send: (mail) => session.send(marked(mail)), close: () => session.close() };
    },
  };
}

function marked(mail: Mail): Mail {
  if (mail.kind !== undefined && WRITTEN_BY_A_PERSON.has(mail.kind)) return mail;
  return { ...mail, headers: { ...mail.headers, "Auto-Submitted": "auto-generated" } };
}
