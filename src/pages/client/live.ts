import { element } from "./element.ts";
import { Board } from "./live/board.ts";
import { DoorDevices } from "./live/door-devices.ts";
import type { Frame } from "./live/frame.ts";
import { LiveSocket } from "./live/live-socket.ts";
import { Session } from "./session.ts";
import { whenSignedIn } from "./sign-in-form.ts";

/** Entries of the activity list that are loaded at the start; the API returns at most 200. */
const HISTORY = 200;
/** Delay of the headcount's request, so that arrivals at the same time cause one. */
const HEADCOUNT_DELAY_MS = 400;
/** Until the next try where there is no network at the start. */
const RETRY_MS = 5_000;

interface Summary {
  arrived_headcount: number;
  guests_checked_in: number;
  guests_expected: number;
  walk_ins: number;
}

const eventId = document.body.querySelector("main")?.dataset.event ?? "";
const session = new Session();
const board = new Board();
const devices = new DoorDevices(session, eventId);
const title = element("title", HTMLElement);
const state = element("state", HTMLElement);
const error = element("live-error", HTMLElement);
let headcountTimer: ReturnType<typeof setTimeout> | undefined;

signIn();
element("sign-out", HTMLButtonElement).addEventListener("click", async () => {
  await session.signOut();
  location.reload();
});

/** Watches at once where the host is signed in, else after the form. */
function signIn(): void {
  title.textContent = "Sign in";
  title.className = "narrow";
  whenSignedIn(session, () => void watch());
}

async function watch(): Promise<void> {
  title.textContent = "Live view";
  title.className = "";
  showState("Connecting…", false);
  const event = await session.request<{ name: string; your_role: string }>("GET", `/events/${eventId}`);
  if (!event.ok) return end(event.status, event.detail);
  error.hidden = true;
  title.textContent = event.body.name;
  document.title = `${event.body.name} · live`;
  element("board", HTMLElement).hidden = false;
  element("sign-out", HTMLElement).hidden = false;
  if (event.body.your_role !== "viewer") void devices.show();
  const socket = new LiveSocket(session, eventId, {
    onFrame(frame) {
      if (board.add(frame) && frame.type !== "access.scored") scheduleHeadcount();
    },
    onOpen(resumed) {
      showState("Live", true);
      // The history is requested after the socket is open, so that there is no gap; the board ignores duplicates.
      if (!resumed) void showHistory();
      scheduleHeadcount();
    },
    onDisconnect: () => showState("Reconnecting…", false),
    onEnd: end,
  });
  await socket.open();
}

async function showHistory(): Promise<void> {
  const history = await session.request<{ items: Frame[] }>("GET", `/events/${eventId}/activity?limit=${HISTORY}`);
  if (history.ok) for (const frame of history.body.items.reverse()) board.add(frame);
}

function scheduleHeadcount(): void {
  clearTimeout(headcountTimer);
  headcountTimer = setTimeout(() => void showHeadcount(), HEADCOUNT_DELAY_MS);
}

async function showHeadcount(): Promise<void> {
  const summary = await session.request<{ summary: Summary }>("GET", `/events/${eventId}/check-ins?limit=1`);
  if (!summary.ok) return;
  const { arrived_headcount, guests_checked_in, guests_expected, walk_ins } = summary.body.summary;
  element("arrived", HTMLElement).textContent = String(arrived_headcount);
  const guests = `${guests_checked_in - walk_ins} of ${counted(guests_expected, "invited guest")}`;
  element("expected", HTMLElement).textContent = ["in", guests, counted(walk_ins, "walk\u2011in")].join(" · ");
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function end(status: number, detail: string): void {
  showState(status === 0 ? "Offline" : "", false);
  error.textContent = status === 404 ? "You don't have access to this event." : detail;
  error.hidden = status === 401;
  if (status === 0) setTimeout(() => void watch(), RETRY_MS);
  if (status === 401) signIn();
}

function showState(text: string, live: boolean): void {
  state.textContent = text;
  state.classList.toggle("on", live);
}
