import { element, make } from "./element.ts";
import { Session } from "./session.ts";
import { whenSignedIn } from "./sign-in-form.ts";

interface EventRow {
  id: string;
  name: string;
  event_date: string;
  timezone: string;
  your_role: "owner" | "editor" | "viewer";
}

const session = new Session();
const note = element("events-note", HTMLElement);

whenSignedIn(session, () => void showEvents());
element("sign-out", HTMLButtonElement).addEventListener("click", async () => {
  await session.signOut();
  location.reload();
});

async function showEvents(): Promise<void> {
  const answer = await session.request<{ items: EventRow[] }>("GET", "/events");
  if (!answer.ok && answer.status === 401) return whenSignedIn(session, () => void showEvents());
  element("events", HTMLElement).hidden = false;
  element("page-title", HTMLElement).textContent = "Your events";
  const items = answer.ok ? answer.body.items : [];
  note.textContent = answer.ok ? (items.length === 0 ? "You have no events yet." : "") : answer.detail;
  element("event-list", HTMLUListElement).replaceChildren(...items.map(rowOf));
}

function rowOf(event: EventRow): HTMLElement {
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: event.timezone });
  const label = make("p", {}, make("strong", { text: event.name }));
  label.append(make("br"), make("small", { text: day.format(new Date(event.event_date)) }));
  const live = make("a", { class: "button plain", text: "Live" });
  live.href = `/live/${event.id}`;
  live.setAttribute("aria-label", `Live view of ${event.name}`);
  const actions = make("div", { class: "actions" }, live);
  if (event.your_role !== "viewer") {
    const scanner = make("button", { class: "plain", text: "Check-in", onClick: () => void openDoor(event) });
    scanner.setAttribute("aria-label", `Check-in for ${event.name}`);
    actions.append(scanner);
  }
  return make("li", {}, label, actions);
}

/** Opens the scanner in this tab, with the ticket in the fragment of its address. */
async function openDoor(event: EventRow): Promise<void> {
  const minted = await session.request<{ url: string }>("POST", `/events/${event.id}/scanner-ticket`);
  if (minted.ok) location.assign(minted.body.url);
  else note.textContent = minted.detail;
}
