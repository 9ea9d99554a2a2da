import type { DoorApi, Match, Preview } from "./door-api.ts";
import { type GuestKey, isWalkIn, type OfflineScanQueue, type Scan, type WalkIn } from "./offline-scan-queue.ts";
import { clock, people, reasonWords, refusal, type Verdict } from "./verdict.ts";
import type { VerdictPanel } from "./verdict-panel.ts";

/** A code that was out of view for this long is scanned again. */
const RESCAN_AFTER_MS = 3_000;

/** Checks guests in: takes scans and chosen guests, asks for the headcount or a decision, records, and shows the verdict. */
export class Door {
  readonly #api: DoorApi;
  readonly #scans: OfflineScanQueue;
  readonly #panel: VerdictPanel;
  readonly #onChange: () => void;
  #lastCode = { text: "", seenAt: 0 };

  constructor(api: DoorApi, scans: OfflineScanQueue, panel: VerdictPanel, onChange: () => void) {
    this.#api = api;
    this.#scans = scans;
    this.#panel = panel;
    this.#onChange = onChange;
  }

  /** Handles a code of the camera, which reports it many times a second. */
  async onCameraCode(text: string, askHeadcount: boolean): Promise<void> {
    const now = Date.now();
    const isNew = text !== this.#lastCode.text || now - this.#lastCode.seenAt > RESCAN_AFTER_MS;
    if (this.#panel.isBusy && !isNew) this.#lastCode.seenAt = now;
    if (this.#panel.isBusy) return;
    this.#lastCode = { text, seenAt: now };
    if (isNew) await this.scan(text, askHeadcount);
  }

  /** Handles one scan. */
  async scan(text: string, askHeadcount: boolean): Promise<void> {
    const scan = newScan({ qr_token: text });
    if (!askHeadcount) return void (await this.#record(scan));
    const reply = await this.#api.post<Preview>("check-in/preview", scan.key);
    if (reply.state === "refused") return this.#panel.show(refusal(reply.status, reply.problem));
    if (reply.state === "unavailable" || reply.body.verdict === "already_checked_in")
      return void (await this.#record(scan));
    const { guest, expected_party_size: expected, reasons, needs_override } = reply.body;
    const note = reasons.length > 0 ? `This guest ${reasonWords(reasons)}.` : `${people(expected)} expected`;
    this.#ask({ ...scan, name: guest.name, ...(needs_override ? { override: true } : {}) }, note, expected);
  }

  /** Asks for the headcount of a guest who was found by name. */
  confirmGuest({ guest, response, expected_party_size: expected }: Match): void {
    const declined = response === "declined";
    const note = declined ? `This guest ${reasonWords(["declined"])}.` : `${people(expected)} expected`;
    const scan = newScan({ guest_id: guest.id });
    this.#ask({ ...scan, name: guest.name, ...(declined ? { override: true } : {}) }, note, expected);
  }

  /** @returns whether the walk-in is recorded, by the service or on this phone */
  walkIn(name: string, arrivalCount: number): Promise<boolean> {
    return this.#record({ ...newScan({ walk_in: name }), name, arrivalCount });
  }

  /** Checks a guest in despite the reasons against it. */
  async override(scan: Scan): Promise<void> {
    this.#scans.remove(scan.nonce);
    await this.#record({ ...scan, override: true });
  }

  #ask(scan: Scan<GuestKey>, note: string, expected: number): void {
    this.#panel.askHeadcount({ name: scan.name ?? "", note, expected }, (arrivalCount) => {
      void this.#record({ ...scan, arrivalCount });
    });
  }

  /** @returns whether the scan is recorded, by the service or on this phone */
  async #record(scan: Scan): Promise<boolean> {
    const before = isWalkIn(scan.key)
      ? undefined
      : this.#scans.waiting().find((waiting) => sameGuest(waiting.scan, scan));
    let verdict: Verdict | null;
    try {
      verdict = await this.#scans.record(scan);
    } catch {
      verdict = {
        tone: "red",
        title: "Not saved",
        detail: "This phone's memory is full. Note the name.",
        undecided: false,
      };
    }
    if (verdict === null) this.#panel.show(queuedVerdict(scan, before?.scan, this.#scans.isBusy));
    else if (verdict.undecided) this.#panel.show(await this.#withName(verdict, scan), this.#decision(scan));
    else this.#panel.show(verdict);
    this.#onChange();
    return verdict === null || verdict.tone === "green";
  }

  /** A phone that may not decide shows the reason, and the host lets the guest in. */
  #decision(scan: Scan) {
    if (!this.#api.may("override")) return [];
    return [
      { text: "Let in anyway", act: () => void this.override(scan) },
      { text: "Do not let in", plain: true, act: () => undefined },
    ];
  }

  async #withName(verdict: Verdict, scan: Scan): Promise<Verdict> {
    if (isWalkIn(scan.key)) return verdict;
    const reply = await this.#api.post<Preview>("check-in/preview", scan.key);
    return reply.state === "done" ? { ...verdict, title: reply.body.guest.name } : verdict;
  }
}

function newScan<Key extends GuestKey | WalkIn>(key: Key): Scan<Key> {
  return { nonce: crypto.randomUUID(), key, scannedAt: new Date().toISOString() };
}

function sameGuest(a: Scan, b: Scan): boolean {
  return JSON.stringify(a.key) === JSON.stringify(b.key);
}

/** The verdict of a scan that waits, for the network or because there were too many: red when this phone has scanned the same code before. */
function queuedVerdict(scan: Scan, before: Scan | undefined, isBusy: boolean): Verdict {
  const who = scan.name ?? "Saved";
  if (before === undefined) {
    const detail = isBusy
      ? "Too many at once. This will be sent in a moment."
      : "There is no network. This will be sent when it is back.";
    return { tone: "amber", title: who, detail, undecided: false };
  }
  const title = "Scanned before";
  return {
    tone: "red",
    title,
    detail: `This phone saw the same code at ${clock(before.scannedAt)}.`,
    undecided: false,
  };
}
