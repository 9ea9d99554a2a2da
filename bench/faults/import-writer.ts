import { type Host, MAX_GUESTS, send } from "./host.ts";
import type { KillableWorker } from "./killable-worker.ts";

/** Large enough that a kill finds some of them in the middle. */
const ROWS = 250;

interface Import {
  eventId: string;
  /** What the names of its guests begin with. */
  mark: string;
  acknowledged: boolean;
}

/**
 * Imports lists of guests without addresses, so that nothing but the key keeps a list from being imported twice. Each is
 * sent with its own key until it is answered.
 */
export class ImportWriter {
  acknowledged = 0;
  sentAgain = 0;
  /** Answers that were neither a success nor lost. */
  refused = 0;
  readonly #imports: Import[] = [];
  readonly #host: Host;
  readonly #number: number;

  constructor(host: Host, number: number) {
    this.#host = host;
    this.#number = number;
  }

  async run(ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      const eventId = await this.#host.makeEvent();
      for (let sent = 0; sent < MAX_GUESTS && !ending.aborted; sent += ROWS) await this.#import(eventId);
    }
  }

  /** Compares what was acknowledged with what is there. */
  async judge(worker: KillableWorker): Promise<{ imports: number; lost: number; half: number; twice: number }> {
    const found = { imports: this.#imports.length, lost: 0, half: 0, twice: 0 };
    for (const { eventId, mark, acknowledged } of this.#imports) {
      const [row] = await worker.sql<{ count: number }>(
        "select count(*) as count from guests where event_id = ? and name like ? || ' %'",
        eventId,
        mark,
      );
      const count = row?.count ?? 0;
      if (acknowledged && count < ROWS) found.lost += 1;
      if (count % ROWS !== 0) found.half += 1;
      if (count > ROWS) found.twice += 1;
    }
    return found;
  }

  async #import(eventId: string): Promise<void> {
    const entry: Import = { eventId, mark: `List ${this.#number}-${this.#imports.length}`, acknowledged: false };
    this.#imports.push(entry);
    const rows = Array.from({ length: ROWS }, (_, index) => `${entry.mark} guest ${index},2`);
    const body = ["name,party_size", ...rows].join("\r\n");
    const headers = {
      authorization: `Bearer ${this.#host.token}`,
      "content-type": "text/csv",
      "idempotency-key": crypto.randomUUID(),
    };
    for (;;) {
      const outcome = await send(this.#host.url, "POST", `/events/${eventId}/guests/import`, body, headers);
      if (outcome === "unknown") {
        this.sentAgain += 1;
        continue;
      }
      if (outcome.status === 201) {
        entry.acknowledged = true;
        this.acknowledged += ROWS;
      } else {
        this.refused += 1;
        console.error(`an import was answered ${outcome.status}: ${outcome.body}`);
      }
      return;
    }
  }
}
