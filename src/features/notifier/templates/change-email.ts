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
    preheader: "One click and your account uses it.",
    brand: null,
    heading: "Confirm your new email address",
    blocks: [
      greeting(""),
      {
        kind: "paragraph",
        text: "Somebody who is signed in to Usher asked to use this address for the account. If that was you, please confirm it.",
      },
      { kind: "button", label: "Use this address", href: confirmUrl },
      { kind: "note", text: `The link works once and for ${duration(validMinutes)}. Until then, nothing changes.` },
      { kind: "note", text: "If it was not you, ignore this mail: without your click nothing happens." },
    ],
    reason: "You receive this because somebody entered this address as the new one of an Usher account.",
  });
}
