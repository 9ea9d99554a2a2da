import type { Random } from "../../testkit/random.ts";
import type { SeatAction, SeatCall, SeatOutcome } from "../../testkit/seat-history.ts";
import { send } from "../faults/host.ts";

/** The reasons of a refusal by the error code on the wire. */
const REFUSALS: Record<string, Extract<SeatOutcome, { refused: string }>["refused"]> = {
  rsvp_exists: "exists",
  event_full: "full",
  no_rsvp: "no_answer",
  no_offer: "no_offer",
};

interface WireRsvp {
  response: string;
  plus_ones: number;
  seat: "confirmed" | "waitlisted" | "offered" | null;
}

/** Closed while the Worker starts again: hundreds of clients that try in a loop would take the processor from it. */
export class Gate {
  opened: Promise<void> = Promise.resolve();
  isClosed = false;
  #open = () => {};

  close(): void {
    this.isClosed = true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.opened = promise;
    this.#open = resolve;
  }

  open(): void {
    this.isClosed = false;
    this.#open();
  }
}

/**
 * A guest who sends an RSVP, changes it, and accepts or declines offers. Each request is repeated until its response
 * arrives.
 */
export class Party {
  readonly id: string;
  readonly #token: string;
  readonly #url: string;
  readonly #random: Random;
  readonly #calls: SeatCall[];
  readonly #gate: Gate;
  #last: Promise<unknown> = Promise.resolve();
  /** Answers that the model has no word for. */
  unexpected = 0;
  edits = 0;
  /** Status in the guest's last response. */
  seat: string | null = null;

  constructor(
    guest: { id: string; token: string },
    url: string,
    { calls, random, gate }: { calls: SeatCall[]; random: Random; gate: Gate },
  ) {
    this.id = guest.id;
    this.#token = guest.token;
    this.#url = url;
    this.#calls = calls;
    this.#random = random;
    this.#gate = gate;
  }

  /** Submits the first RSVP. @returns the seat in the response */
  answer(heads: number): Promise<SeatOutcome> {
    const body = { token: this.#token, response: "attending", plus_ones: heads - 1 };
    return this.#untilAnswered({ kind: "answer", heads }, "POST", "/rsvp", body);
  }

  /** Changes the RSVP; 0 heads: declines. */
  edit(heads: number): Promise<SeatOutcome> {
    this.edits += 1;
    const body = heads === 0 ? { response: "declined" } : { response: "attending", plus_ones: heads - 1 };
    return this.#untilAnswered({ kind: "edit", heads }, "PATCH", `/rsvp/${this.#token}`, body);
  }

  read(): Promise<SeatOutcome> {
    return this.#untilAnswered({ kind: "read" }, "GET", `/access/${this.#token}`);
  }

  /** Answers an offer, mostly with a yes. */
  answerOffer(): Promise<SeatOutcome> {
    const accept = this.#random.chance(0.75);
    const kind = accept ? "accept" : "pass";
    return this.#untilAnswered({ kind }, "POST", `/rsvp/${this.#token}/offer`, { accept });
  }

  /** One request after the other, as from one phone. */
  #untilAnswered(action: SeatAction, method: string, path: string, body?: object): Promise<SeatOutcome> {
    const answered = this.#last.then(() => this.#repeat(action, method, path, body));
    this.#last = answered;
    return answered;
  }

  async #repeat(action: SeatAction, method: string, path: string, body?: object): Promise<SeatOutcome> {
    const headers = { "content-type": "application/json", "user-agent": "bench-seats" };
    for (;;) {
      await this.#gate.opened;
      const begin = Date.now();
      const answered = await send(this.#url, method, path, body && JSON.stringify(body), headers);
      const isUnknown = answered === "unknown" || answered.status >= 500 || answered.status === 429;
      const outcome = isUnknown ? null : outcomeOf(action, answered.status, JSON.parse(answered.body));
      if (outcome === undefined) {
        this.unexpected += 1;
        console.error(`${method} ${path.split("/")[1]} returned ${isUnknown ? "" : JSON.stringify(answered)}`);
        return { refused: "no_answer" };
      }
      const end = outcome === null ? Number.POSITIVE_INFINITY : Date.now();
      this.#calls.push({ guest: this.id, action, begin, end, outcome });
      if (outcome === null) continue;
      if ("seat" in outcome) this.seat = outcome.seat;
      return outcome;
    }
  }
}

/** Returns undefined for a response that none of these calls has. */
function outcomeOf(
  action: SeatAction,
  status: number,
  body: { error?: string; rsvp?: WireRsvp } & Partial<WireRsvp>,
): SeatOutcome | undefined {
  if (status >= 400) {
    const refused = REFUSALS[body.error ?? ""];
    return refused === undefined ? undefined : { refused };
  }
  const rsvp = action.kind === "read" ? body.rsvp : body;
  if (rsvp === undefined) return { refused: "no_answer" };
  const heads = rsvp.response === "attending" ? 1 + (rsvp.plus_ones ?? 0) : 0;
  return { seat: rsvp.seat ?? null, heads };
}
