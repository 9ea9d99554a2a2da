import { doorReasons, needsOverride } from "../../../kernel/door-reasons.ts";
import { MAX_PARTY } from "../../../kernel/max-party.ts";
import type { DoorApi, Match, Preview } from "./door-api.ts";
import type { GuestList } from "./guest-list.ts";
import type { DoorGuest } from "./guest-shapes.ts";
import type { Done, JustCheckedIn } from "./just-checked-in.ts";
import { LateArrivals } from "./late-arrivals.ts";
import type { OfflineDecision } from "./offline-decision.ts";
import { admittedOffline, notAdmittedOffline, queued, scannedBefore } from "./offline-result.ts";
import type { OfflineScanQueue } from "./offline-scan-queue.ts";
import type { VerdictPanel } from "./result-panel.ts";
import { type GuestKey, isSameGuest, isWalkIn, type Scan, type WalkIn } from "./scan-key.ts";
import { aboutMatch, nameOf, reasonWords, refusal, type ScanResult, sameName, tableAndParty } from "./scan-result.ts";
import { t } from "./texts.ts";

/** A code that was out of view for this long is scanned again. */
const RESCAN_AFTER_MS = 3_000;

/** Guests of one name that fit on a phone's screen. */
const MAX_NAMESAKES = 5;

interface DoorParts {
  api: DoorApi;
  scans: OfflineScanQueue;
  list: GuestList;
  panel: VerdictPanel;
  recent: JustCheckedIn;
  onChange: () => void;
}

/** Checks guests in by scan or by name: asks for the headcount or a decision, records, and shows the verdict. */
export class Door {
  readonly late: LateArrivals;
  readonly #parts: DoorParts;
  #lastCode = { text: "", seenAt: 0 };
  #onWalkInDone: () => void = () => undefined;

  constructor(parts: DoorParts) {
    this.late = new LateArrivals(parts);
    this.#parts = parts;
  }

  /** Handles a code of the camera, which reports it many times a second. */
  async onCameraCode(text: string, askHeadcount: boolean): Promise<void> {
    const { panel } = this.#parts;
    const now = Date.now();
    const isNew = text !== this.#lastCode.text || now - this.#lastCode.seenAt > RESCAN_AFTER_MS;
    if (panel.isBusy && !isNew) this.#lastCode.seenAt = now;
    if (panel.isBusy) return;
    this.#lastCode = { text, seenAt: now };
    if (isNew) await this.scan(text, askHeadcount);
  }

  /** Handles one scan. */
  async scan(text: string, askHeadcount: boolean): Promise<void> {
    const scan = newScan({ qr_token: text });
    if (!askHeadcount) return void (await this.#record(scan));
    const { api, scans, panel } = this.#parts;
    if (await scans.mustWait()) return this.#scanHere(scan);
    const reply = await api.post<Preview>("check-in/preview", scan.key);
    if (reply.state === "refused") return panel.show(refusal(reply.status, reply.problem));
    if (reply.state === "unavailable") return this.#scanHere(scan);
    if (reply.body.verdict === "already_checked_in") return void (await this.#record(scan));
    const { guest, expected_party_size: expected, reasons, needs_override } = reply.body;
    const isOverride = needs_override && api.may("override");
    this.#ask({ ...scan, name: guest.name, ...(isOverride ? { override: true } : {}) }, guest, reasons, expected);
  }

  /** Asks for the headcount of a guest of the list on this phone. */
  async #scanHere(scan: Scan<GuestKey>): Promise<void> {
    const decision = await this.#parts.list.decide(scan);
    if (decision?.kind !== "let-in") return void (await this.#record(scan));
    const { guest, reasons } = decision;
    this.#ask({ ...scan, name: guest.name }, guest, reasons, guest.expected_party_size);
  }

  /** Asks for the headcount of a guest who was found by name. */
  confirmGuest({ guest, standing, expected_party_size: expected }: Match): void {
    const reasons = doorReasons(standing, { isLinkReplaced: false });
    const isOverride = needsOverride(reasons) && this.#parts.api.may("override");
    const scan = {
      ...newScan({ guest_id: guest.id }),
      name: guest.name,
      ...(isOverride ? { override: true as const } : {}),
    };
    this.#ask(scan, guest, reasons, expected);
  }

  /**
   * Adds a walk-in. Asks first if someone on the list has the name.
   * @param onDone called when the service or this phone has recorded someone
   */
  async walkIn(name: string, arrivalCount: number, onDone: () => void): Promise<void> {
    this.#onWalkInDone = onDone;
    const scan = { ...newScan({ walk_in: name }), name, arrivalCount };
    const namesakes = this.#parts.list.named(name).slice(0, MAX_NAMESAKES);
    if (namesakes.length > 0) this.#askSameName(sameName(namesakes), scan);
    else await this.#addWalkIn(scan);
  }

  async #addWalkIn(scan: Scan): Promise<void> {
    if (await this.#record(scan)) this.#onWalkInDone();
  }

  /** Asks whether a walk-in is one of the guests who have the name. */
  #askSameName(verdict: ScanResult, scan: Scan): void {
    const { namesakes = [] } = verdict;
    const them = namesakes.map((match) => ({
      text: namesakes.length === 1 ? t("check-in") : `${nameOf(match)} · ${aboutMatch(match)}`,
      act: () => this.#choose(match),
    }));
    this.#parts.panel.show(verdict, [
      ...them,
      { text: t("someone-else"), plain: true, act: () => void this.#addWalkIn({ ...scan, override: true }) },
      { text: t("not-now"), plain: true, act: () => undefined },
    ]);
  }

  /** Checks in the guest that a walk-in turned out to be, or says that the party is in. */
  #choose(match: Match): void {
    this.#onWalkInDone();
    if (match.checked_in_at === null) this.confirmGuest(match);
    else void this.#record({ ...newScan({ guest_id: match.guest.id }), name: match.guest.name });
  }

  /** Checks a guest in despite the reasons against it. */
  async override(scan: Scan): Promise<void> {
    this.#parts.scans.remove(scan.nonce);
    await this.#record({ ...scan, override: true });
  }

  #ask(scan: Scan<GuestKey>, guest: DoorGuest, reasons: readonly string[], expected: number): void {
    const why = reasons.length > 0 ? reasonWords(reasons) : t("expected", { count: expected });
    const note = [why, ...tableAndParty(guest)].join(" · ");
    this.#parts.panel.askHeadcount({ name: guest.name, note, expected, most: MAX_PARTY }, (arrivalCount) => {
      void this.#record({ ...scan, arrivalCount });
    });
  }

  /** @returns true if the service or this phone has recorded the scan */
  async #record(unnamed: Scan): Promise<boolean> {
    const { scans, list } = this.#parts;
    const guestId = list.guestOf(unnamed)?.id;
    const scan = guestId === undefined ? unnamed : { ...unnamed, guestId };
    const before = isWalkIn(scan.key)
      ? undefined
      : (await scans.waiting()).find((other) => isSameGuest(other.scan, scan));
    const decision = await list.decide(scan);
    const isHeld = decision !== null && decision.kind !== "let-in" && !isDecided(decision, scan);
    let verdict: ScanResult | null;
    if (isHeld && (await scans.mustWait())) verdict = null;
    else {
      try {
        verdict = await scans.record(named(scan, decision));
      } catch {
        verdict = { tone: "red", title: t("not-stored-title"), detail: t("not-stored"), undecided: false };
      }
    }
    if (verdict !== null) await this.#showRecorded(verdict, scan);
    else if (isHeld) {
      scans.remove(scan.nonce);
      this.#showHeld(notAdmittedOffline(decision, list.savedAt), scan);
    } else this.#showWaiting(scan, decision, before?.scan);
    this.#parts.onChange();
    return verdict === null ? !isHeld : verdict.tone === "green";
  }

  /** Shows the service's response. */
  async #showRecorded(verdict: ScanResult, scan: Scan): Promise<void> {
    const { api, panel, list } = this.#parts;
    const { recorded, inside } = verdict;
    if (verdict.partly !== undefined) this.late.ask(verdict.partly, verdict.detail);
    else if (verdict.namesakes !== undefined) this.#askSameName(verdict, scan);
    else if (verdict.undecided) panel.show(await this.#withName(verdict, scan), this.#decision(scan));
    else if (inside !== undefined && api.may("override")) panel.show(verdict, [], [this.late.offer(inside)]);
    else if (recorded !== undefined && !isWalkIn(scan.key)) {
      const done = { name: verdict.title, nonce: scan.nonce, checkInId: recorded.id, guestId: recorded.guest.id };
      this.#showUndoable(verdict, done);
    } else panel.show(verdict);
    if (verdict.recorded !== undefined) await list.note(verdict.recorded.guest.id, verdict.recorded);
  }

  /** Shows a queued scan that this phone has decided without the service, or not at all. */
  #showWaiting(scan: Scan, decision: OfflineDecision | null, before: Scan | undefined): void {
    const { scans, panel } = this.#parts;
    if (before !== undefined) panel.show(scannedBefore(before));
    else if (decision?.kind === "let-in") {
      const done = { name: decision.guest.name, nonce: scan.nonce, guestId: decision.guest.id };
      this.#showUndoable(admittedOffline(decision, scan), done);
    } else if (scan.name !== undefined) {
      this.#showUndoable(queued(scan, scans.isBusy), { name: scan.name, nonce: scan.nonce });
    } else panel.show(queued(scan, scans.isBusy));
  }

  /** Shows a scan that needs a decision or was rejected. Such a scan is not stored. */
  #showHeld(verdict: ScanResult, scan: Scan): void {
    const { panel } = this.#parts;
    if (verdict.partly !== undefined) this.late.ask(verdict.partly, verdict.detail);
    else panel.show(verdict, verdict.undecided ? this.#decision(scan) : []);
  }

  #showUndoable(verdict: ScanResult, done: Done): void {
    const undo = () => void this.#undo(done);
    this.#parts.recent.add(done, undo);
    this.#parts.panel.show(verdict, [], [{ text: t("undo"), plain: true, act: undo }]);
  }

  /** Undoes a check-in: removes a queued one from the queue, and deletes a recorded one through the service. */
  async #undo(done: Done): Promise<void> {
    const { api, scans, panel, recent, list } = this.#parts;
    const sent = done.checkInId === undefined ? await scans.takeBack(done.nonce) : null;
    const checkInId = done.checkInId ?? sent?.recorded?.id;
    // Sent already, and another phone was first.
    if (sent !== null && sent.recorded === undefined) return panel.show(sent);
    const base = { tone: "amber", title: done.name, undecided: false } as const;
    const reply = checkInId === undefined ? null : await api.delete(`check-ins/${checkInId}?nonce=${done.nonce}`);
    if (reply?.state === "refused") panel.show(refusal(reply.status, reply.problem));
    else if (reply?.state === "unavailable") panel.show({ ...base, detail: t("not-undone") });
    else {
      scans.remove(done.nonce);
      if (done.guestId !== undefined) await list.note(done.guestId, null);
      panel.show({ ...base, detail: t("undone") });
    }
    if (reply?.state !== "unavailable") recent.remove(done);
    this.#parts.onChange();
  }

  /** A phone that may not decide shows the reason, and the host decides. */
  #decision(scan: Scan) {
    if (!this.#parts.api.may("override")) return [];
    return [
      { text: t("override"), act: () => void this.override(scan) },
      { text: t("turn-away"), plain: true, act: () => undefined },
    ];
  }

  async #withName(verdict: ScanResult, scan: Scan): Promise<ScanResult> {
    if (isWalkIn(scan.key)) return verdict;
    const reply = await this.#parts.api.post<Preview>("check-in/preview", scan.key);
    return reply.state === "done" ? { ...verdict, title: reply.body.guest.name } : verdict;
  }
}

function newScan<Key extends GuestKey | WalkIn>(key: Key): Scan<Key> {
  return { nonce: crypto.randomUUID(), key, scannedAt: new Date().toISOString() };
}

/** A scan with the name that the list has for it. */
function named(scan: Scan, decision: OfflineDecision | null): Scan {
  return decision?.kind === "let-in" ? { ...scan, name: decision.guest.name } : scan;
}

/** True if a person has decided to admit a guest who is not on the list. */
function isDecided(decision: OfflineDecision, { override }: Scan): boolean {
  return decision.kind === "unknown" && override === true;
}
