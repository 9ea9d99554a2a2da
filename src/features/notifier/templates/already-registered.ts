import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { greeting } from "./wording.ts";

export interface AlreadyRegisteredProps {
  /** The name of the existing account, not the one of the sign-up. */
  name: string;
  loginUrl: string;
  forgotPasswordUrl: string;
}

/** Sent for a sign-up with a taken address: the API must not reveal that to the client. */
export function alreadyRegistered({ name, loginUrl, forgotPasswordUrl }: AlreadyRegisteredProps): RenderedMail {
  return renderMail({
    subject: "You already have an account",
    preheader: "Someone tried to sign up with your email address.",
    brand: null,
    heading: "You already have an account",
    blocks: [
      greeting(name),
      {
        kind: "paragraph",
        text: "You, or someone else, just tried to sign up with this email address. You already have an account, so we didn't create another.",
      },
      { kind: "button", label: "Sign in", href: loginUrl },
      { kind: "links", lead: "Forgot your password?", links: [{ label: "Reset it", href: forgotPasswordUrl }] },
      { kind: "note", text: "If this wasn't you, there's nothing to do: nothing about your account has changed." },
    ],
    reason: "You're receiving this because someone signed up for Usher with this email address.",
  });
}
