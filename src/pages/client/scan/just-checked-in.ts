import { element, make } from "../element.ts";
import { t } from "./texts.ts";

/** Time that the service allows a phone to undo its own check-in, less the duration of the request. */
const UNDO_MS = 55_000;
/** Maximum number of rows, because only recent check-ins are undone. */
const MAX_ROWS = 3;

/** A check-in that this phone has recorded, or stored to be sent. */
export interface Done {
  name: string;
  nonce: string;
  /** Not before it was sent. */
  checkInId?: string;
  /** Unknown for a walk-in, and for a code without a list. */
  guestId?: string;
}

/** Lists the last check-ins of this phone, each with a button that undoes it, for a minute. */
export class JustCheckedIn {
  readonly #section = element("recent", HTMLElement);
  readonly #list = element("recent-list", HTMLUListElement);

  add({ name, nonce }: Done, undo: () => void): void {
    const button = make("button", { class: "plain danger", text: t("undo"), onClick: undo });
    button.setAttribute("aria-label", t("undo-of", { name }));
    const row = make("li", {}, make("p", { text: name }), button);
    row.dataset.nonce = nonce;
    this.#list.prepend(row);
    while (this.#list.childElementCount > MAX_ROWS) this.#list.lastElementChild?.remove();
    this.#section.hidden = false;
    setTimeout(() => this.#drop(row), UNDO_MS);
  }

  remove({ nonce }: Done): void {
    for (const row of this.#list.querySelectorAll(`[data-nonce="${nonce}"]`)) this.#drop(row);
  }

  #drop(row: Element): void {
    row.remove();
    this.#section.hidden = this.#list.childElementCount === 0;
  }
}
