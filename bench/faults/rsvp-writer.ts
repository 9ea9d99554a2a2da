import { type Host, type InvitedGuest, send } from "./host.ts";
import type { KillableWorker } from "./killable-worker.ts";

/** Each guest answers, and changes their mind as often. */
const EDITS = 2;

interface Guest extends InvitedGuest {
  /** The companions that were named last, of what was acknowledged; null before the first answer. */
  plusOnes: number | null;
  /** Edits that were acknowledged. */
  edits: number;
  /** Requests whose answers were lost: they may have been done. */
  unknown: number;
}

/** Answers invitations, and edits the answers. A request whose answer is lost is sent again as a person would. */
export class RsvpWriter {
  acknowledged = 0;
  sentAgain = 0;
  /** Answers that were neither a success nor what a repetition gets. */
  refused = 0;
  readonly #guests: Guest[];
  readonly #host: Host;
  readonly #eventId: string;

  private constructor(host: Host, eventId: string, guests: Guest[]) {
    this.#host = host;
    this.#eventId = eventId;
    this.#guests = guests;
  }

  /** Makes an event with as many guests as it may have, and as many writers for them. */
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

  async run(ending: AbortSignal): Promise<void> {
    for (const guest of this.#guests) {
      if (ending.aborted) return;
      await this.#write(guest, "POST", "/rsvp", 0);
      for (let edit = 1; edit <= EDITS && !ending.aborted; edit++) {
        await this.#write(guest, "PATCH", `/rsvp/${guest.token}`, edit);
      }
    }
  }

  /** Compares what was acknowledged with what is there. */
  async judge(worker: KillableWorker): Promise<{ answers: number; edits: number; lost: number }> {
    const rows = await worker.sql<{ guest_id: string; plus_ones: number; edit_count: number }>(
      "select guest_id, plus_ones, edit_count from rsvps where event_id = ?",
      this.#eventId,
    );
    const stored = new Map(rows.map((row) => [row.guest_id, row] as const));
    const found = { answers: 0, edits: 0, lost: 0 };
    for (const { id, plusOnes, edits, unknown } of this.#guests) {
      if (plusOnes === null) continue;
      found.answers += 1;
      found.edits += edits;
      const row = stored.get(id);
      const known = row !== undefined && row.edit_count >= edits && row.edit_count <= edits + unknown;
      if (!known || row.plus_ones !== plusOnes) found.lost += 1;
    }
    return found;
  }

  async #write(guest: Guest, method: "POST" | "PATCH", path: string, plusOnes: number): Promise<void> {
    const answer = { response: "attending", plus_ones: plusOnes };
    const body = JSON.stringify(method === "POST" ? { token: guest.token, ...answer } : answer);
    const headers = { "content-type": "application/json", "user-agent": "kill-writes" };
    for (let again = false; ; again = true) {
      const outcome = await send(this.#host.url, method, path, body, headers);
      if (outcome === "unknown") {
        this.sentAgain += 1;
        guest.unknown += 1;
        continue;
      }
      // The first try was written and only its answer was lost: the guest is told so, and it counts once.
      const repeated = again && method === "POST" && outcome.status === 409;
      if (outcome.status < 300 || repeated) {
        guest.plusOnes = plusOnes;
        if (method === "PATCH") guest.edits += 1;
        this.acknowledged += 1;
        return;
      }
      // Sent again more often than there are edits left.
      if (again && method === "PATCH" && outcome.status === 409) return;
      this.refused += 1;
      console.error(`${method} ${path.split("/")[1]} was answered ${outcome.status}: ${outcome.body}`);
      return;
    }
  }
}
