import type { ApiRefusal } from "../api.ts";
import { element, make } from "../element.ts";
import { drawCode } from "../qr-code.ts";
import { onSecondPress } from "./second-press.ts";
import type { StepUpDialog } from "./step-up-dialog.ts";

interface Totp {
  enabled: boolean;
  recovery_codes_left: number;
}
interface RecoveryCodes {
  recovery_codes: string[];
}

/** Characters of a secret between two spaces: four are typed at a time. */
const SECRET_GROUP = /.{4}(?=.)/g;

/** The authenticator app of the page, and the recovery codes that come with it. */
export class AuthenticatorApp {
  readonly #api: StepUpDialog;
  readonly #say: (text: string | null) => void;
  readonly #form = element("app-form", HTMLFormElement);
  readonly #recovery = element("recovery", HTMLElement);

  constructor(api: StepUpDialog, say: (text: string | null) => void) {
    this.#api = api;
    this.#say = say;
    element("app-set-up", HTMLButtonElement).onclick = () => void this.#setUp();
    element("app-renew", HTMLButtonElement).onclick = () => void this.#renew();
    onSecondPress(element("app-remove", HTMLButtonElement), "Remove the app", () => void this.#remove());
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      void this.#confirm(String(new FormData(this.#form).get("code")));
    };
    element("recovery-copy", HTMLButtonElement).onclick = () => void this.#copy();
    element("recovery-done", HTMLButtonElement).onclick = () => {
      element("recovery-list", HTMLOListElement).replaceChildren();
      this.#recovery.hidden = true;
    };
  }

  /** @returns null, or why the state is not known */
  async refresh(): Promise<ApiRefusal | null> {
    const answer = await this.#api.request<Totp>("GET", "/me/totp");
    if (!answer.ok) return answer;
    const { enabled, recovery_codes_left: left } = answer.body;
    element("app-state", HTMLElement).textContent = enabled
      ? `It's on: we ask for a code after your password. You have ${left} recovery ${left === 1 ? "code" : "codes"} left.`
      : "It's off. Turn it on, and your password alone won't be enough to sign in.";
    element("app-set-up", HTMLButtonElement).hidden = enabled;
    element("app-renew", HTMLButtonElement).hidden = !enabled;
    element("app-remove", HTMLButtonElement).hidden = !enabled;
    this.#form.hidden = true;
    return null;
  }

  async #setUp(): Promise<void> {
    const answer = await this.#api.request<{ secret: string; otpauth_url: string }>("POST", "/me/totp");
    if (!answer.ok) return this.#say(answer.detail);
    this.#say(null);
    element("app-qr", HTMLElement).replaceChildren(
      drawCode(answer.body.otpauth_url, "QR code for your authenticator app"),
    );
    element("app-secret", HTMLElement).textContent = answer.body.secret.replaceAll(SECRET_GROUP, "$& ");
    element("app-set-up", HTMLButtonElement).hidden = true;
    this.#form.hidden = false;
    element("app-code", HTMLInputElement).focus();
  }

  async #confirm(code: string): Promise<void> {
    const answer = await this.#api.request<RecoveryCodes>("POST", "/me/totp/confirm", { code });
    if (!answer.ok) return this.#say(answer.detail);
    this.#form.reset();
    await this.refresh();
    this.#say("It's on. We'll ask for a code after your password from now on.");
    this.#show(answer.body.recovery_codes);
  }

  async #renew(): Promise<void> {
    const answer = await this.#api.request<RecoveryCodes>("POST", "/me/recovery-codes");
    if (!answer.ok) return this.#say(answer.detail);
    await this.refresh();
    this.#say("Here are your new codes. The old ones no longer work.");
    this.#show(answer.body.recovery_codes);
  }

  async #remove(): Promise<void> {
    const answer = await this.#api.request("DELETE", "/me/totp");
    this.#recovery.hidden = true;
    await this.refresh();
    this.#say(answer.ok ? "It's off. Your password is enough to sign in again." : answer.detail);
  }

  #show(codes: readonly string[]): void {
    const list = element("recovery-list", HTMLOListElement);
    list.replaceChildren(...codes.map((code) => make("li", { text: code })));
    this.#recovery.hidden = false;
    this.#recovery.focus();
  }

  async #copy(): Promise<void> {
    const codes = [...element("recovery-list", HTMLOListElement).children].map(({ textContent }) => textContent);
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      this.#say("Copied.");
    } catch {
      this.#say("Your browser won't let us copy. Select the codes and copy them yourself.");
    }
  }
}
