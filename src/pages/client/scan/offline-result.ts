import type { OfflineDecision } from "./offline-decision.ts";
import type { Scan } from "./scan-key.ts";
import { arrivedBefore, reasonWords, refusal, type ScanResult, tableAndParty } from "./scan-result.ts";
import { clock, t } from "./texts.ts";

/** Returns the verdict of a queued scan that this phone has admitted without the service. */
export function admittedOffline(decision: OfflineDecision & { kind: "let-in" }, { arrivalCount }: Scan): ScanResult {
  const { guest, reasons } = decision;
  const party = t("party", { count: arrivalCount ?? guest.expected_party_size });
  const about = [party, ...tableAndParty(guest), reasonWords(reasons)].filter(Boolean).join(" · ");
  return { tone: "green", title: guest.name, detail: `${about}\n${t("syncs-later")}`, undecided: false };
}

/**
 * Returns the verdict of a scan that this phone does not admit without the service. Such a scan is not stored.
 * @param savedAt when the list was last updated from the service, ISO 8601
 */
export function notAdmittedOffline(
  decision: Exclude<OfflineDecision, { kind: "let-in" }>,
  savedAt: string,
): ScanResult {
  switch (decision.kind) {
    case "decide":
      return { tone: "amber", title: decision.guest.name, detail: reasonWords(decision.reasons), undecided: true };
    case "already-in":
      return arrivedBefore(decision.checkIn);
    case "unknown": {
      const detail = t("not-on-phone", { time: clock(savedAt) });
      return { tone: "amber", title: t("not-on-phone-title"), detail, undecided: true };
    }
    case "refuse":
      return refusal(0, { error: decision.error, detail: "" });
  }
}

/** Returns the verdict of a queued scan about which this phone has no other facts. */
export function queued(scan: Scan, isBusy: boolean): ScanResult {
  const title = scan.name ?? t("saved-offline");
  const detail = isBusy ? t("busy") : scan.name === undefined ? t("name-unknown") : t("syncs-later");
  return { tone: "amber", title, detail, undecided: false };
}

/** The verdict of a scan whose guest this phone has scanned before, while both wait. */
export function scannedBefore(before: Scan): ScanResult {
  const detail = t("scanned", { time: clock(before.scannedAt) });
  return { tone: "red", title: t("scanned-title"), detail, undecided: false };
}
