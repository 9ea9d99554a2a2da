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
    preheader: "Somebody tried to sign up with your address.",
    brand: null,
    heading: "You already have an account",
    blocks: [
      greeting(name),
      {
        kind: "paragraph",
        text: "You, or somebody else, just tried to sign up with this address. There is an account with it already, so none was made.",
      },
      { kind: "button", label: "Sign in", href: loginUrl },
      { kind: "links", lead: "Forgotten it", links: [{ label: "choose a new password", href: forgotPasswordUrl }] },
      { kind: "note", text: "If it was not you, there is nothing to do: your account is as it was." },
    ],
    reason: "You receive this because somebody signed up for Usher with this address.",
  });
}
