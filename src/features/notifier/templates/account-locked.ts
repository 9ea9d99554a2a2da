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
    preheader: "Too many wrong passwords. Reset yours to unlock it.",
    brand: null,
    heading: "Your account is locked",
    blocks: [
      greeting(name),
      {
        kind: "paragraph",
        text: "There were too many tries with a wrong password, so we've locked your account to keep it safe. Reset your password to unlock it.",
      },
      { kind: "button", label: "Reset your password", href: resetUrl },
      {
        kind: "note",
        text: `The link works once and expires in ${duration(validMinutes)}. After that, you can ask for another one on the sign-in page.`,
      },
      {
        kind: "note",
        text: "If this wasn't you, don't worry: nobody got in. Choose a password that you don't use anywhere else.",
      },
    ],
    reason: "You're receiving this because your Usher account was locked.",
  });
}
