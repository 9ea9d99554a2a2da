import type { CheckIn, DoorApi, Reply } from "./door-api.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/** A guest of the list, by what they showed or by name. */
export type GuestKey = { qr_token: string } | { guest_id: string };

/** Somebody who is not on the list. */
export type WalkIn = { walk_in: string };

/** An arrival as it was noted, to be sent once: whatever the network does, the nonce makes it one check-in. */
export interface Scan<Key = GuestKey | WalkIn> {
  nonce: string;
  key: Key;
  /** ISO 8601. */
  scannedAt: string;
  arrivalCount?: number;
  override?: true;
  /** A name to show while the server has not said one. */
  name?: string;
}

/** A scan that this phone remembers: it waits, or it was sent late and this is what came of it. */
export interface OfflineScan {
  scan: Scan;
  verdict: Verdict | null;
}

/**
 * The scans that have not been answered, each under a key of its own, so that two tabs do not overwrite one another. A
 * scan is kept before it is sent and forgotten when it was answered: a phone that dies in between loses none.
 */
export class OfflineScanQueue {
  readonly #prefix: string;
  readonly #api: DoorApi;
  #sending: Promise<number | null> | null = null;
  /** The service has refused the ticket: what waits does so for a new link, and not for the network. */
  #ticketEnded = false;

  constructor(eventId: string, api: DoorApi) {
    this.#prefix = `usher.scan.${eventId}.`;
    this.#api = api;
  }

  /** All of them, in the order in which they were made. */
  all(): OfflineScan[] {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    return keys
      .filter((key) => key.startsWith(this.#prefix))
      .flatMap((key) => read(localStorage.getItem(key)))
      .sort((a, b) => a.scan.scannedAt.localeCompare(b.scan.scannedAt));
  }

  waiting(): OfflineScan[] {
    return this.all().filter(({ verdict }) => verdict === null);
  }

  forget(nonce: string): void {
    localStorage.removeItem(this.#prefix + nonce);
  }

  forgetSettled(): void {
    for (const { scan, verdict } of this.all()) if (verdict !== null && !verdict.undecided) this.forget(scan.nonce);
  }

  /**
   * Keeps a scan and sends it, unless others wait for the network: then it waits with them, and nobody at the door for it.
   * @returns what the door says, or null when the scan waits for the network
   * @throws DOMException when this phone cannot keep anything more
   */
  async record(scan: Scan): Promise<Verdict | null> {
    const othersWait = this.waiting().length > 0;
    this.#keep({ scan, verdict: null });
    if (othersWait && !this.#ticketEnded) return null;
    const reply = await this.#send(scan);
    const verdict = verdictOf(reply);
    if (verdict !== null && !isTicketRefused(reply)) this.forget(scan.nonce);
    return verdict;
  }

  /**
   * Sends what waits, one after the other, until the network is gone again. What came of each stays to be seen.
   * @returns when to try again (milliseconds), or null when nothing waits
   */
  sendWaiting(onSettled: () => void): Promise<number | null> {
    this.#sending ??= this.#drain(onSettled).finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #drain(onSettled: () => void): Promise<number | null> {
    for (let [next] = this.waiting(); next !== undefined; [next] = this.waiting()) {
      const reply = await this.#send(next.scan);
      if (reply.state === "away") return reply.retryMs;
      // A new ticket for the same event will send it.
      if (isTicketRefused(reply)) return null;
      this.#keep({ scan: next.scan, verdict: verdictOf(reply) });
      onSettled();
    }
    return null;
  }

  async #send(scan: Scan): Promise<Reply<CheckIn>> {
    const { key, nonce, arrivalCount, override } = scan;
    const common = {
      scanned_at: scan.scannedAt,
      ...(arrivalCount === undefined ? {} : { arrival_count: arrivalCount }),
    };
    const reply = isWalkIn(key)
      ? await this.#api.post<CheckIn>("walk-ins", { ...common, name: key.walk_in }, { "Idempotency-Key": nonce })
      : await this.#api.post<CheckIn>("check-in", { ...common, ...key, nonce, ...(override ? { override } : {}) });
    if (reply.state !== "away") this.#ticketEnded = isTicketRefused(reply);
    return reply;
  }

  #keep(kept: OfflineScan): void {
    localStorage.setItem(this.#prefix + kept.scan.nonce, JSON.stringify(kept));
  }
}

export function isWalkIn(key: Scan["key"]): key is WalkIn {
  return "walk_in" in key;
}

function isTicketRefused(reply: Reply<unknown>): boolean {
  return reply.state === "refused" && reply.status === 401;
}

function read(text: string | null): OfflineScan[] {
  try {
    return text === null ? [] : [JSON.parse(text)];
  } catch {
    return [];
  }
}
