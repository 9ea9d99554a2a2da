import { element, make } from "../element.ts";
import type { ScanResult } from "./scan-result.ts";
import { playVerdict } from "./sound.ts";
import { t } from "./texts.ts";

/** Time for which a result without choices is shown. */
const SHOWN_MS = 6_000;

/** Characters of a title that leave room for the rest on a small phone. */
const MAX_TITLE = 90;

/** A question for a number of people. */
interface Question {
  name: string;
  note: string;
  /** The number to begin with. */
  expected: number;
  most: number;
}

/** A button of the panel. */
export interface Choice {
  text: string;
  plain?: boolean;
  act: () => void;
}

/** The panel in the lower half of the screen that shows a verdict or a question. */
export class VerdictPanel {
  readonly #panel = element("verdict", HTMLElement);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;

  /** True if the panel shows a question that needs an answer before the next scan. */
  get isBusy(): boolean {
    return this.#busy;
  }

  /**
   * Shows a verdict, with sound and vibration. Without choices it closes automatically.
   * @param aside needs no decision
   */
  show(verdict: ScanResult, choices: Choice[] = [], aside: Choice[] = []): void {
    playVerdict(verdict.tone);
    const buttons = choices.length > 0 ? choices : [{ text: t("next"), plain: true, act: () => undefined }, ...aside];
    this.#open(verdict.tone, choices.length > 0, [
      symbol(verdict.tone),
      make("h2", { text: shortened(verdict.title) }),
      make("p", { text: verdict.detail }),
      this.#buttons(buttons),
    ]);
    if (choices.length === 0) this.#timer = setTimeout(() => this.close(), SHOWN_MS);
  }

  /** Asks for the headcount before a check-in. */
  askHeadcount(guest: Question, letIn: (count: number) => void): void {
    this.#ask("ask", guest, () => t("check-in"), letIn);
  }

  /** Shows a partly arrived party, and asks how many more people have arrived. */
  askMore(party: Question, add: (count: number) => void): void {
    playVerdict("amber");
    this.#ask("amber", party, (count) => t("more-arrived", { count }), add);
  }

  #ask(look: string, asked: Question, action: (count: number) => string, act: (count: number) => void): void {
    let count = Math.min(asked.expected, asked.most);
    const output = make("output", { text: String(count) });
    const buttons = this.#buttons([
      { text: action(count), act: () => act(count) },
      { text: t("not-now"), plain: true, act: () => undefined },
    ]);
    const step = (by: number) => {
      count = Math.min(asked.most, Math.max(1, count + by));
      output.textContent = String(count);
      const button = buttons.querySelector("button");
      if (button) button.textContent = action(count);
    };
    const fewer = make("button", { class: "plain", text: "−", onClick: () => step(-1) });
    const more = make("button", { class: "plain", text: "+", onClick: () => step(1) });
    fewer.setAttribute("aria-label", t("fewer"));
    more.setAttribute("aria-label", t("more"));
    this.#open(look, true, [
      make("h2", { text: shortened(asked.name) }),
      make("p", { text: asked.note }),
      make("div", { class: "stepper" }, fewer, output, more),
      buttons,
    ]);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#busy = false;
    this.#panel.hidden = true;
    this.#panel.replaceChildren();
  }

  #open(look: string, busy: boolean, children: HTMLElement[]): void {
    clearTimeout(this.#timer);
    this.#busy = busy;
    this.#panel.className = `verdict ${look}`;
    this.#panel.hidden = false;
    this.#panel.replaceChildren(...children);
    if (busy) this.#panel.querySelector<HTMLButtonElement>(".row button")?.focus();
  }

  #buttons(choices: Choice[]): HTMLElement {
    const buttons = choices.map(({ text, plain, act }) =>
      make("button", {
        class: plain ? "plain" : "",
        text,
        onClick: () => {
          this.close();
          act();
        },
      }),
    );
    return make("div", { class: "row" }, ...buttons);
  }
}

/** Cuts a name that would push the symbol off the screen. */
function shortened(title: string): string {
  const letters = [...title];
  return letters.length > MAX_TITLE ? `${letters.slice(0, MAX_TITLE).join("").trimEnd()}…` : title;
}

/** A symbol for people who cannot tell green from red. Hidden from screen readers, which read the text below. */
function symbol(tone: ScanResult["tone"]): HTMLElement {
  const shape = make("span", { class: "sign", text: { green: "✓", amber: "!", red: "✕" }[tone] });
  shape.setAttribute("aria-hidden", "true");
  return shape;
}
