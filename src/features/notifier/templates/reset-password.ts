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
    subject: "Reset your password",
    preheader: `The link works once and expires in ${duration(validMinutes)}.`,
    brand: null,
    heading: "Reset your password",
    blocks: [
      greeting(name),
      {
        kind: "paragraph",
        text: "You, or someone who knows your email address, asked to reset the password of your account.",
      },
      { kind: "button", label: "Reset your password", href: resetUrl },
      {
        kind: "note",
        text: `The link works once and expires in ${duration(validMinutes)}. You'll be signed out everywhere.`,
      },
      { kind: "note", text: "If this wasn't you, you can ignore this email: your password stays as it is." },
    ],
    reason: "You're receiving this because a password reset was requested for your Usher account.",
  });
}
