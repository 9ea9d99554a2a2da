import type { CheckIn, DoorApi, DoorGuest, Match, Preview } from "./door-api.ts";
import type { Done, JustCheckedIn } from "./just-checked-in.ts";
import { type GuestKey, isWalkIn, type OfflineScanQueue, type Scan, type WalkIn } from "./offline-scan-queue.ts";
import { clock, t } from "./texts.ts";
import { letIn, reasonWords, refusal, type Verdict, whereAndWith } from "./verdict.ts";
import type { VerdictPanel } from "./verdict-panel.ts";

/** A code that was out of view for this long is scanned again. */
const RESCAN_AFTER_MS = 3_000;
/** The most people of one check-in. */
const MAX_PARTY = 20;

/** Checks guests in: takes scans and chosen guests, asks for the headcount or a decision, records, and shows the verdict. */
export class Door {
  readonly #api: DoorApi;
  readonly #scans: OfflineScanQueue;
  readonly #panel: VerdictPanel;
  readonly #recent: JustCheckedIn;
  readonly #onChange: () => void;
  #lastCode = { text: "", seenAt: 0 };

  constructor(api: DoorApi, scans: OfflineScanQueue, panel: VerdictPanel, recent: JustCheckedIn, onChange: () => void) {
    this.#api = api;
    this.#scans = scans;
    this.#panel = panel;
    this.#recent = recent;
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
    const isOverride = needs_override && this.#api.may("override");
    this.#ask({ ...scan, name: guest.name, ...(isOverride ? { override: true } : {}) }, guest, reasons, expected);
  }

  /** Asks for the headcount of a guest who was found by name. */
  confirmGuest({ guest, response, expected_party_size: expected }: Match): void {
    const isOverride = response === "declined" && this.#api.may("override");
    const scan = {
      ...newScan({ guest_id: guest.id }),
      name: guest.name,
      ...(isOverride ? { override: true as const } : {}),
    };
    this.#ask(scan, guest, response === "declined" ? ["declined"] : [], expected);
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

  #ask(scan: Scan<GuestKey>, guest: DoorGuest, reasons: readonly string[], expected: number): void {
    const why = reasons.length > 0 ? reasonWords(reasons) : t("expected", { count: expected });
    const note = [why, ...whereAndWith(guest)].join(" · ");
    this.#panel.askHeadcount({ name: guest.name, note, expected, most: MAX_PARTY }, (arrivalCount) => {
      void this.#record({ ...scan, arrivalCount });
    });
  }

  /** Offers to add those of a party who came later. */
  #askMore(verdict: Verdict, partly: CheckIn): void {
    const { title: name, detail: note } = verdict;
    const nonce = crypto.randomUUID();
    const asked = { name, note, expected: partly.remaining, most: MAX_PARTY - partly.arrival_count };
    this.#panel.askMore(asked, (count) => void this.#addArrivals(partly, count, nonce));
  }

  async #addArrivals(partly: CheckIn, count: number, nonce: string): Promise<void> {
    const reply = await this.#api.post<CheckIn>(`check-ins/${partly.id}/arrivals`, { arrival_count: count, nonce });
    if (reply.state === "done") this.#panel.show(letIn(reply.body));
    else if (reply.state === "refused") this.#panel.show(refusal(reply.status, reply.problem));
    else {
      const again = { text: t("try-again"), act: () => void this.#addArrivals(partly, count, nonce) };
      const verdict: Verdict = {
        tone: "amber",
        title: partly.guest.name,
        detail: t("not-saved"),
        undecided: true,
      };
      this.#panel.show(verdict, [again, { text: t("not-now"), plain: true, act: () => undefined }]);
    }
    this.#onChange();
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
        title: t("not-stored-title"),
        detail: t("not-stored"),
        undecided: false,
      };
    }
    if (verdict === null) this.#panel.show(queuedVerdict(scan, before?.scan, this.#scans.isBusy));
    else if (verdict.partly !== undefined) this.#askMore(verdict, verdict.partly);
    else if (verdict.undecided) this.#panel.show(await this.#withName(verdict, scan), this.#decision(scan));
    else if (verdict.checkInId !== undefined && !isWalkIn(scan.key)) {
      const done = { name: verdict.title, checkInId: verdict.checkInId, nonce: scan.nonce };
      const undo = () => void this.#undo(done);
      this.#recent.add(done, undo);
      this.#panel.show(verdict, [], [{ text: t("undo"), plain: true, act: undo }]);
    } else this.#panel.show(verdict);
    this.#onChange();
    return verdict === null || verdict.tone === "green";
  }

  async #undo(done: Done): Promise<void> {
    const reply = await this.#api.delete(`check-ins/${done.checkInId}?nonce=${done.nonce}`);
    const base = { tone: "amber", title: done.name, undecided: false } as const;
    if (reply.state === "refused") this.#panel.show(refusal(reply.status, reply.problem));
    else if (reply.state === "done") this.#panel.show({ ...base, detail: t("undone") });
    else this.#panel.show({ ...base, detail: t("not-undone") });
    if (reply.state !== "unavailable") this.#recent.remove(done);
    this.#onChange();
  }

  /** A phone that may not decide shows the reason, and the host decides. */
  #decision(scan: Scan) {
    if (!this.#api.may("override")) return [];
    return [
      { text: t("override"), act: () => void this.override(scan) },
      { text: t("turn-away"), plain: true, act: () => undefined },
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
  const who = scan.name ?? t("saved-offline");
  if (before === undefined) {
    const detail = isBusy ? t("busy") : scan.name === undefined ? t("name-unknown") : t("syncs-later");
    return { tone: "amber", title: who, detail, undecided: false };
  }
  const title = t("scanned-title");
  return {
    tone: "red",
    title,
    detail: t("scanned", { time: clock(before.scannedAt) }),
    undecided: false,
  };
}
