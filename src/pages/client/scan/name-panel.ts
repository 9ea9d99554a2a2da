import { element, make } from "../element.ts";
import type { Door } from "./door.ts";
import type { DoorApi, Match, Reply } from "./door-api.ts";
import type { GuestList } from "./guest-list.ts";
import { nameOf, refusal, stateOf, tellApart } from "./scan-result.ts";
import { t } from "./texts.ts";

/** Finds guests by name: the service does, and without a network the list on the phone. */
export function openNamePanel(api: DoorApi, list: GuestList, door: Door): void {
  const name = element("name", HTMLInputElement);
  const note = element("name-note", HTMLElement);
  const matches = element("matches", HTMLUListElement);
  element("name-form", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault();
    const query = name.value.trim();
    const reply = await find(api, query);
    let items: Match[] = [];
    let text = "";
    if (reply.state === "refused") text = refusal(reply.status, reply.problem).detail;
    else if (reply.state === "done") items = reply.body.items;
    else if (list.size > 0) items = list.search(query);
    else text = t("search-offline");
    note.textContent = text === "" && items.length === 0 ? t("no-match") : text;
    matches.replaceChildren(...items.map((match) => matchRow(match, door, api.may("override"))));
  });
}

async function find(api: DoorApi, query: string): Promise<Reply<{ items: Match[] }>> {
  if (!navigator.onLine) return { state: "unavailable", isBusy: false, retryMs: 0 };
  return api.get(`check-in/guests?q=${encodeURIComponent(query)}`);
}

function matchRow(match: Match, door: Door, mayAdd: boolean): HTMLElement {
  const { guest, checked_in_at: since } = match;
  const { text, tone } = stateOf(match);
  const about = make("small", { text: tellApart(match).join(" · ") });
  const person = make("p", {}, make("strong", { text: nameOf(match) }), make("br"), about);
  const row = make("li", {}, person, make("span", { class: `tag ${tone}`, text }));
  if (since === null) {
    const open = make("button", { class: "plain", text: t("check-in"), onClick: () => door.confirmGuest(match) });
    open.setAttribute("aria-label", t("check-in-of", { name: guest.name }));
    row.append(open);
  } else if (mayAdd) {
    const more = make("button", {
      class: "plain",
      text: t("more-people"),
      onClick: () => void door.late.addToParty(match),
    });
    more.setAttribute("aria-label", t("more-people-of", { name: guest.name }));
    row.append(more);
  }
  return row;
}
