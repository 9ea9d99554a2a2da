import { inject } from "vitest";
import type { CaughtText } from "../../scripts/mail-catcher/caught.ts";
import type { SmtpOptions } from "../../scripts/mail-catcher/smtp-listener.ts";
import type { Mail } from "../../src/adapters/mail/mail.ts";

/** The HTTP API of the mail catcher, with its doubles of the providers. */
export function catcherUrl(path: string): string {
  return `http://127.0.0.1:${inject("mailCatcher").httpPort}${path}`;
}

/** Opens one more SMTP port at the catcher, with other options. @returns `host:port` */
export async function openSmtp(options: SmtpOptions): Promise<string> {
  const response = await fetch(catcherUrl("/api/listeners"), { method: "POST", body: JSON.stringify(options) });
  const { smtp_port: port } = await response.json<{ smtp_port: number }>();
  return `127.0.0.1:${port}`;
}

/** The text messages that the SMS provider's double received for a number, newest first. */
export async function textsTo(number: string): Promise<CaughtText[]> {
  const response = await fetch(catcherUrl(`/api/texts?to=${encodeURIComponent(number)}`));
  return (await response.json<{ items: CaughtText[] }>()).items;
}

/**
 * Timeout for servers that reply, in milliseconds. Only a fault takes that long, on any machine: a name is looked up, and the
 * server greets, while other programs use the cores.
 */
export const PATIENT_MS = 60_000;

let count = 0;

/** A domain of only this test, so that faults and emails of other tests stay separate. */
export function freshDomain(): string {
  count += 1;
  return `${crypto.randomUUID().slice(0, 8)}-${count}.test`;
}

/** An email that uses every feature of a backend: not ASCII, an inline image, a calendar file, extra headers. */
export function sampleMail(to: string, changes: Partial<Mail> = {}): Mail {
  return {
    kind: "confirmation",
    purpose: "reply",
    shard: 3,
    to,
    subject: "Zoë 🎉 <script> kommt — und bringt noch drei weitere Gäste mit, wie schön",
    html: '<p>Grüße, Zoë 🎉 &lt;script&gt;</p><img src="cid:door-code@usher" alt="Door code">',
    text: "Grüße, Zoë 🎉 <script>\n.a line that starts with a dot\n",
    headers: {
      "List-Unsubscribe": `<https://usher.test/unsubscribe?token=${"a".repeat(120)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    attachments: [
      { filename: "door.png", contentType: "image/png", content: IMAGE, contentId: "door-code@usher" },
      { filename: "Zoë 🎉.ics", contentType: "text/calendar; charset=utf-8", method: "PUBLISH", content: CALENDAR },
    ],
    idempotencyKey: crypto.randomUUID(),
    ...changes,
  };
}

export const IMAGE: Uint8Array = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
export const CALENDAR = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:PUBLISH\r\nSUMMARY:Zoë 🎉\r\nEND:VCALENDAR\r\n";
