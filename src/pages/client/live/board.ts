import { element, make } from "../element.ts";
import { type Band, type Frame, frameKey, placeOf, reasonText, sentenceOf } from "./frame.ts";

const BANDS: Record<Band, { name: string; tone: string }> = {
  low: { name: "Low", tone: "green" },
  medium: { name: "Medium", tone: "amber" },
  high: { name: "High", tone: "red" },
  block: { name: "Blocked", tone: "red" },
};
/** Rows of the feed; the API has the complete list. */
const MAX_ROWS = 300;
const MAX_PLACES = 12;

/** The feed, and its counts by risk and place. A frame that arrives again is ignored. */
export class Board {
  readonly #feed = element("feed", HTMLElement);
  readonly #seen = new Set<string>();
  readonly #bands: Record<Band, number> = { low: 0, medium: 0, high: 0, block: 0 };
  readonly #places = new Map<string, number>();

  /** @returns whether it was new */
  add(frame: Frame): boolean {
    const key = frameKey(frame);
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    this.#insert(frame);
    if (frame.type === "access.scored") this.#count(frame.risk, placeOf(frame));
    return true;
  }

  /** Inserts by time, newest first: frames may arrive in another order. */
  #insert(frame: Frame): void {
    const row = rowOf(frame);
    const rows = [...this.#feed.children] as HTMLElement[];
    const older = rows.find((other) => (other.dataset.at ?? "") <= frame.at);
    this.#feed.insertBefore(row, older ?? null);
    if (this.#feed.childElementCount > MAX_ROWS) this.#feed.lastElementChild?.remove();
    element("feed-empty", HTMLElement).hidden = true;
  }

  #count(band: Band, place: string | null): void {
    this.#bands[band]++;
    const key = place ?? "Unknown location";
    this.#places.set(key, (this.#places.get(key) ?? 0) + 1);
    showCounts(
      "bands",
      (Object.keys(BANDS) as Band[]).map((name) => [BANDS[name].name, this.#bands[name]]),
    );
    const places = [...this.#places].sort(([, a], [, b]) => b - a);
    showCounts("places", places.slice(0, MAX_PLACES));
  }
}

function showCounts(id: string, counts: [string, number][]): void {
  const terms = counts.flatMap(([name, count]) => [make("dt", { text: name }), make("dd", { text: String(count) })]);
  element(id, HTMLElement).replaceChildren(...terms);
}

function rowOf(frame: Frame): HTMLElement {
  const time = make("time", {
    text: new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(new Date(frame.at)),
  });
  time.dateTime = frame.at;
  const { name, rest } = sentenceOf(frame);
  const text = make("span", {}, ...(name === "" ? [] : [make("strong", { text: name })]), new Text(rest));
  const row = make("li", {}, time, text);
  row.dataset.at = frame.at;
  row.dataset.type = frame.type;
  if (frame.type === "access.scored") {
    const band = BANDS[frame.risk];
    row.append(make("span", { class: `tag ${band.tone}`, text: `${band.name} ${frame.score}` }));
    const facts = [placeOf(frame), ...frame.reasons.map(reasonText)].filter(Boolean);
    if (facts.length > 0) row.append(make("small", { text: facts.join(" · ") }));
  }
  return row;
}
