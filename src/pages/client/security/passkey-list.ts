import type { ApiRefusal } from "../api.ts";
import { element, make } from "../element.ts";
import { type CreationOptionsJson, hasPasskeys, makePasskey } from "../passkey.ts";
import { onSecondPress } from "./second-press.ts";
import type { StepUpDialog } from "./step-up-dialog.ts";

interface Passkey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** The passkeys of the page, and the form that adds one. */
export class PasskeyList {
  readonly #api: StepUpDialog;
  readonly #say: (text: string | null) => void;
  readonly #form = element("passkey-form", HTMLFormElement);

  constructor(api: StepUpDialog, say: (text: string | null) => void) {
    this.#api = api;
    this.#say = say;
    this.#form.hidden = !hasPasskeys();
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      void this.#add(String(new FormData(this.#form).get("name")));
    };
  }

  /** @returns null, or why there is no list */
  async refresh(): Promise<ApiRefusal | null> {
    const answer = await this.#api.request<{ items: Passkey[] }>("GET", "/me/passkeys");
    if (!answer.ok) return answer;
    element("passkey-list", HTMLUListElement).replaceChildren(...answer.body.items.map((row) => this.#rowOf(row)));
    return null;
  }

  async #add(name: string): Promise<void> {
    const path = "/auth/passkeys/registration-options";
    const options = await this.#api.request<CreationOptionsJson>("POST", path);
    if (!options.ok) return this.#say(options.detail);
    const made = await makePasskey(options.body);
    if (!made.ok) return this.#say(made.detail);
    const added = await this.#api.request("POST", "/auth/passkeys/register", { credential: made.body, name });
    if (!added.ok) return this.#say(added.detail);
    this.#form.reset();
    await this.refresh();
    this.#say(`You can now sign in with “${name}”.`);
  }

  #rowOf({ id, name, created_at: created, last_used_at: used }: Passkey): HTMLElement {
    const when = used === null ? `added ${DAY.format(new Date(created))}` : `last used ${DAY.format(new Date(used))}`;
    const label = make("p", {}, make("strong", { text: name }), make("br"), make("small", { text: when }));
    const remove = make("button", { class: "plain danger", text: "Remove" });
    onSecondPress(remove, `Remove ${name}`, () => void this.#remove(id, name));
    return make("li", {}, label, remove);
  }

  async #remove(id: string, name: string): Promise<void> {
    const answer = await this.#api.request("DELETE", `/me/passkeys/${id}`);
    await this.refresh();
    this.#say(answer.ok ? `“${name}” is removed.` : answer.detail);
  }
}
