import type { CheckIn, DoorApi, Reply } from "./door-api.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/** A guest of the list, by door code or by id. */
export type GuestKey = { qr_token: string } | { guest_id: string };

/** The name of a guest who is not on the list. */
export type WalkIn = { walk_in: string };

/** A check-in to be sent. The nonce makes it one check-in, however often it is sent. */
export interface Scan<Key = GuestKey | WalkIn> {
  nonce: string;
  key: Key;
  /** ISO 8601. */
  scannedAt: string;
  arrivalCount?: number;
  override?: true;
  /** The name to show until the service returns one. */
  name?: string;
}

/** A stored scan: `verdict` is null until it was sent. */
export interface OfflineScan {
  scan: Scan;
  verdict: Verdict | null;
}

/**
 * Scans in local storage, each under its own key, so that two tabs do not overwrite each other. A scan is stored before it
 * is sent and removed after the response, so that none is lost when the phone turns off in between.
 */
export class OfflineScanQueue {
  readonly #prefix: string;
  readonly #api: DoorApi;
  #sending: Promise<number | null> | null = null;
  /** The service has refused the ticket: scans wait for a new scanner link, not for the network. */
  #ticketEnded = false;
  #isBusy = false;

  constructor(eventId: string, api: DoorApi) {
    this.#prefix = `usher.scan.${eventId}.`;
    this.#api = api;
  }

  /** Whether the last scan waits because this phone has sent too many in a minute, and not for the network. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** All stored scans, oldest first. */
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

  remove(nonce: string): void {
    localStorage.removeItem(this.#prefix + nonce);
  }

  /** Removes the scans that were sent and need no decision. */
  removeSent(): void {
    for (const { scan, verdict } of this.all()) if (verdict !== null && !verdict.undecided) this.remove(scan.nonce);
  }

  /**
   * Stores a scan and sends it, unless others wait for the network: then it waits too, without a delay at the door.
   * @returns the verdict, or null when the scan waits for the network
   * @throws DOMException when the local storage is full
   */
  async record(scan: Scan): Promise<Verdict | null> {
    const othersWait = this.waiting().length > 0;
    this.#store({ scan, verdict: null });
    if (othersWait && !this.#ticketEnded) return null;
    const reply = await this.#send(scan);
    const verdict = verdictOf(reply);
    if (verdict !== null && !isTicketRefused(reply)) this.remove(scan.nonce);
    return verdict;
  }

  /**
   * Sends the waiting scans one after the other until one gets no response, and stores their verdicts.
   * @returns milliseconds until the next try, or null when none is needed
   */
  sendWaiting(onSent: () => void): Promise<number | null> {
    this.#sending ??= this.#drain(onSent).finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #drain(onSent: () => void): Promise<number | null> {
    for (let [next] = this.waiting(); next !== undefined; [next] = this.waiting()) {
      const reply = await this.#send(next.scan);
      if (reply.state === "unavailable") return reply.retryMs;
      // It is sent when the event is opened with a new ticket.
      if (isTicketRefused(reply)) return null;
      this.#store({ scan: next.scan, verdict: verdictOf(reply) });
      onSent();
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
    this.#isBusy = reply.state === "unavailable" && reply.isBusy;
    if (reply.state !== "unavailable") this.#ticketEnded = isTicketRefused(reply);
    return reply;
  }

  #store(stored: OfflineScan): void {
    localStorage.setItem(this.#prefix + stored.scan.nonce, JSON.stringify(stored));
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
