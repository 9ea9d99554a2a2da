import type { Query } from "@tanstack/react-query";
import { isUsherError, type LiveEvent } from "@usher/client";
import { createContext, useContext, useEffect, useState } from "react";
import { api } from "./client.ts";
import { queryClient } from "./queries.ts";
import { noticeEndedSession } from "./session.ts";

/** Back-off with jitter, so that many consoles do not reconnect at the same time. Milliseconds. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
/** Proxies close idle connections. Milliseconds. */
const PING_MS = 30_000;
/** Frames that arrive together cause one reading of what is on the screen. Milliseconds. */
const GATHER_MS = 400;

/** A frame of the event's socket. `sequence` grows by one from frame to frame of an event. */
export type LiveFrame = LiveEvent & { sequence: number };
export type LiveState = "connecting" | "live" | "reconnecting";

type FrameListener = (frame: LiveFrame) => void;

/** The socket of one event: reconnects by itself and goes on after the last frame. */
export class LiveSocket {
  readonly #eventId: string;
  readonly #onState: (state: LiveState) => void;
  readonly #listeners = new Set<FrameListener>();
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #refresh: ReturnType<typeof setTimeout> | undefined;
  #lastSeq: number | null = null;
  #failures = 0;
  #closed = false;

  constructor(eventId: string, onState: (state: LiveState) => void) {
    this.#eventId = eventId;
    this.#onState = onState;
  }

  /** @returns a function that ends it */
  listen(listener: FrameListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async open(): Promise<void> {
    let url: string;
    try {
      const { data } = await api.POST("/auth/ws-ticket", { body: { event_id: this.#eventId } });
      url = data.url;
    } catch (error) {
      noticeEndedSession(error);
      // A refusal stays one; what is no refusal may be over in a moment.
      if (isUsherError(error) && error.status < 500 && error.status !== 429) return;
      return this.#reconnect();
    }
    if (this.#closed) return;
    const resumes = this.#lastSeq !== null;
    const socket = new WebSocket(resumes ? `${url}&after=${this.#lastSeq}` : url);
    this.#socket = socket;
    const ping = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("ping"), PING_MS);
    socket.onopen = () => {
      this.#failures = 0;
      this.#onState("live");
      // What happened before the socket was open came with no frame.
      if (!resumes) this.#refreshData();
    };
    socket.onmessage = ({ data }) => this.#receive(String(data));
    socket.onclose = () => {
      clearInterval(ping);
      this.#reconnect();
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#refresh);
    this.#socket?.close();
  }

  #receive(text: string): void {
    if (text === "pong") return;
    const frame: LiveFrame = JSON.parse(text);
    if (this.#lastSeq !== null && frame.sequence <= this.#lastSeq) return;
    this.#lastSeq = frame.sequence;
    for (const listener of this.#listeners) listener(frame);
    this.#refreshData((query) => query.meta?.appliesFrames !== true);
  }

  /** Reads again what screens show of the event. @param predicate not of queries that apply frames by themselves */
  #refreshData(predicate: (query: Query) => boolean = () => true): void {
    this.#refresh ??= setTimeout(() => {
      this.#refresh = undefined;
      void queryClient.invalidateQueries({ queryKey: ["events", this.#eventId], predicate });
    }, GATHER_MS);
  }

  #reconnect(): void {
    if (this.#closed) return;
    this.#onState("reconnecting");
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures++);
    this.#retry = setTimeout(() => void this.open(), delay * (0.5 + Math.random() / 2));
  }
}

interface Live {
  state: LiveState;
  listen(listener: FrameListener): () => void;
}

export const LiveContext = createContext<Live>({ state: "connecting", listen: () => () => undefined });

/** Opens the event's socket for as long as a screen of the event is shown. */
export function useLiveSocket(eventId: string): Live {
  const [state, setState] = useState<LiveState>("connecting");
  const [socket, setSocket] = useState<LiveSocket | null>(null);
  useEffect(() => {
    const opened = new LiveSocket(eventId, setState);
    setSocket(opened);
    void opened.open();
    return () => opened.close();
  }, [eventId]);
  return { state, listen: (listener) => socket?.listen(listener) ?? (() => undefined) };
}

/** The state of the event's socket, and its frames as they come. */
export function useLive(onFrame?: FrameListener): LiveState {
  const live = useContext(LiveContext);
  useEffect(() => (onFrame === undefined ? undefined : live.listen(onFrame)), [live, onFrame]);
  return live.state;
}
