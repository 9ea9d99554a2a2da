import { element } from "./element.ts";
import { Door } from "./scan/door.ts";
import { DoorApi, type Summary } from "./scan/door-api.ts";
import { GuestList } from "./scan/guest-list.ts";
import { JustCheckedIn } from "./scan/just-checked-in.ts";
import { openNamePanel } from "./scan/name-panel.ts";
import { OfflineScanQueue } from "./scan/offline-scan-queue.ts";
import { VerdictPanel } from "./scan/result-panel.ts";
import { openScanPanel } from "./scan/scan-panel.ts";
import { linkProblem } from "./scan/scan-result.ts";
import { unlockSound } from "./scan/sound.ts";
import { clock, nodes, t } from "./scan/texts.ts";
import { readTicket, type Ticket } from "./scan/ticket.ts";
import { Vault } from "./scan/vault.ts";
import { WaitingList } from "./scan/waiting-list.ts";
import { keepAwake } from "./scan/wake-lock.ts";

/** Interval of the headcount's refresh, because other phones also check guests in. */
const COUNT_INTERVAL_MS = 15_000;
/** Interval of the guest list's refresh. */
const LIST_INTERVAL_MS = 60_000;
const RETRY_MS = 5_000;

const ticket = readTicket();
if (ticket === null) {
  showLinkProblem(t("no-link"));
  for (const part of document.querySelectorAll<HTMLElement>(".tabs,[data-panel]")) part.hidden = true;
} else void openDoor(ticket);
if ("serviceWorker" in navigator) {
  // Optional: without it the page cannot be opened without a network.
  navigator.serviceWorker.register("/scan-offline.js", { scope: "/scan", type: "module" }).catch(() => undefined);
}
addEventListener("pointerdown", unlockSound);
// Opening a new scanner link in this tab only changes the fragment.
addEventListener("hashchange", () => location.reload());

async function openDoor(ticket: Ticket): Promise<void> {
  const { eventId } = ticket;
  let opened: (door: Door) => void = () => undefined;
  openScanPanel(
    new Promise((resolve) => {
      opened = resolve;
    }),
  );
  const api = new DoorApi(ticket);
  const vault = await Vault.open(ticket);
  const scans = new OfflineScanQueue(eventId, api, vault);
  const guests = new GuestList(vault, api, eventId);
  await guests.load();
  const panel = new VerdictPanel();
  const waiting = new WaitingList(scans, (scan) => void door.override(scan));
  const door = new Door({
    api,
    scans,
    list: guests,
    panel,
    recent: new JustCheckedIn(),
    onChange: () => void refresh(),
  });
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function refresh(): Promise<void> {
    await waiting.show();
    void showCount(api, scans, guests);
    if ((await scans.waiting()).length > 0) retryIn(RETRY_MS);
  }
  function retryIn(ms: number): void {
    clearTimeout(retry);
    retry = setTimeout(() => void send(), ms);
  }
  async function send(): Promise<void> {
    const retryMs = await scans.sendWaiting((reply) => {
      void waiting.show();
      if (reply.state === "done") void guests.note(reply.body.guest.id, reply.body);
    });
    await waiting.show();
    void showCount(api, scans, guests);
    if (retryMs !== null) retryIn(retryMs);
  }
  async function refreshList(): Promise<void> {
    if (!api.may("scan") || !navigator.onLine) return;
    await guests.refresh();
    showList(guests);
  }

  keepAwake();
  openTabs(api);
  opened(door);
  openNamePanel(api, guests, door);
  openWalkInPanel(door);
  showList(guests);
  addEventListener("online", () => void send().then(refreshList));
  setInterval(() => void showCount(api, scans, guests), COUNT_INTERVAL_MS);
  setInterval(() => void refreshList(), LIST_INTERVAL_MS);
  void refresh();
  await refreshList();
  // Scans that were stored with another ticket can be read from here on.
  await scans.sealAgain();
  await send();
}

/** Says how many guests the phone knows without a network, and since when. */
function showList(guests: GuestList): void {
  const time = clock(guests.savedAt);
  element("list-state", HTMLElement).textContent =
    guests.size === 0 ? "" : t("list-saved", { count: guests.size, time });
}

async function showCount(api: DoorApi, scans: OfflineScanQueue, guests: GuestList): Promise<void> {
  const waiting = (await scans.waiting()).length;
  const network = element("network", HTMLElement);
  if (!api.may("scan")) {
    network.textContent = [navigator.onLine ? "" : t("offline"), waiting === 0 ? "" : t("waiting", { count: waiting })]
      .filter(Boolean)
      .join(" · ");
    return;
  }
  const reply = await api.get<{ event: { name: string }; summary: Summary }>("check-ins?limit=1");
  const waitingText = waiting === 0 ? "" : t("waiting", { count: waiting });
  if (reply.state === "unavailable") {
    network.textContent = [reply.isBusy ? "" : t("offline"), waitingText].filter(Boolean).join(" · ");
    return;
  }
  network.textContent = waitingText;
  showLinkProblem(reply.state === "refused" ? linkProblem(reply.status, reply.problem) : null);
  if (reply.state === "refused") {
    if (reply.status === 401) await guests.delete();
    return showList(guests);
  }
  const { summary } = reply.body;
  element("title", HTMLElement).textContent = t("title-event", {
    event: reply.body.event.name,
  });
  element("counter", HTMLElement).replaceChildren(
    ...nodes("counter", {
      arrived: summary.expected_arrived_headcount,
      expected: summary.expected_headcount,
      walkIns: summary.walk_in_headcount,
    }),
  );
}

/** Shows why this page cannot be used, above everything else. @param text null: it can */
function showLinkProblem(text: string | null): void {
  const error = element("ticket-error", HTMLElement);
  error.textContent = text;
  error.hidden = text === null;
}

/** Shows the tabs that this phone has a right to, and opens the first. */
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

function openWalkInPanel(door: Door): void {
  const form = element("walk-in-form", HTMLFormElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    const button = form.querySelector("button");
    button?.toggleAttribute("disabled", true);
    await door.walkIn(String(fields.get("name")).trim(), Number(fields.get("count")), () => form.reset());
    button?.toggleAttribute("disabled", false);
  });
}
