import type { Session } from "../session.ts";
import type { Frame } from "./frame.ts";

/** First wait before connecting again, and the longest; each carries chance, so that a hall of monitors does not come at once. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** Proxies close what is silent; the service answers without waking anything. */
const PING_MS = 30_000;

export interface ChannelEvents {
  onFrame(frame: Frame): void;
  /** Connected; `resumed`: everything since the last frame follows by itself. */
  onOpen(resumed: boolean): void;
  onAway(): void;
  /** It will not come back: signed out, or no role any more. */
  onEnd(status: number, detail: string): void;
}

/** The live socket of one event, which comes back by itself and says which frame it saw last. */
export class Channel {
  readonly #session: Session;
  readonly #eventId: string;
  readonly #events: ChannelEvents;
  #lastSeq: number | null = null;
  #failures = 0;

  constructor(session: Session, eventId: string, events: ChannelEvents) {
    this.#session = session;
    this.#eventId = eventId;
    this.#events = events;
  }

  async open(): Promise<void> {
    const minted = await this.#session.ask<{ url: string }>("POST", "/auth/ws-ticket", { event_id: this.#eventId });
    if (!minted.ok && [400, 401, 403, 404].includes(minted.status)) {
      this.#events.onEnd(minted.status, minted.detail);
      return;
    }
    if (!minted.ok) {
      this.#again();
      return;
    }
    const after = this.#lastSeq;
    const socket = new WebSocket(minted.body.url + (after === null ? "" : `&after=${after}`));
    const ping = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("ping"), PING_MS);
    socket.onopen = () => {
      this.#failures = 0;
      this.#events.onOpen(after !== null);
    };
    socket.onmessage = ({ data }) => this.#take(String(data));
    socket.onclose = () => {
      clearInterval(ping);
      this.#again();
    };
  }

  #take(text: string): void {
    if (text === "pong") return;
    const frame: Frame = JSON.parse(text);
    if (frame.seq !== undefined && this.#lastSeq !== null && frame.seq <= this.#lastSeq) return;
    this.#lastSeq = frame.seq ?? this.#lastSeq;
    this.#events.onFrame(frame);
  }

  #again(): void {
    this.#events.onAway();
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures++);
    setTimeout(() => void this.open(), wait * (0.5 + Math.random() / 2));
  }
}
