import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { duration, greeting } from "./wording.ts";

export interface AccountLockedProps {
  name: string;
  resetUrl: string;
  /** How long the link works. */
  validMinutes: number;
}

/** Sent when an account is locked after failed sign-ins; has the link that unlocks it. */
export function accountLocked({ name, resetUrl, validMinutes }: AccountLockedProps): RenderedMail {
  return renderMail({
    subject: "Your account is locked",
    preheader: "Too many wrong passwords. A new password opens it again.",
    brand: null,
    heading: "Your account is locked",
    blocks: [
      greeting(name),
      {
        kind: "paragraph",
        text: "There were too many sign-ins with a wrong password, so we locked your account. A new password opens it again.",
      },
      { kind: "button", label: "Choose a new password", href: resetUrl },
      {
        kind: "note",
        text: `The link works once and for ${duration(validMinutes)}. Later you can ask for another one on the sign-in page.`,
      },
      { kind: "note", text: "If it was not you: nobody got in. Choose a password that you use nowhere else." },
    ],
    reason: "You receive this because your Usher account was locked.",
  });
}
