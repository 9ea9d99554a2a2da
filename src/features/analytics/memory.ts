import { BoundedMap } from "../../kernel/bounded-map.ts";
import type { Caller } from "../accounts/session-token.ts";
import type { KeptAnalytics } from "./kept-analytics.ts";

/** Events of which an isolate keeps figures, and lengths of the series for each. Figures are at most some 40 KB. */
const MAX_EVENTS = 50;
const MAX_LENGTHS = 4;
/** Sessions that are remembered for the same figures: more than a team has. One more asks the database each time. */
const MAX_SESSIONS = 64;

/** Figures, and the sessions that were shown exactly these. */
interface Entry {
  kept: KeptAnalytics;
  shownTo: Set<string>;
}

/**
 * What an isolate remembers of analytics: figures that were counted less than a minute ago, or longer ago and useless,
 * and who was shown them. Newer figures come with nobody remembered.
 */
export class AnalyticsMemory {
  readonly #events = new BoundedMap<string, BoundedMap<number, Entry>>(MAX_EVENTS);

  /** The figures of an event with a series of so many days, however old. */
  figuresOf(eventId: string, days: number): KeptAnalytics | undefined {
    return this.#events.get(eventId)?.get(days)?.kept;
  }

  /** Whether this session was shown these very figures. */
  wasShown(eventId: string, days: number, kept: KeptAnalytics, session: Caller): boolean {
    const entry = this.#events.get(eventId)?.get(days);
    return entry?.kept === kept && entry.shownTo.has(nameOf(session));
  }

  /** Notes that a session is shown figures. Only for one that the database has just let in. */
  noteShown(eventId: string, days: number, kept: KeptAnalytics, session: Caller): void {
    const lengths = this.#events.get(eventId) ?? new BoundedMap<number, Entry>(MAX_LENGTHS);
    const known = lengths.get(days);
    // Others have counted while this one waited to be let in.
    if (known !== undefined && known.kept.at > kept.at) return;
    const entry = known?.kept === kept ? known : { kept, shownTo: new Set<string>() };
    if (entry.shownTo.size < MAX_SESSIONS) entry.shownTo.add(nameOf(session));
    lengths.set(days, entry);
    this.#events.set(eventId, lengths);
  }

  /** Forgets an event's figures, and with them who was shown them. */
  drop(eventId: string): void {
    this.#events.delete(eventId);
  }
}

/** A session as the database tells it from others of the same user: by the moment at which its token was issued. */
function nameOf({ userId, issuedAt }: Caller): string {
  return `${userId} ${issuedAt}`;
}
