import type { DoorApi, Reply } from "./door-api.ts";
import type { CheckIn } from "./guest-shapes.ts";
import { isSameGuest, isWalkIn, type Scan } from "./scan-key.ts";
import { elsewhere, type ScanResult, verdictOf } from "./scan-result.ts";
import type { Vault } from "./vault.ts";

/** A stored scan: `verdict` is null until it was sent. */
export interface OfflineScan {
  scan: Scan;
  verdict: ScanResult | null;
}

/**
 * Encrypted scans in local storage. Each has its own storage key, so two tabs do not overwrite each other. A scan is
 * stored before it is sent and removed after the response, so it survives if the phone turns off in between.
 */
export class OfflineScanQueue {
  readonly #prefix: string;
  readonly #api: DoorApi;
  readonly #vault: Vault;
  /** Scans that were read from storage, by encrypted text, so each is decrypted once. */
  readonly #opened = new Map<string, OfflineScan>();
  #sending: Promise<number | null> | null = null;
  /** The scan that is being sent. */
  #inFlight: { nonce: string; settled: Promise<unknown> } | null = null;
  /** True if the service has rejected the ticket: scans wait for a new scanner link, not for the network. */
  #ticketEnded = false;
  #isBusy = false;

  constructor(eventId: string, api: DoorApi, vault: Vault) {
    this.#prefix = `usher.scan.${eventId}.`;
    this.#api = api;
    this.#vault = vault;
  }

  /** True if the last scan waits because this phone exceeded its scans per minute, not because of the network. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** All stored scans that this phone's keys open, oldest first. */
  async all(): Promise<OfflineScan[]> {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    const own = keys.filter((key) => key.startsWith(this.#prefix));
    const read = await Promise.all(own.map((key) => this.#read(localStorage.getItem(key) ?? "")));
    return read.flat().sort((a, b) => a.scan.scannedAt.localeCompare(b.scan.scannedAt));
  }

  async #read(text: string): Promise<OfflineScan[]> {
    const known = this.#opened.get(text) ?? (await this.#vault.unseal<OfflineScan>(text));
    if (known === undefined) return [];
    this.#opened.set(text, known);
    return [known];
  }

  async waiting(): Promise<OfflineScan[]> {
    return (await this.all()).filter(({ verdict }) => verdict === null);
  }

  /** True if a new scan would wait: without a network, or while earlier scans wait with a valid ticket. */
  async mustWait(): Promise<boolean> {
    if (!navigator.onLine) return true;
    return !this.#ticketEnded && (await this.waiting()).length > 0;
  }

  /** Encrypts everything again, with keys that the next scanner link can decrypt. */
  async sealAgain(): Promise<void> {
    for (const stored of await this.all()) await this.#store(stored);
  }

  remove(nonce: string): void {
    const text = localStorage.getItem(this.#prefix + nonce);
    if (text !== null) this.#opened.delete(text);
    localStorage.removeItem(this.#prefix + nonce);
  }

  /** Removes the scans that were sent and need no decision. */
  async removeSent(): Promise<void> {
    for (const { scan, verdict } of await this.all()) {
      if (verdict !== null && !verdict.undecided) this.remove(scan.nonce);
    }
  }

  /** Removes a scan that was not sent. @returns null, or the result of a scan that was sent */
  async takeBack(nonce: string): Promise<ScanResult | null> {
    if (this.#inFlight?.nonce === nonce) await this.#inFlight.settled;
    const stored = (await this.all()).find(({ scan }) => scan.nonce === nonce);
    if (stored?.verdict) return stored.verdict;
    this.remove(nonce);
    return null;
  }

  /**
   * Stores a scan and sends it, unless it has to wait: then it waits without a delay at the door.
   * @returns the verdict, or null when the scan waits
   * @throws DOMException when the local storage is full
   */
  async record(scan: Scan): Promise<ScanResult | null> {
    if (await this.mustWait()) {
      await this.#store({ scan, verdict: null });
      return null;
    }
    // Only now someone is there to answer. A repeated request has to be the same, so the scan keeps it.
    const asked: Scan = isWalkIn(scan.key) && scan.override !== true ? { ...scan, asks: true } : scan;
    await this.#store({ scan: asked, verdict: null });
    const reply = await this.#send(asked);
    const verdict = verdictOf(reply);
    if (verdict !== null && !isTicketRefused(reply)) this.remove(scan.nonce);
    return verdict;
  }

  /**
   * Sends the waiting scans one after the other until one gets no response, and stores their results.
   * @returns milliseconds until the next try, or null if none is needed
   */
  sendWaiting(onSent: (reply: Reply<CheckIn>) => void): Promise<number | null> {
    this.#sending ??= this.#drain(onSent).finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #drain(onSent: (reply: Reply<CheckIn>) => void): Promise<number | null> {
    for (let [next] = await this.waiting(); next !== undefined; [next] = await this.waiting()) {
      const { scan } = next;
      const attempt = this.#sendStored(scan);
      this.#inFlight = { nonce: scan.nonce, settled: attempt };
      const reply = await attempt;
      this.#inFlight = null;
      if (reply.state === "unavailable") return reply.retryMs;
      // It is sent when the event is opened with a new ticket.
      if (isTicketRefused(reply)) return null;
      onSent(reply);
    }
    return null;
  }

  async #sendStored(scan: Scan): Promise<Reply<CheckIn>> {
    const reply = await this.#send(scan);
    if (reply.state === "unavailable" || isTicketRefused(reply)) return reply;
    await this.#store({ scan, verdict: await this.#mergedVerdict(scan, reply) });
    return reply;
  }

  /**
   * Returns the result of a scan that was sent later. If another phone had checked the guest in, the result names it.
   */
  async #mergedVerdict(scan: Scan, reply: Reply<CheckIn>): Promise<ScanResult | null> {
    if (reply.state !== "refused" || reply.problem.error !== "already_checked_in") return verdictOf(reply);
    const others = (await this.all()).filter(({ scan: { nonce } }) => nonce !== scan.nonce);
    const isOwn = others.some((other) => other.verdict?.tone === "green" && isSameGuest(other.scan, scan));
    return isOwn ? verdictOf(reply) : (elsewhere(reply.problem) ?? verdictOf(reply));
  }

  async #send(scan: Scan): Promise<Reply<CheckIn>> {
    const { key, nonce, arrivalCount, override } = scan;
    const common = {
      scanned_at: scan.scannedAt,
      ...(arrivalCount === undefined ? {} : { arrival_count: arrivalCount }),
    };
    const reply = isWalkIn(key)
      ? await this.#api.post<CheckIn>(
          "walk-ins",
          { ...common, name: key.walk_in, ...(scan.asks && !override ? { same_name: "ask" } : {}) },
          { "Idempotency-Key": nonce },
        )
      : await this.#api.post<CheckIn>("check-in", { ...common, ...key, nonce, ...(override ? { override } : {}) });
    this.#isBusy = reply.state === "unavailable" && reply.isBusy;
    if (reply.state !== "unavailable") this.#ticketEnded = isTicketRefused(reply);
    return reply;
  }

  async #store(stored: OfflineScan): Promise<void> {
    const { nonce } = stored.scan;
    const text = await this.#vault.seal(stored);
    this.#opened.delete(localStorage.getItem(this.#prefix + nonce) ?? "");
    localStorage.setItem(this.#prefix + nonce, text);
    this.#opened.set(text, stored);
  }
}

function isTicketRefused(reply: Reply<unknown>): boolean {
  return reply.state === "refused" && reply.status === 401;
}
