/**
 * Checks a history of calls about an event's seats against a sequential model. Searches for an order of the calls, each
 * between its start and its end, that explains every response. The found order proves that the history is valid.
 */

export type Seat = "confirmed" | "waitlisted" | "offered";

/** A guest's request, or the automatic step of the service: `offer`. */
export type SeatAction =
  | { kind: "answer"; heads: number }
  /** 0 heads: the guest declines. */
  | { kind: "edit"; heads: number }
  | { kind: "accept" }
  | { kind: "pass" }
  | { kind: "read" }
  | { kind: "offer" };

/** Response to a call: a state, or the reason of an error. */
export type SeatOutcome =
  | { seat: Seat | null; heads: number }
  | { refused: "exists" | "full" | "no_answer" | "no_offer" };

export interface SeatCall {
  guest: string;
  action: SeatAction;
  /** When the request was sent. */
  begin: number;
  /** Time of the response; infinite without one, because the call may have been executed at any later time, or never. */
  end: number;
  /** Null without a response. */
  outcome: SeatOutcome | null;
  /** Hint for the order in which calls are tried. It does not affect the result. */
  hint?: number;
}

export type Verdict = { explained: true; order: SeatCall[] } | { explained: false; reason: string };

interface Party {
  seat: Seat | null;
  heads: number;
}

/** Parties by guest, and the waitlisted guests in order. */
interface State {
  parties: ReadonlyMap<string, Party>;
  line: readonly string[];
  held: number;
  /** Size of the smallest waitlisted party; infinite without a waitlist. */
  smallest: number;
}

const EMPTY: State = { parties: new Map(), line: [], held: 0, smallest: Number.POSITIVE_INFINITY };
/** Steps after which the search gives up. A history with good hints takes one per call. */
const MAX_STEPS = 200_000;

/** @param capacity seats of the event, which has a waitlist */
export function explain(history: readonly SeatCall[], capacity: number): Verdict {
  const search = new Search(capacity);
  const calls = [...history].sort((a, b) => (a.hint ?? a.begin) - (b.hint ?? b.begin));
  const order = search.run(calls);
  if (order !== null) return { explained: true, order };
  return { explained: false, reason: search.reason() };
}

/** A step of the search: the state, the remaining calls, and the untried candidates. */
interface Step {
  state: State;
  left: readonly SeatCall[];
  candidates: { call: SeatCall; next: () => State }[];
  taken: SeatCall[];
}

class Search {
  readonly #capacity: number;
  #deepest = { count: -1, stuck: "" };
  #steps = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** @returns an order that explains all calls, or null */
  run(calls: readonly SeatCall[]): SeatCall[] | null {
    const stack = [this.#step(EMPTY, calls)];
    while (this.#steps < MAX_STEPS) {
      const step = stack.at(-1);
      if (step === undefined) return null;
      if (step.left.every(({ outcome }) => outcome === null)) return stack.flatMap(({ taken }) => taken);
      const candidate = step.candidates.shift();
      if (candidate === undefined) {
        stack.pop();
        continue;
      }
      const { call, next } = candidate;
      const left = step.left.filter((other) => other !== call);
      const following = this.#step(next(), left);
      following.taken.unshift(call);
      stack.push(following);
    }
    return null;
  }

  reason(): string {
    const gaveUp = this.#steps >= MAX_STEPS ? `no order found in ${MAX_STEPS} steps; ` : "";
    return `${gaveUp}no order explains ${this.#deepest.stuck}`;
  }

  /** Immediately accepts calls that change nothing and are explained, because they restrict no other call. */
  #step(state: State, calls: readonly SeatCall[]): Step {
    this.#steps += 1;
    let left = calls;
    const taken: SeatCall[] = [];
    for (;;) {
      const firstEnd = Math.min(...left.map(({ end }) => end));
      const candidates: Step["candidates"] = [];
      const idle: SeatCall[] = [];
      for (const call of left) {
        if (call.begin > firstEnd) continue;
        const { outcome, next } = apply(state, call, this.#capacity);
        if (call.outcome !== null && !isSame(outcome, call.outcome)) continue;
        if (next !== null) candidates.push({ call, next });
        else if (call.outcome !== null) idle.push(call);
      }
      if (idle.length === 0) {
        this.#note(left, firstEnd);
        return { state, left, candidates, taken };
      }
      taken.push(...idle);
      left = left.filter((call) => !idle.includes(call));
    }
  }

  #note(left: readonly SeatCall[], firstEnd: number): void {
    if (this.#deepest.count >= 0 && left.length >= this.#deepest.count) return;
    const stuck = left.find(({ end, outcome }) => outcome !== null && end <= firstEnd) ?? left[0];
    const says = stuck === undefined ? "nothing" : `${JSON.stringify(stuck.action)} of ${stuck.guest}`;
    this.#deepest = { count: left.length, stuck: `${says}, answered ${JSON.stringify(stuck?.outcome)}` };
  }
}

/** The model: returns the response to a call in a state, and the next state; null if it changes nothing. */
function apply(
  state: State,
  { guest, action }: SeatCall,
  capacity: number,
): { outcome: SeatOutcome; next: (() => State) | null } {
  const party = state.parties.get(guest);
  const refused = (reason: Extract<SeatOutcome, { refused: string }>["refused"]) => ({
    outcome: { refused: reason },
    next: null,
  });
  const becomes = (after: Party, line: readonly string[]) => ({
    outcome: after,
    next: () => changed(state, guest, after, line),
  });
  const without = state.line.filter((other) => other !== guest);
  if (action.kind === "answer") {
    return party === undefined ? first(state, guest, action.heads, capacity) : refused("exists");
  }
  if (party === undefined) return refused("no_answer");
  switch (action.kind) {
    case "read":
      return { outcome: party, next: null };
    case "offer": {
      const turn = state.line.find((other) => (state.parties.get(other)?.heads ?? 0) <= capacity - state.held);
      return turn === guest ? becomes({ ...party, seat: "offered" }, without) : refused("no_offer");
    }
    case "accept":
      return party.seat === "offered" ? becomes({ ...party, seat: "confirmed" }, without) : refused("no_offer");
    case "pass":
      return party.seat === "offered" ? becomes({ seat: null, heads: 0 }, without) : refused("no_offer");
    case "edit":
      if (action.heads === 0) return becomes({ seat: null, heads: 0 }, without);
      return party.seat === null
        ? first(state, guest, action.heads, capacity)
        : resized(state, guest, party, action.heads, capacity);
  }
}

function first(state: State, guest: string, heads: number, capacity: number) {
  const fits = hasRoom(state, heads, capacity);
  const party: Party = { seat: fits ? "confirmed" : "waitlisted", heads };
  return { outcome: party, next: () => changed(state, guest, party, fits ? state.line : [...state.line, guest]) };
}

function resized(state: State, guest: string, party: Party, heads: number, capacity: number) {
  const isFree = party.seat === "waitlisted" || heads <= party.heads || hasRoom(state, heads - party.heads, capacity);
  if (!isFree) return { outcome: { refused: "full" as const }, next: null };
  const after = { ...party, heads };
  return { outcome: after, next: () => changed(state, guest, after, state.line) };
}

/** True if seats are free and no waitlisted party fits into the remaining ones. */
function hasRoom({ held, smallest }: State, heads: number, capacity: number): boolean {
  return heads <= capacity - held && smallest > capacity - held;
}

function changed({ parties, held }: State, guest: string, after: Party, line: readonly string[]): State {
  const headsOf = (party: Party | undefined) =>
    party?.seat === "confirmed" || party?.seat === "offered" ? party.heads : 0;
  const next = new Map(parties).set(guest, after);
  return {
    parties: next,
    line,
    held: held - headsOf(parties.get(guest)) + headsOf(after),
    smallest: Math.min(...line.map((waiting) => next.get(waiting)?.heads ?? Number.POSITIVE_INFINITY)),
  };
}

function isSame(found: SeatOutcome, answered: SeatOutcome): boolean {
  if ("refused" in found || "refused" in answered) {
    return "refused" in found && "refused" in answered && found.refused === answered.refused;
  }
  return found.seat === answered.seat && found.heads === answered.heads;
}
