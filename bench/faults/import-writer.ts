import { type Host, MAX_GUESTS, send } from "./host.ts";
import type { KillableWorker } from "./killable-worker.ts";

/** Large enough that a kill interrupts some of the imports. */
const ROWS = 250;

interface Import {
  eventId: string;
  /** Prefix of its guests' names. */
  prefix: string;
  acknowledged: boolean;
}

/**
 * Imports guest lists, each with its own `Idempotency-Key`, until there is a response. The guests have no addresses,
 * so that nothing but the key prevents a second import.
 */
export class ImportWriter {
  acknowledged = 0;
  repeated = 0;
  /** Number of error responses. */
  refused = 0;
  readonly #imports: Import[] = [];
  readonly #host: Host;
  readonly #number: number;

  constructor(host: Host, number: number) {
    this.#host = host;
    this.#number = number;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const eventId = await this.#host.makeEvent();
      for (let sent = 0; sent < MAX_GUESTS && !signal.aborted; sent += ROWS) await this.#import(eventId);
    }
  }

  /** Compares what was acknowledged with the database. */
  async verify(
    worker: KillableWorker,
  ): Promise<{ imports: number; lost: number; partial: number; duplicated: number }> {
    const found = { imports: this.#imports.length, lost: 0, partial: 0, duplicated: 0 };
    for (const { eventId, prefix, acknowledged } of this.#imports) {
      const [row] = await worker.sql<{ count: number }>(
        "select count(*) as count from guests where event_id = ? and name like ? || ' %'",
        eventId,
        prefix,
      );
      const count = row?.count ?? 0;
      if (acknowledged && count < ROWS) found.lost += 1;
      if (count % ROWS !== 0) found.partial += 1;
      if (count > ROWS) found.duplicated += 1;
    }
    return found;
  }

  async #import(eventId: string): Promise<void> {
    const entry: Import = { eventId, prefix: `List ${this.#number}-${this.#imports.length}`, acknowledged: false };
    this.#imports.push(entry);
    const rows = Array.from({ length: ROWS }, (_, index) => `${entry.prefix} guest ${index},2`);
    const body = ["name,party_size", ...rows].join("\r\n");
    const headers = {
      authorization: `Bearer ${this.#host.token}`,
      "content-type": "text/csv",
      "idempotency-key": crypto.randomUUID(),
    };
    for (;;) {
      const outcome = await send(this.#host.url, "POST", `/events/${eventId}/guests/import`, body, headers);
      if (outcome === "unknown") {
        this.repeated += 1;
        continue;
      }
      if (outcome.status === 201) {
        entry.acknowledged = true;
        this.acknowledged += ROWS;
      } else {
        this.refused += 1;
        console.error(`an import was refused with ${outcome.status}: ${outcome.body}`);
      }
      return;
    }
  }
}
