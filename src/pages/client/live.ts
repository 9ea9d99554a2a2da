import { element } from "./element.ts";
import { Board } from "./live/board.ts";
import { Channel } from "./live/channel.ts";
import type { Frame } from "./live/frame.ts";
import { Session } from "./session.ts";
import { whenSignedIn } from "./sign-in-form.ts";

/** What fits on the board at once. */
const HISTORY = 200;
/** Arrivals come in groups: the headcount is asked for once for all of them. */
const SETTLE_MS = 400;

interface Summary {
  arrived_headcount: number;
  expected_headcount: number;
  guests_checked_in: number;
  walk_ins: number;
}

const eventId = document.body.querySelector("main")?.dataset.event ?? "";
const session = new Session();
const board = new Board();
const state = element("state", HTMLElement);
let counting: ReturnType<typeof setTimeout> | undefined;

whenSignedIn(session, () => void watch());
element("sign-out", HTMLButtonElement).addEventListener("click", async () => {
  await session.signOut();
  location.reload();
});

async function watch(): Promise<void> {
  const event = await session.ask<{ name: string }>("GET", `/events/${eventId}`);
  if (!event.ok) return end(event.status, event.detail);
  element("title", HTMLElement).textContent = event.body.name;
  document.title = `${event.body.name} · live`;
  element("board", HTMLElement).hidden = false;
  element("sign-out", HTMLElement).hidden = false;
  const channel = new Channel(session, eventId, {
    onFrame(frame) {
      if (board.add(frame) && frame.type !== "access.scored") countSoon();
    },
    onOpen(resumed) {
      say("Live", true);
      // Listening first and asking for the past after it leaves no gap; what both tell of is shown once.
      if (!resumed) void showHistory();
      countSoon();
    },
    onAway: () => say("Connecting again…", false),
    onEnd: end,
  });
  await channel.open();
}

async function showHistory(): Promise<void> {
  const history = await session.ask<{ items: Frame[] }>("GET", `/events/${eventId}/activity?limit=${HISTORY}`);
  if (history.ok) for (const frame of history.body.items.reverse()) board.add(frame);
}

function countSoon(): void {
  clearTimeout(counting);
  counting = setTimeout(() => void showHeadcount(), SETTLE_MS);
}

async function showHeadcount(): Promise<void> {
  const answer = await session.ask<{ summary: Summary }>("GET", `/events/${eventId}/check-ins?limit=1`);
  if (!answer.ok) return;
  const { arrived_headcount, expected_headcount, guests_checked_in, walk_ins } = answer.body.summary;
  element("arrived", HTMLElement).textContent = String(arrived_headcount);
  const guests = guests_checked_in - walk_ins;
  const parts = [`of ${expected_headcount} expected`, counted(guests, "invitation"), counted(walk_ins, "walk-in")];
  element("expected", HTMLElement).textContent = parts.join(" · ");
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function end(status: number, detail: string): void {
  say(status === 404 ? "This event is not there, or you have no role on it." : detail, false);
  if (status === 0) setTimeout(() => void watch(), 5_000);
  if (status === 401) whenSignedIn(session, () => void watch());
}

function say(text: string, live: boolean): void {
  state.textContent = text;
  state.classList.toggle("on", live);
}
