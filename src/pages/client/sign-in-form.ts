import { element } from "./element.ts";
import { hasPasskeys } from "./passkey.ts";
import type { Session, SignInResult } from "./session.ts";
import { typedFactor } from "./typed-factor.ts";

/** Calls back as soon as the host is signed in; shows the page's sign-in form until then. */
export function whenSignedIn(session: Session, onOpen: () => void): void {
  const section = element("sign-in", HTMLElement);
  if (session.isOpen) {
    section.hidden = true;
    onOpen();
    return;
  }
  section.hidden = false;
  const password = element("sign-in-form", HTMLFormElement);
  const factor = element("factor-form", HTMLFormElement);
  const passkey = element("sign-in-passkey", HTMLButtonElement);
  const error = element("sign-in-error", HTMLElement);
  let factorToken = "";

  const showStep = (step: "password" | "factor") => {
    password.hidden = step !== "password";
    factor.hidden = step !== "factor";
    passkey.hidden = step !== "password" || !hasPasskeys();
    factor.reset();
    if (step === "factor") element("factor-code", HTMLInputElement).focus();
  };
  const run = async (form: HTMLElement, step: Promise<SignInResult>) => {
    const buttons = form instanceof HTMLButtonElement ? [form] : [...form.querySelectorAll("button")];
    for (const button of buttons) button.disabled = true;
    const result = await step;
    for (const button of buttons) button.disabled = false;
    error.textContent = result.status === "refused" ? result.message : "";
    error.hidden = result.status !== "refused";
    if (result.status === "refused") return;
    if (result.status === "needs_factor") {
      ({ factorToken } = result);
      return showStep("factor");
    }
    password.reset();
    section.hidden = true;
    onOpen();
  };

  showStep("password");
  password.onsubmit = (event) => {
    event.preventDefault();
    const fields = new FormData(password);
    void run(password, session.signIn(String(fields.get("email")), String(fields.get("password"))));
  };
  factor.onsubmit = (event) => {
    event.preventDefault();
    const code = String(new FormData(factor).get("code"));
    void run(factor, session.completeSignIn(factorToken, typedFactor(code)));
  };
  passkey.onclick = () => void run(passkey, session.signInWithPasskey());
  element("factor-back", HTMLButtonElement).onclick = () => {
    error.hidden = true;
    showStep("password");
  };
}
