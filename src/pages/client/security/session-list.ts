import type { ApiRefusal } from "../api.ts";
import { element, make } from "../element.ts";
import { onSecondPress } from "./second-press.ts";
import type { StepUpDialog } from "./step-up-dialog.ts";

interface SessionRow {
  id: string;
  device: string | null;
  place: string | null;
  current: boolean;
  last_used_at: string;
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The sessions of the page: which there are, and the end of one or of all others. */
export class SessionList {
  readonly #api: StepUpDialog;
  readonly #say: (text: string | null) => void;
  readonly #end = element("sessions-end", HTMLButtonElement);

  constructor(api: StepUpDialog, say: (text: string | null) => void) {
    this.#api = api;
    this.#say = say;
    const done = "You're signed out everywhere else.";
    onSecondPress(this.#end, "Sign out everywhere else", () => void this.#delete("/me/sessions", done));
  }

  /** @returns null, or why there is no list */
  async refresh(): Promise<ApiRefusal | null> {
    const answer = await this.#api.request<{ items: SessionRow[] }>("GET", "/me/sessions");
    if (!answer.ok) return answer;
    const { items } = answer.body;
    element("session-list", HTMLUListElement).replaceChildren(...items.map((row) => this.#rowOf(row)));
    this.#end.hidden = items.every(({ current }) => current);
    return null;
  }

  #rowOf({ id, device, place, current, last_used_at: used }: SessionRow): HTMLElement {
    const name = device ?? "Unknown device";
    const where = current ? "this device" : `last used ${MOMENT.format(new Date(used))}`;
    const facts = place === null ? where : `${place} · ${where}`;
    const label = make("p", {}, make("strong", { text: name }), make("br"), make("small", { text: facts }));
    if (current) return make("li", {}, label);
    const end = make("button", { class: "plain danger", text: "Sign out" });
    const done = `${name} is signed out.`;
    onSecondPress(end, `Sign out ${name}`, () => void this.#delete(`/me/sessions/${id}`, done));
    return make("li", {}, label, end);
  }

  async #delete(path: string, done: string): Promise<void> {
    const answer = await this.#api.request("DELETE", path);
    await this.refresh();
    this.#say(answer.ok ? done : answer.detail);
  }
}
