import type { Query } from "@tanstack/react-query";
import { isUsherError, type LiveEvent } from "@usher/client";
import { createContext, useContext, useEffect, useState } from "react";
import { api, queryClient } from "./client.ts";

/** Back-off of reconnects, with jitter, so that consoles do not reconnect at the same time. Milliseconds. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
/** Failures in a row after which the delay is the longest. */
const FAILURES_TO_MAX_DELAY = Math.ceil(Math.log2(MAX_DELAY_MS / FIRST_DELAY_MS));
const POLICY_VIOLATION = 1008;
/** Interval of pings, because proxies close idle connections. Milliseconds. */
const PING_MS = 30_000;
/** Activity messages that arrive within this time cause one refetch. Milliseconds. */
const BATCH_WINDOW_MS = 400;

/** An activity message of the event's socket. `sequence` grows by one per message of an event. */
export type LiveFrame = LiveEvent & { sequence: number };
type LiveState = "connecting" | "live" | "reconnecting";

type FrameListener = (frame: LiveFrame) => void;

/** The socket of one event. Reconnects automatically and resumes after the last message. */
class LiveSocket {
  readonly #eventId: string;
  readonly #onState: (state: LiveState) => void;
  readonly #listeners = new Set<FrameListener>();
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #refresh: ReturnType<typeof setTimeout> | undefined;
  #lastSeq: number | null = null;
  /** The next refetch is of all data, because activity messages were missed. */
  #hasMissed = false;
  #failures = 0;
  #closed = false;

  constructor(eventId: string, onState: (state: LiveState) => void) {
    this.#eventId = eventId;
    this.#onState = onState;
  }

  /** @returns a function that removes the listener */
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
      // Other client errors are permanent.
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
      // Activities before the socket was open sent no message.
      if (!resumes) this.#refreshAll();
    };
    socket.onmessage = ({ data }) => this.#receive(String(data));
    socket.onclose = ({ code }) => {
      clearInterval(ping);
      // The service closed the oldest of too many sockets: reconnecting soon would close another tab's.
      if (code === POLICY_VIOLATION) this.#failures = FAILURES_TO_MAX_DELAY;
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
    const last = this.#lastSeq;
    if (last !== null && frame.sequence <= last) return;
    this.#lastSeq = frame.sequence;
    for (const listener of this.#listeners) listener(frame);
    // The service repeats only the newest messages after a long break.
    if (last !== null && frame.sequence > last + 1) this.#refreshAll();
    else this.#refreshData();
  }

  #refreshAll(): void {
    this.#hasMissed = true;
    this.#refreshData();
  }

  /** Refetches the event's data. Leaves out queries that apply messages themselves, unless messages were missed. */
  #refreshData(): void {
    this.#refresh ??= setTimeout(() => {
      const hasMissed = this.#hasMissed;
      const isOutdated = (query: Query) => hasMissed || query.meta?.appliesFrames !== true;
      this.#hasMissed = false;
      this.#refresh = undefined;
      void queryClient.invalidateQueries({ queryKey: ["events", this.#eventId], predicate: isOutdated });
    }, BATCH_WINDOW_MS);
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

/** Keeps the event's socket open while the component is mounted. */
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

/** Listens to the messages of the event's socket. */
export function useLive(onFrame: FrameListener): void {
  const live = useContext(LiveContext);
  useEffect(() => live.listen(onFrame), [live, onFrame]);
}
