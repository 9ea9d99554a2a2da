import { element, make } from "./element.ts";
import { startCamera } from "./scan/camera.ts";
import { Door } from "./scan/door.ts";
import { DoorApi, type Match, type Summary } from "./scan/door-api.ts";
import { JustCheckedIn } from "./scan/just-checked-in.ts";
import { OfflineScanQueue } from "./scan/offline-scan-queue.ts";
import { unlockSound } from "./scan/sound.ts";
import { clock, nodes, t } from "./scan/texts.ts";
import { readTicket } from "./scan/ticket.ts";
import { linkProblem, refusal, tableText } from "./scan/verdict.ts";
import { VerdictPanel } from "./scan/verdict-panel.ts";
import { WaitingList } from "./scan/waiting-list.ts";

/** How often the headcount is refreshed: other phones check guests in, too. */
const COUNT_INTERVAL_MS = 15_000;
const RETRY_MS = 5_000;
/** A guest's answer, in the list of matches. */
const ANSWERS = {
  attending: "coming",
  declined: "not-coming",
  maybe: "maybe",
  none: "no-reply",
} as const;

const ticket = readTicket();
if (ticket === null) {
  showLinkProblem(t("no-link"));
} else {
  openDoor(new DoorApi(ticket), ticket.eventId);
}
if ("serviceWorker" in navigator) {
  // Optional: without it the page cannot be opened without a network.
  navigator.serviceWorker.register("/scan-offline.js", { scope: "/scan", type: "module" }).catch(() => undefined);
}
addEventListener("pointerdown", unlockSound);
// Opening a new scanner link in this tab only changes the fragment.
addEventListener("hashchange", () => location.reload());

function openDoor(api: DoorApi, eventId: string): void {
  const scans = new OfflineScanQueue(eventId, api);
  const panel = new VerdictPanel();
  const list = new WaitingList(scans, (scan) => void door.override(scan));
  const door = new Door(api, scans, panel, new JustCheckedIn(), refresh);
  let retry: ReturnType<typeof setTimeout> | undefined;

  function refresh(): void {
    list.show();
    void showCount(api, scans);
    if (scans.waiting().length > 0) retryIn(RETRY_MS);
  }
  function retryIn(ms: number): void {
    clearTimeout(retry);
    retry = setTimeout(() => void send(), ms);
  }
  async function send(): Promise<void> {
    const retryMs = await scans.sendWaiting(() => list.show());
    list.show();
    void showCount(api, scans);
    if (retryMs !== null) retryIn(retryMs);
  }

  openTabs(api);
  openScanPanel(door);
  openNamePanel(api, door);
  openWalkInPanel(door);
  addEventListener("online", () => void send());
  setInterval(() => void showCount(api, scans), COUNT_INTERVAL_MS);
  refresh();
  void send();
}

async function showCount(api: DoorApi, scans: OfflineScanQueue): Promise<void> {
  if (!api.may("scan")) return;
  const waiting = scans.waiting().length;
  const network = element("network", HTMLElement);
  const reply = await api.get<{ event: { name: string }; summary: Summary }>("check-ins?limit=1");
  const waitingText = waiting === 0 ? "" : t("waiting", { count: waiting });
  if (reply.state === "unavailable") {
    network.textContent = [reply.isBusy ? "" : t("offline"), waitingText].filter(Boolean).join(" · ");
    return;
  }
  network.textContent = waitingText;
  showLinkProblem(reply.state === "refused" ? linkProblem(reply.status, reply.problem) : null);
  if (reply.state === "refused") return;
  const { arrived_headcount: arrived, expected_headcount: expected } = reply.body.summary;
  element("title", HTMLElement).textContent = t("title-event", {
    event: reply.body.event.name,
  });
  element("counter", HTMLElement).replaceChildren(...nodes("counter", { arrived, expected }));
}

/** Shows why this page cannot be used, above everything else. @param text null: it can */
function showLinkProblem(text: string | null): void {
  const error = element("ticket-error", HTMLElement);
  error.textContent = text;
  error.hidden = text === null;
}

/** Opens the tabs of what this phone may do, the first of them at once. */
function openTabs(api: DoorApi): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>("[data-tab]")];
  for (const tab of tabs) tab.hidden = !api.may(tab.dataset.tab === "walk-in" ? "walk_in" : "scan");
  for (const tab of tabs) {
    tab.addEventListener("click", () => {
      for (const other of tabs) other.setAttribute("aria-pressed", String(other === tab));
      for (const panel of document.querySelectorAll<HTMLElement>("[data-panel]")) {
        panel.hidden = panel.dataset.panel !== tab.dataset.tab;
      }
    });
  }
  tabs.find((tab) => !tab.hidden)?.click();
}

function openScanPanel(door: Door): void {
  const askHeadcount = element("ask-headcount", HTMLInputElement);
  const start = element("start-camera", HTMLButtonElement);
  start.addEventListener("click", async () => {
    start.hidden = true;
    const error = element("camera-error", HTMLElement);
    try {
      await startCamera(
        element("camera", HTMLVideoElement),
        (text) => void door.onCameraCode(text, askHeadcount.checked),
      );
      element("viewfinder", HTMLElement).classList.add("live");
      error.hidden = true;
    } catch {
      error.textContent = t("camera-error");
      error.hidden = false;
      start.hidden = false;
    }
  });
  const code = element("code", HTMLInputElement);
  element("code-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const text = code.value.trim();
    code.value = "";
    code.focus();
    if (text !== "") void door.scan(text, askHeadcount.checked);
  });
}

function openNamePanel(api: DoorApi, door: Door): void {
  const name = element("name", HTMLInputElement);
  const note = element("name-note", HTMLElement);
  const matches = element("matches", HTMLUListElement);
  element("name-form", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault();
    const reply = await api.get<{ items: Match[] }>(`check-in/guests?q=${encodeURIComponent(name.value.trim())}`);
    const items = reply.state === "done" ? reply.body.items : [];
    if (reply.state === "unavailable") note.textContent = t("search-offline");
    else if (reply.state === "refused") note.textContent = refusal(reply.status, reply.problem).detail;
    else note.textContent = items.length === 0 ? t("no-match") : "";
    matches.replaceChildren(...items.map((match) => matchRow(match, door)));
  });
}

function matchRow(match: Match, door: Door): HTMLElement {
  const label = make("p", {}, make("strong", { text: match.guest.name }));
  const answer = [t(ANSWERS[match.response ?? "none"]), tableText(match.guest.table)].filter(Boolean).join(" · ");
  label.append(
    make("br"),
    make("small", { text: match.checked_in_at ? t("checked-in-at", { time: clock(match.checked_in_at) }) : answer }),
  );
  const row = make("li", {}, label);
  if (match.checked_in_at === null) {
    const open = make("button", { class: "plain", text: t("check-in"), onClick: () => door.confirmGuest(match) });
    open.setAttribute("aria-label", t("check-in-of", { name: match.guest.name }));
    row.append(open);
  }
  return row;
}

function openWalkInPanel(door: Door): void {
  const form = element("walk-in-form", HTMLFormElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    const button = form.querySelector("button");
    button?.toggleAttribute("disabled", true);
    const isRecorded = await door.walkIn(String(fields.get("name")).trim(), Number(fields.get("count")));
    button?.toggleAttribute("disabled", false);
    if (isRecorded) form.reset();
  });
}
