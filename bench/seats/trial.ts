import { mkdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../../testkit/random.ts";
import { explain, type SeatCall } from "../../testkit/seat-history.ts";
import { makeHost, send, sendUntilAnswered } from "../faults/host.ts";
import { type KillableWorker, prepareWorker, startWorker, type WorkerSetup } from "../faults/killable-worker.ts";
import { Party } from "./party.ts";
import { historyOf, type LoggedChange, SEAT_LOG } from "./seat-log.ts";

/** Bounds of the random time until a Worker is killed. */
const LIFETIME_MS = { min: 600, max: 1_800 };
/** Changes of mind, by guests with a seat and by guests who wait. */
const CHANGES = 60;
/** Two rounds of the Scheduler, which relays what a killed Worker left behind. */
const SETTLE_MS = 75_000;
/** A killed Worker answers no statement. */
const SQL_TIMEOUT_MS = 3_000;
const READERS = 40;

/** A row of an answer. */
interface Seated {
  guest_id: string;
  seat: string | null;
  heads: number;
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
  #isDown = false;

  private constructor(
    run: { setup: WorkerSetup; worker: KillableWorker; random: Random; calls: SeatCall[] },
    event: { id: string; parties: { party: Party; heads: number }[]; capacity: number },
  ) {
    this.#setup = run.setup;
    this.#worker = run.worker;
    this.#random = run.random;
    this.#calls = run.calls;
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
    const parties = items.map(({ guest_id, link }, index) => {
      const guest = { id: guest_id, token: link.split("/i/")[1] ?? "" };
      return { party: new Party(guest, host.url, calls, random), heads: sizes[index] ?? 1 };
    });
    return new SeatTrial({ setup, worker, random, calls }, { id, parties, capacity });
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
      await pause(LIFETIME_MS.min + Math.random() * (LIFETIME_MS.max - LIFETIME_MS.min));
      this.#isDown = true;
      await this.#worker.kill();
      this.#worker = await startWorker(this.#setup);
      this.#isDown = false;
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

  async #answerOffers(): Promise<void> {
    const byGuest = new Map(this.#parties.map(({ party }) => [party.id, party] as const));
    while (!this.#isOver) {
      const open = await this.#answersWith("offered");
      await Promise.all(open.map(({ guest_id }) => byGuest.get(guest_id)?.answerOffer()));
      await pause(100);
    }
  }

  async #changeMinds(): Promise<void> {
    for (let count = 0; count < CHANGES; count++) {
      const seat = this.#random.chance(0.7) ? "confirmed" : "waitlisted";
      const rows = await this.#answersWith(seat);
      const row = rows.length === 0 ? undefined : this.#random.pick(rows);
      const found = this.#parties.find(({ party }) => party.id === row?.guest_id)?.party;
      if (found === undefined || found.edits >= 3) continue;
      await found.edit(this.#random.chance(0.6) ? 0 : this.#random.between(1, 4));
    }
  }

  /** Waits until all messages are consumed, nobody thinks an offer over, and nobody who waits fits. */
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

  /** The answers with a seat now; none while the Worker is down. */
  async #answersWith(seat: string): Promise<Seated[]> {
    if (this.#isDown) return [];
    const found = this.#worker.sql<Seated>(
      "select guest_id, seat, heads from rsvps where event_id = ? and seat = ?",
      this.#eventId,
      seat,
    );
    return Promise.race([found, pause(SQL_TIMEOUT_MS, [])]).catch(() => []);
  }
}
