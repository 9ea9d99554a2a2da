import { element } from "./element.ts";
import type { Session } from "./session.ts";

/** Calls back as soon as the host is signed in; shows the page's sign-in form until then. */
export function whenSignedIn(session: Session, onOpen: () => void): void {
  const section = element("sign-in", HTMLElement);
  if (session.isOpen) {
    section.hidden = true;
    onOpen();
    return;
  }
  section.hidden = false;
  const form = element("sign-in-form", HTMLFormElement);
  const error = element("sign-in-error", HTMLElement);
  const button = form.querySelector("button");
  form.onsubmit = async (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    button?.toggleAttribute("disabled", true);
    const message = await session.signIn(String(fields.get("email")), String(fields.get("password")));
    button?.toggleAttribute("disabled", false);
    error.textContent = message ?? "";
    error.hidden = message === null;
    if (message !== null) return;
    form.reset();
    section.hidden = true;
    onOpen();
  };
}
