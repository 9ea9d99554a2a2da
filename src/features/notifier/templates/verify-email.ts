import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { duration, greeting } from "./wording.ts";

export interface VerifyEmailProps {
  verifyUrl: string;
  validMinutes: number;
}

/** Has the link that verifies the address of a new account. */
export function verifyEmail({ verifyUrl, validMinutes }: VerifyEmailProps): RenderedMail {
  return renderMail({
    subject: "Confirm your email address",
    preheader: "One click, and your account is ready.",
    brand: null,
    heading: "Confirm your email address",
    blocks: [
      greeting(""),
      {
        kind: "paragraph",
        text: "Welcome to Usher! Please confirm that this email address is yours, and your account is ready.",
      },
      { kind: "button", label: "Confirm email", href: verifyUrl },
      { kind: "note", text: `The link works once and expires in ${duration(validMinutes)}.` },
      { kind: "note", text: "If you didn't sign up, you can ignore this email: nothing happens unless you click." },
    ],
    reason: "You're receiving this because someone signed up for Usher with this email address.",
  });
}
