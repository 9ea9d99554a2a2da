import { mkdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../../testkit/random.ts";
import { explain, type SeatCall } from "../../testkit/seat-history.ts";
import { type Host, makeHost, send, sendUntilAnswered } from "../faults/host.ts";
import { type KillableWorker, prepareWorker, startWorker, type WorkerSetup } from "../faults/killable-worker.ts";
import { Gate, Party } from "./party.ts";
import { historyOf, type LoggedChange, SEAT_LOG } from "./seat-log.ts";

/** Bounds of the random time until a Worker is killed. */
const LIFETIME_MS = { min: 50, max: 500 };
/** Changes of mind, by guests with a seat and by guests who wait. */
const CHANGES = 60;
/** Two rounds of the Scheduler, which relays what a killed Worker left behind. */
const SETTLE_MS = 75_000;
/** Longest time until a kill. */
const PROGRESS_MS = 10_000;
/** Below the host's limit of 300 requests a minute. */
const POLL_MS = 400;
const CHANGE_PAUSE_MS = 150;
const READERS = 40;

/** An item of the activity list. */
interface Offered {
  type: string;
  at: string;
  guest: { id: string };
}

/** The load on the real service. */
export class SeatTrial {
  readonly #setup: WorkerSetup;
  #worker: KillableWorker;
  readonly #eventId: string;
  readonly #parties: { party: Party; heads: number }[];
  readonly #capacity: number;
  readonly #calls: SeatCall[];
  readonly #random: Random;
  #isOver = false;
  readonly #gate: Gate;
  readonly #host: Host;

  private constructor(
    run: { setup: WorkerSetup; worker: KillableWorker; host: Host; random: Random; calls: SeatCall[]; gate: Gate },
    event: { id: string; parties: { party: Party; heads: number }[]; capacity: number },
  ) {
    this.#setup = run.setup;
    this.#worker = run.worker;
    this.#random = run.random;
    this.#calls = run.calls;
    this.#gate = run.gate;
    this.#host = run.host;
    this.#eventId = event.id;
    this.#parties = event.parties;
    this.#capacity = event.capacity;
  }

  /** Starts the Worker and invites a party of each size to an event with a waitlist. */
  static async begin(folder: string, sizes: readonly number[], capacity: number, random: Random): Promise<SeatTrial> {
    await mkdir(folder, { recursive: true });
    const setup = await prepareWorker(folder, {}, "bench/seats/doubling-worker.ts");
    const worker = await startWorker(setup);
    const host = await makeHost(worker);
    const id = await host.makeEvent();
    await sendUntilAnswered(host.url, "PATCH", `/events/${id}`, { capacity, waitlist: true }, host.token);
    const list = ["name", ...sizes.map((_, index) => `Guest ${index}`)].join("\r\n");
    const headers = { authorization: `Bearer ${host.token}`, "content-type": "text/csv" };
    const imported = await send(host.url, "POST", `/events/${id}/guests/import`, list, headers);
    if (imported === "unknown" || imported.status !== 201) throw new Error("the guest list was not imported");
    const path = `/events/${id}/guests/invitations/bulk`;
    const issued = await sendUntilAnswered(host.url, "POST", path, { notify: false }, host.token);
    const { items } = JSON.parse(issued) as { items: { guest_id: string; link: string }[] };
    for (const statement of SEAT_LOG) await worker.sql(statement);
    const calls: SeatCall[] = [];
    const gate = new Gate();
    const parties = items.map(({ guest_id, link }, index) => {
      const guest = { id: guest_id, token: link.split("/i/")[1] ?? "" };
      return { party: new Party(guest, host.url, { calls, random, gate }), heads: sizes[index] ?? 1 };
    });
    return new SeatTrial({ setup, worker, host, random, calls, gate }, { id, parties, capacity });
  }

  async run(kills: number) {
    const killing = this.#kill(kills);
    const offers = this.#answerOffers();
    await Promise.all(this.#parties.map(({ party, heads }) => party.answer(heads)));
    await this.#changeMinds();
    await killing;
    await this.#resendLost();
    const settled = await this.#settle();
    this.#isOver = true;
    await offers;
    await this.#readAll();
    const verdict = await this.#judge();
    await this.#worker.kill();
    return { ...verdict, passed: verdict.passed && settled, settled, kills };
  }

  async #kill(kills: number): Promise<void> {
    for (let count = 0; count < kills; count++) {
      await this.#progress(this.#parties.length / kills / 2);
      await pause(LIFETIME_MS.min + Math.random() * (LIFETIME_MS.max - LIFETIME_MS.min));
      this.#gate.close();
      await this.#worker.kill();
      this.#worker = await startWorker(this.#setup);
      this.#gate.open();
      const acknowledged = this.#calls.filter(({ outcome }) => outcome !== null).length;
      console.log(`${count + 1} kills, ${acknowledged} calls acknowledged`);
    }
  }

  /** Waits until `calls` more calls are acknowledged, at most `PROGRESS_MS`, so that a kill interrupts calls. */
  async #progress(calls: number): Promise<void> {
    const acknowledged = () => this.#calls.filter(({ outcome }) => outcome !== null).length;
    const enough = acknowledged() + calls;
    for (const deadline = Date.now() + PROGRESS_MS; Date.now() < deadline; await pause(50)) {
      if (acknowledged() >= enough) return;
    }
  }

  /** The local queue is in memory: what a kill took from it, a real one would deliver. */
  async #resendLost(): Promise<void> {
    const body = JSON.stringify({ event_id: this.#eventId });
    await this.#worker.sql(
      "insert into outbox (id, type, body, created_at) values (?, 'seats.offer', ?, 1)",
      crypto.randomUUID(),
      body,
    );
  }

  /**
   * Lets guests answer the offers that the activity shows. Not by SQL: a statement blocks the program that reads the
   * Worker's log, and a busy Worker then waits for its log to be read.
   */
  async #answerOffers(): Promise<void> {
    const byGuest = new Map(this.#parties.map(({ party }) => [party.id, party] as const));
    const seen = new Set<string>();
    const headers = { authorization: `Bearer ${this.#host.token}` };
    while (!this.#isOver) {
      await this.#gate.opened;
      const path = `/events/${this.#eventId}/activity?limit=50`;
      const answered = await send(this.#host.url, "GET", path, undefined, headers);
      const items =
        answered === "unknown" || answered.status !== 200 ? [] : (JSON.parse(answered.body).items as Offered[]);
      const fresh = items.filter(
        ({ type, at, guest }) => type === "waitlist.offered" && !seen.has(`${at} ${guest.id}`),
      );
      for (const { at, guest } of fresh) seen.add(`${at} ${guest.id}`);
      await Promise.all(fresh.map(({ guest }) => byGuest.get(guest.id)?.answerOffer()));
      await pause(POLL_MS);
    }
  }

  async #changeMinds(): Promise<void> {
    for (let count = 0; count < CHANGES; count++) {
      const seat = this.#random.chance(0.7) ? "confirmed" : "waitlisted";
      const found = this.#parties.filter(({ party }) => party.seat === seat && party.edits < 3);
      if (found.length > 0)
        await this.#random.pick(found).party.edit(this.#random.chance(0.6) ? 0 : this.#random.between(1, 4));
      await pause(CHANGE_PAUSE_MS);
    }
  }

  /** Waits until all messages are consumed, no offer is open, and no waitlisted party fits. */
  async #settle(): Promise<boolean> {
    for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline; await pause(500)) {
      const [[outbox], [open]] = await Promise.all([
        this.#worker.sql<{ count: number }>("select count(*) as count from outbox"),
        this.#worker.sql<{ offered: number; held: number; smallest: number | null }>(
          `select sum(seat = 'offered') as offered, min(iif(seat = 'waitlisted', heads, null)) as smallest,
             sum(iif(seat in ('confirmed', 'offered'), heads, 0)) as held from rsvps where event_id = ?`,
          this.#eventId,
        ),
      ]);
      if (outbox?.count !== 0 || open === undefined || open.offered > 0) continue;
      if ((open.smallest ?? Number.POSITIVE_INFINITY) > this.#capacity - open.held) return true;
    }
    return false;
  }

  async #readAll(): Promise<void> {
    const left = this.#parties.values();
    const reader = async () => {
      for (const { party } of left) await party.read();
    };
    await Promise.all(Array.from({ length: READERS }, reader));
  }

  async #judge() {
    const log = await this.#worker.sql<LoggedChange>("select * from seat_log order by seq");
    const [kept] = await this.#worker.sql<{ held: number }>(
      "select held from event_seats where event_id = ?",
      this.#eventId,
    );
    const history = historyOf(this.#calls, log);
    const began = Date.now();
    const verdict = explain(history, this.#capacity);
    const most = Math.max(0, ...log.map(({ held }) => held));
    const held = log.at(-1)?.held ?? 0;
    const unexpected = this.#parties.reduce((sum, { party }) => sum + party.unexpected, 0);
    const count = (kind: string) => history.filter(({ action, outcome }) => action.kind === kind && outcome).length;
    return {
      passed: verdict.explained && most <= this.#capacity && kept?.held === held && unexpected === 0,
      capacity: this.#capacity,
      most_heads_at_any_commit: most,
      heads_at_the_end: held,
      calls: history.length,
      acknowledged: history.filter(({ outcome }) => outcome !== null).length,
      unanswered: history.filter(({ outcome }) => outcome === null).length,
      answers: count("answer"),
      edits: count("edit"),
      offers: count("offer"),
      accepted: count("accept"),
      passed_on: count("pass"),
      unexpected,
      verdict: verdict.explained ? "an order of all calls explains every answer" : verdict.reason,
      checked_in_ms: Date.now() - began,
    };
  }
}
