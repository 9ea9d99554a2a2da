import type { Session } from "../session.ts";
import { type Frame, isShown } from "./frame.ts";

/** Exponential back-off with jitter, so that many monitors do not reconnect at the same time. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
/** Proxies close idle connections. The runtime answers a ping without waking the Durable Object. */
const PING_MS = 30_000;

export interface LiveSocketEvents {
  onFrame(frame: Frame): void;
  /** Connected. `resumed`: the frames since the last one follow. */
  onOpen(resumed: boolean): void;
  /** Disconnected; it reconnects by itself. */
  onDisconnect(): void;
  /** Ended for good: signed out, or no role on the event. */
  onEnd(status: number, detail: string): void;
}

/** The WebSocket of one event. It reconnects by itself and continues after the last frame. */
export class LiveSocket {
  readonly #session: Session;
  readonly #eventId: string;
  readonly #events: LiveSocketEvents;
  #lastSeq: number | null = null;
  #failures = 0;

  constructor(session: Session, eventId: string, events: LiveSocketEvents) {
    this.#session = session;
    this.#eventId = eventId;
    this.#events = events;
  }

  async open(): Promise<void> {
    const minted = await this.#session.request<{ url: string }>("POST", "/auth/ws-ticket", { event_id: this.#eventId });
    if (!minted.ok && [400, 401, 403, 404].includes(minted.status)) {
      this.#events.onEnd(minted.status, minted.detail);
      return;
    }
    if (!minted.ok) {
      this.#reconnect();
      return;
    }
    const after = this.#lastSeq;
    const socket = new WebSocket(minted.body.url + (after === null ? "" : `&after=${after}`));
    const ping = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("ping"), PING_MS);
    socket.onopen = () => {
      this.#failures = 0;
      this.#events.onOpen(after !== null);
    };
    socket.onmessage = ({ data }) => this.#receive(String(data));
    socket.onclose = () => {
      clearInterval(ping);
      this.#reconnect();
    };
  }

  #receive(text: string): void {
    if (text === "pong") return;
    const frame: Frame = JSON.parse(text);
    if (frame.sequence !== undefined && this.#lastSeq !== null && frame.sequence <= this.#lastSeq) return;
    this.#lastSeq = frame.sequence ?? this.#lastSeq;
    if (isShown(frame)) this.#events.onFrame(frame);
  }

  #reconnect(): void {
    this.#events.onDisconnect();
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures++);
    setTimeout(() => void this.open(), delay * (0.5 + Math.random() / 2));
  }
}
