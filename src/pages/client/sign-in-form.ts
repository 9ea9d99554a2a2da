import { element } from "./element.ts";
import type { Session } from "./session.ts";

/** Shows the page's sign-in form until somebody is signed in; then hides it and calls back. */
export function whenSignedIn(session: Session, onOpen: () => void): void {
  const section = element("sign-in", HTMLElement);
  if (session.isOpen) {
    section.hidden = true;
    onOpen();
    return;
  }
  section.hidden = false;
  const form = element("sign-in-form", HTMLFormElement);
  const trouble = element("sign-in-trouble", HTMLElement);
  const button = form.querySelector("button");
  form.onsubmit = async (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    button?.toggleAttribute("disabled", true);
    const refused = await session.signIn(String(fields.get("email")), String(fields.get("password")));
    button?.toggleAttribute("disabled", false);
    trouble.textContent = refused ?? "";
    trouble.hidden = refused === null;
    if (refused !== null) return;
    form.reset();
    section.hidden = true;
    onOpen();
  };
}
