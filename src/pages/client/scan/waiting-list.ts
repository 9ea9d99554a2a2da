import { element, make } from "../element.ts";
import type { OfflineScan, OfflineScanQueue } from "./offline-scan-queue.ts";
import { isSameGuest, type Scan } from "./scan-key.ts";
import { clock, t } from "./texts.ts";

/** Shows the stored scans, waiting and sent, with their verdicts. */
export class WaitingList {
  readonly #section = element("waiting", HTMLElement);
  readonly #list = element("waiting-list", HTMLUListElement);
  readonly #conflicts = element("conflicts", HTMLElement);
  readonly #clear = element("clear-sent", HTMLButtonElement);
  readonly #scans: OfflineScanQueue;
  readonly #override: (scan: Scan) => void;

  constructor(scans: OfflineScanQueue, override: (scan: Scan) => void) {
    this.#scans = scans;
    this.#override = override;
    this.#clear.addEventListener("click", async () => {
      await scans.removeSent();
      await this.show();
    });
  }

  async show(): Promise<void> {
    const all = await this.#scans.all();
    const late = all.filter(({ verdict }) => verdict?.isConflict);
    // Count a guest who was scanned twice once.
    const conflicts = late.filter(
      ({ scan }) => late.find((other) => isSameGuest(scan, other.scan))?.scan === scan,
    ).length;
    this.#conflicts.textContent = conflicts === 0 ? "" : t("conflicts", { count: conflicts });
    this.#section.hidden = all.length === 0;
    this.#clear.hidden = all.every(({ verdict }) => verdict === null || verdict.undecided);
    this.#list.replaceChildren(...all.map((stored) => this.#row(stored)));
  }

  #row({ scan, verdict }: OfflineScan): HTMLElement {
    const text = make("p", { text: `${clock(scan.scannedAt)}  ` });
    text.append(make("strong", { text: verdict?.title ?? scan.name ?? t("waiting-one") }));
    if (verdict !== null) text.append(make("br"), make("small", { text: verdict.detail }));
    const row = make("li", {}, text);
    row.dataset.tone = verdict?.tone ?? "waiting";
    if (verdict?.undecided) {
      const letIn = make("button", { class: "plain", text: t("check-in"), onClick: () => this.#override(scan) });
      row.append(letIn);
    } else if (verdict !== null) {
      row.append(
        make("span", { class: `tag ${verdict.tone}`, text: verdict.tone === "green" ? t("in") : t("review") }),
      );
    }
    return row;
  }
}
