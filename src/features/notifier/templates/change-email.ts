import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { duration, greeting } from "./wording.ts";

export interface ChangeEmailProps {
  confirmUrl: string;
  validMinutes: number;
}

/** Goes to the new address of an account; has the link that proves it. */
export function changeEmail({ confirmUrl, validMinutes }: ChangeEmailProps): RenderedMail {
  return renderMail({
    subject: "Confirm your new email address",
    preheader: "One click, and it's the email of your account.",
    brand: null,
    heading: "Confirm your new email address",
    blocks: [
      greeting(""),
      {
        kind: "paragraph",
        text: "Someone signed in to Usher asked to use this address for their account. If that was you, please confirm it.",
      },
      { kind: "button", label: "Use this address", href: confirmUrl },
      {
        kind: "note",
        text: `The link works once and expires in ${duration(validMinutes)}. Nothing changes until you use it.`,
      },
      { kind: "note", text: "If this wasn't you, you can ignore this email: nothing happens unless you click." },
    ],
    reason: "You're receiving this because someone entered this address as the new one for their Usher account.",
  });
}
