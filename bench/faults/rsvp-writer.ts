import { type Host, type InvitedGuest, send } from "./host.ts";
import type { KillableWorker } from "./killable-worker.ts";

/** Edits of each RSVP. */
const EDITS = 2;

interface Guest extends InvitedGuest {
  /** The last acknowledged `plus_ones`; null before the RSVP. */
  plusOnes: number | null;
  /** Acknowledged edits. */
  edits: number;
  /** Requests whose responses were lost: they may have been executed. */
  unknown: number;
}

/** Sends RSVPs and edits them. A request whose response was lost is repeated. */
export class RsvpWriter {
  acknowledged = 0;
  repeated = 0;
  /** Responses that were neither a success nor the expected conflict of a repetition. */
  refused = 0;
  readonly #guests: Guest[];
  readonly #host: Host;
  readonly #eventId: string;

  private constructor(host: Host, eventId: string, guests: Guest[]) {
    this.#host = host;
    this.#eventId = eventId;
    this.#guests = guests;
  }

  /** Creates an event with the maximum number of guests, and `count` writers that share them. */
  static async makeAll(host: Host, count: number): Promise<RsvpWriter[]> {
    const { eventId, guests: invited } = await host.inviteAll();
    const guests = invited.map((guest): Guest => ({ ...guest, plusOnes: null, edits: 0, unknown: 0 }));
    return Array.from(
      { length: count },
      (_, writer) =>
        new RsvpWriter(
          host,
          eventId,
          guests.filter((_, index) => index % count === writer),
        ),
    );
  }

  async run(signal: AbortSignal): Promise<void> {
    for (const guest of this.#guests) {
      if (signal.aborted) return;
      await this.#write(guest, "POST", "/rsvp", 0);
      for (let edit = 1; edit <= EDITS && !signal.aborted; edit++) {
        await this.#write(guest, "PATCH", `/rsvp/${guest.token}`, edit);
      }
    }
  }

  /** Compares what was acknowledged with the database. */
  async verify(worker: KillableWorker): Promise<{ rsvps: number; edits: number; lost: number }> {
    const rows = await worker.sql<{ guest_id: string; plus_ones: number; edit_count: number }>(
      "select guest_id, plus_ones, edit_count from rsvps where event_id = ?",
      this.#eventId,
    );
    const stored = new Map(rows.map((row) => [row.guest_id, row] as const));
    const found = { rsvps: 0, edits: 0, lost: 0 };
    for (const { id, plusOnes, edits, unknown } of this.#guests) {
      if (plusOnes === null) continue;
      found.rsvps += 1;
      found.edits += edits;
      const row = stored.get(id);
      const known = row !== undefined && row.edit_count >= edits && row.edit_count <= edits + unknown;
      if (!known || row.plus_ones !== plusOnes) found.lost += 1;
    }
    return found;
  }

  async #write(guest: Guest, method: "POST" | "PATCH", path: string, plusOnes: number): Promise<void> {
    const rsvp = { response: "attending", plus_ones: plusOnes };
    const body = JSON.stringify(method === "POST" ? { token: guest.token, ...rsvp } : rsvp);
    const headers = { "content-type": "application/json", "user-agent": "kill-writes" };
    for (let again = false; ; again = true) {
      const outcome = await send(this.#host.url, method, path, body, headers);
      if (outcome === "unknown") {
        this.repeated += 1;
        guest.unknown += 1;
        continue;
      }
      // The first request was executed and only its response was lost.
      const isKnownConflict = again && method === "POST" && outcome.status === 409;
      if (outcome.status < 300 || isKnownConflict) {
        guest.plusOnes = plusOnes;
        if (method === "PATCH") guest.edits += 1;
        this.acknowledged += 1;
        return;
      }
      // Repeated more often than there are edits left.
      if (again && method === "PATCH" && outcome.status === 409) return;
      this.refused += 1;
      console.error(`${method} ${path.split("/")[1]} was refused with ${outcome.status}: ${outcome.body}`);
      return;
    }
  }
}
