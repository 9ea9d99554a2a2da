import type { ApiRefusal, ApiResult } from "../api.ts";
import { element } from "../element.ts";
import { askForPasskey, hasPasskeys } from "../passkey.ts";
import type { Session } from "../session.ts";
import { typedFactor } from "../typed-factor.ts";

type Method = "GET" | "POST" | "DELETE";

/** Sends requests of a session, and asks for a proof where the API wants one; then it sends the request again. */
export class StepUpDialog {
  readonly #session: Session;
  readonly #dialog = element("step-up", HTMLDialogElement);
  readonly #form = element("step-up-form", HTMLFormElement);
  readonly #passkey = element("step-up-passkey", HTMLButtonElement);
  readonly #error = element("step-up-error", HTMLElement);

  constructor(session: Session) {
    this.#session = session;
  }

  /** As `Session.request`. When the person cancels, the refusal is the result. */
  async request<Body>(method: Method, path: string, body?: object): Promise<ApiResult<Body>> {
    const answer = await this.#session.request<Body>(method, path, body);
    if (answer.ok || answer.error !== "step_up_required") return answer;
    if (await this.#prove(answer)) return this.#session.request<Body>(method, path, body);
    return { ...answer, detail: "Nothing was changed: we need to confirm it's you first." };
  }

  /** @returns whether the session has proved itself */
  #prove(asked: ApiRefusal): Promise<boolean> {
    const methods = asked.methods ?? [];
    this.#ask(methods.includes("password"));
    this.#passkey.hidden = !methods.includes("passkey") || !hasPasskeys();
    this.#say(null);
    this.#dialog.showModal();
    return new Promise((resolve) => {
      const finish = (isProven: boolean) => {
        this.#dialog.onclose = null;
        this.#dialog.close();
        this.#form.reset();
        resolve(isProven);
      };
      const send = async (proof: object) => {
        const body = { factor_token: asked.factorToken, ...proof };
        const answer = await this.#session.request<object>("POST", "/auth/step-up", body);
        if (answer.ok) finish(true);
        else this.#say(answer.detail);
      };
      this.#form.onsubmit = (event) => {
        event.preventDefault();
        const proof = String(new FormData(this.#form).get("proof"));
        void send(methods.includes("password") ? { password: proof } : typedFactor(proof));
      };
      this.#passkey.onclick = async () => {
        const used = await askForPasskey();
        if (used.ok) await send({ passkey: used.body });
        else this.#say(used.detail);
      };
      element("step-up-cancel", HTMLButtonElement).onclick = () => finish(false);
      this.#dialog.onclose = () => finish(false);
    });
  }

  #ask(forPassword: boolean): void {
    const input = element("step-up-proof", HTMLInputElement);
    input.type = forPassword ? "password" : "text";
    input.autocomplete = forPassword ? "current-password" : "one-time-code";
    element("step-up-label", HTMLElement).textContent = forPassword ? "Password" : "Code, or a recovery code";
  }

  #say(text: string | null): void {
    this.#error.textContent = text ?? "";
    this.#error.hidden = text === null;
  }
}
