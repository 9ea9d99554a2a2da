import { element, make } from "../element.ts";
import { drawCode } from "../qr-code.ts";
import { onSecondPress } from "../security/second-press.ts";
import type { Session } from "../session.ts";

interface Device {
  id: string;
  name: string;
  kind: "named" | "scanner_ticket";
  state: "active" | "not_open" | "ended";
  last_used_at: string | null;
}
interface DeviceLink {
  name: string;
  url: string;
  /** ISO 8601. */
  valid_from: string;
  valid_until: string;
}

/** What a helper's phone may do: who is let in against an answer is the host's decision. */
const RIGHTS = ["scan", "walk_in"];
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The phones of helpers at the door: makes a link and shows it as a QR code, lists those that work, and ends them. */
export class DoorDevices {
  readonly #session: Session;
  readonly #path: string;
  readonly #note = element("helpers-note", HTMLElement);
  readonly #form = element("helper-form", HTMLFormElement);
  readonly #dialog = element("handoff", HTMLDialogElement);

  constructor(session: Session, eventId: string) {
    this.#session = session;
    this.#path = `/events/${eventId}/door-devices`;
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      void this.#add(String(new FormData(this.#form).get("name")));
    };
    element("handoff-done", HTMLButtonElement).onclick = () => this.#dialog.close();
    // The code works like a key: it stays on the screen no longer than the dialog does.
    this.#dialog.onclose = () => element("handoff-code", HTMLElement).replaceChildren();
  }

  /** Shows the section with what works now. For editors and owners; the API refuses others. */
  async show(): Promise<void> {
    element("helpers", HTMLElement).hidden = false;
    const answer = await this.#session.request<{ items: Device[] }>("GET", `${this.#path}?limit=200`);
    if (!answer.ok) return this.#say(answer.detail);
    const working = answer.body.items.filter(({ kind, state }) => kind === "named" && state !== "ended");
    element("helper-list", HTMLUListElement).replaceChildren(...working.map((device) => this.#rowOf(device)));
    this.#say(working.length > 0 ? "" : "Hand check-in to a helper: they scan a code, and their phone is ready.");
  }

  async #add(name: string): Promise<void> {
    const answer = await this.#session.request<DeviceLink>("POST", this.#path, { name, rights: RIGHTS });
    if (!answer.ok) return this.#say(answer.detail);
    this.#form.reset();
    this.#handOff(answer.body);
    await this.show();
  }

  #handOff({ name, url, valid_from: from, valid_until: until }: DeviceLink): void {
    element("handoff-code", HTMLElement).replaceChildren(drawCode(url, `QR code of the check-in link for ${name}`));
    const isOpen = Date.parse(from) <= Date.now();
    const when = isOpen ? `until ${MOMENT.format(Date.parse(until))}` : `from ${MOMENT.format(Date.parse(from))}`;
    element("handoff-note", HTMLElement).textContent =
      `${name} can check guests in ${when}. We show this code only once.`;
    const copy = element("handoff-copy", HTMLButtonElement);
    copy.textContent = "Copy link";
    copy.onclick = async () => {
      const isCopied = await navigator.clipboard.writeText(url).then(
        () => true,
        () => false,
      );
      copy.textContent = isCopied ? "Copied" : "Your browser won't let us copy";
    };
    this.#dialog.showModal();
  }

  #rowOf({ id, name, last_used_at: used }: Device): HTMLElement {
    const when = used === null ? "not used yet" : `last used ${MOMENT.format(Date.parse(used))}`;
    const label = make("p", {}, make("strong", { text: name }), make("br"), make("small", { text: when }));
    const end = make("button", { class: "plain danger", text: "End" });
    onSecondPress(end, `End ${name}`, () => void this.#end(id));
    return make("li", {}, label, end);
  }

  async #end(id: string): Promise<void> {
    const answer = await this.#session.request("DELETE", `${this.#path}/${id}`);
    if (answer.ok) await this.show();
    else this.#say(answer.detail);
  }

  #say(text: string): void {
    this.#note.textContent = text;
  }
}
