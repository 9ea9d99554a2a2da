import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { duration, greeting } from "./wording.ts";

export interface ConfirmReplyToProps {
  /** Null for a name that may not be shown. */
  hostName: string | null;
  /** Null for a name that may not be shown. */
  eventName: string | null;
  confirmUrl: string;
  validMinutes: number;
}

/** Asks the owner of an address whether guests' replies may go there. */
export function confirmReplyTo({ hostName, eventName, confirmUrl, validMinutes }: ConfirmReplyToProps): RenderedMail {
  const host = hostName ?? "Somebody";
  return renderMail({
    subject: "Should guests' replies come to you?",
    preheader: `${host} entered this address for replies to invitations.`,
    brand: null,
    heading: "Should guests' replies come to you?",
    blocks: [
      greeting(""),
      {
        kind: "paragraph",
        text: [
          { strong: host },
          " wants guests of ",
          eventName === null ? "an event" : { strong: eventName },
          " to reach you at this address when they reply to an email. Is that OK?",
        ],
      },
      { kind: "button", label: "Yes, use this address", href: confirmUrl },
      { kind: "note", text: `The link works once and expires in ${duration(validMinutes)}.` },
      {
        kind: "note",
        text: "If you weren't expecting this, you can ignore this email: nothing happens unless you click.",
      },
    ],
    reason: `You're receiving this because ${host} entered this address for replies to their guests' emails.`,
  });
}
