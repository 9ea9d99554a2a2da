import { randomUUID } from "node:crypto";

/** A text message that the SMS provider's double received. JSON of the API. */
export interface CaughtText {
  sid: string;
  received_at: string;
  from: string;
  to: string;
  body: string;
  status_callback: string | null;
}

/** The newest text messages, in memory. */
export class CaughtTexts {
  readonly #keep: number;
  #texts: CaughtText[] = [];

  constructor(keep: number) {
    this.#keep = keep;
  }

  add(text: Omit<CaughtText, "sid" | "received_at">): CaughtText {
    const sid = `SM${randomUUID().replaceAll("-", "")}`;
    const caught = { sid, received_at: new Date().toISOString(), ...text };
    this.#texts = [caught, ...this.#texts].slice(0, this.#keep);
    return caught;
  }

  /** Newest first. */
  list(to: string | null): CaughtText[] {
    return to === null ? this.#texts : this.#texts.filter((text) => text.to === to);
  }

  delete(to: string | null): void {
    this.#texts = to === null ? [] : this.#texts.filter((text) => text.to !== to);
  }
}
