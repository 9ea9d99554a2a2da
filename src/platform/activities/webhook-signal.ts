import { MINUTE_MS } from "../../kernel/clock.ts";

/** A message whose consumer was not heard of for this long is sent again. */
const SIGNAL_AGAIN_MS = MINUTE_MS;
/**
 * Time for which an event without subscribed endpoints is not checked. A new endpoint triggers a check. If the trigger
 * fails, the delay is this long.
 */
const QUIET_MS = MINUTE_MS;

/** Storage key of the state. */
const STATE = "webhooks";

interface State {
  eventId: string;
  /** Deliveries of the activities up to this number are stored. */
  acknowledged: number;
  /** Time until which no endpoint is subscribed, so no message is sent. Epoch milliseconds. */
  quietUntil: number;
}

/** The methods that this class needs of the object. */
export interface SignalHost {
  storage: Pick<DurableObjectStorage, "kv" | "setAlarm">;
  /** The newest activity's number. */
  last(): number;
  /** Puts the message on the queue that has the event's activities delivered. */
  send(eventId: string): Promise<void>;
  now(): number;
}

/**
 * Tracks the last activity that has webhook deliveries, and enqueues one message for all later ones. Sets the alarm
 * before it enqueues, so the alarm resends the message after a crash.
 */
export class WebhookSignal {
  readonly #host: SignalHost;
  #state: State | null;
  #alarmAt = 0;
  /** Time until which a message may be queued. A consumer that reads resets it. */
  #signalledUntil = 0;

  constructor(host: SignalHost) {
    this.#host = host;
    this.#state = host.storage.kv.get<State>(STATE) ?? null;
  }

  /** Number after which deliveries are missing. */
  get acknowledged(): number {
    return this.#state?.acknowledged ?? this.#host.last();
  }

  /** Activities were stored; the first of them ever had the number after `before`. */
  async stored(eventId: string, before: number): Promise<void> {
    if (this.#state === null) this.#put({ eventId, acknowledged: before, quietUntil: 0 });
    await this.signal();
  }

  /** Sends the message unless nothing is missing, one is on its way, or the event is quiet. */
  async signal(): Promise<void> {
    const { storage, now, last, send } = this.#host;
    const state = this.#state;
    if (state === null || last() <= state.acknowledged) return;
    const at = now();
    const isQuiet = at < state.quietUntil;
    const next = isQuiet ? state.quietUntil : at + SIGNAL_AGAIN_MS;
    if (this.#alarmAt <= at || this.#alarmAt > next) {
      this.#alarmAt = next;
      await storage.setAlarm(next);
    }
    if (isQuiet || at < this.#signalledUntil) return;
    this.#signalledUntil = at + SIGNAL_AGAIN_MS;
    try {
      await send(state.eventId);
    } catch (error) {
      this.#signalledUntil = 0;
      throw error;
    }
  }

  async alarm(): Promise<void> {
    this.#alarmAt = 0;
    this.#signalledUntil = 0;
    await this.signal();
  }

  /** A consumer reads the missing activities: activities stored from now on need a new message. */
  reading(): void {
    this.#signalledUntil = 0;
  }

  /** The deliveries up to a number are stored. @param isQuiet whether no endpoint wants anything of this event */
  async acknowledge(upTo: number, isQuiet: boolean): Promise<void> {
    if (this.#state === null) return;
    const acknowledged = Math.max(this.#state.acknowledged, upTo);
    this.#put({ ...this.#state, acknowledged, quietUntil: isQuiet ? this.#host.now() + QUIET_MS : 0 });
    await this.signal();
  }

  /** An endpoint is new, or wants something else: the event is not quiet any more. */
  async wake(): Promise<void> {
    if (this.#state === null || this.#state.quietUntil === 0) return;
    this.#put({ ...this.#state, quietUntil: 0 });
    await this.signal();
  }

  #put(state: State): void {
    this.#state = state;
    this.#host.storage.kv.put(STATE, state);
  }
}
