import { element, make } from "../element.ts";
import { t } from "./texts.ts";

/** How long the service lets a phone undo its own check-in, less the time that the request takes. */
const UNDO_MS = 55_000;
/** Rows at once: who is undone was among the last. */
const MAX_ROWS = 3;

/** A check-in that this phone has recorded. */
export interface Done {
  name: string;
  checkInId: string;
  nonce: string;
}

/** Lists the last check-ins of this phone, each with a button that undoes it, for a minute. */
export class JustCheckedIn {
  readonly #section = element("recent", HTMLElement);
  readonly #list = element("recent-list", HTMLUListElement);

  add({ name, checkInId }: Done, undo: () => void): void {
    const button = make("button", { class: "plain danger", text: t("undo"), onClick: undo });
    button.setAttribute("aria-label", t("undo-of", { name }));
    const row = make("li", {}, make("p", { text: name }), button);
    row.dataset.checkIn = checkInId;
    this.#list.prepend(row);
    while (this.#list.childElementCount > MAX_ROWS) this.#list.lastElementChild?.remove();
    this.#section.hidden = false;
    setTimeout(() => this.#drop(row), UNDO_MS);
  }

  remove({ checkInId }: Done): void {
    for (const row of this.#list.querySelectorAll(`[data-check-in="${checkInId}"]`)) this.#drop(row);
  }

  #drop(row: Element): void {
    row.remove();
    this.#section.hidden = this.#list.childElementCount === 0;
  }
}
