import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { duration, greeting } from "./wording.ts";

export interface ResetPasswordProps {
  name: string;
  resetUrl: string;
  validMinutes: number;
}

/** Has the link that sets a new password. */
export function resetPassword({ name, resetUrl, validMinutes }: ResetPasswordProps): RenderedMail {
  return renderMail({
    subject: "Choose a new password",
    preheader: `The link works once and for ${duration(validMinutes)}.`,
    brand: null,
    heading: "Choose a new password",
    blocks: [
      greeting(name),
      {
        kind: "paragraph",
        text: "You, or somebody who knows your address, asked to reset the password of your account.",
      },
      { kind: "button", label: "Choose a new password", href: resetUrl },
      {
        kind: "note",
        text: `The link works once and for ${duration(validMinutes)}. Afterwards you are signed out everywhere.`,
      },
      { kind: "note", text: "If it was not you, ignore this mail: your password stays as it is." },
    ],
    reason: "You receive this because a password reset was requested for your Usher account.",
  });
}
