import type { TextId } from "../../i18n/texts.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import { timeUntil } from "../../kernel/time-until.ts";
import { useTexts } from "../texts.tsx";
import type { InvitationDocument } from "./answer-terms.ts";
import { MapLink } from "./event-sheet.tsx";

/** Countdown on the day of the event: to the opening of the doors, or to the start if no door time is set. */
interface Waiting {
  /** Epoch milliseconds. */
  at: number;
  before: TextId;
  after: TextId | null;
}

function waitingFor({ door_opens_at: doors, event_date: start }: InvitationDocument["event"]): Waiting {
  return doors === null
    ? { at: Date.parse(start), before: "guest.starts-in", after: null }
    : { at: Date.parse(doors), before: "guest.doors-in", after: "guest.doors-now" };
}

/** Returns when the pass of an event expires (epoch milliseconds). */
export function passEnd({ event_date: start, end_time: end }: InvitationDocument["event"]): number {
  return eventWindow({ eventDate: Date.parse(start), endTime: end === null ? null : Date.parse(end) }).endsAt;
}

/** A day on which clocks go back by an hour. */
const LONGEST_DAY_MS = 25 * HOUR_MS;

/**
 * True from the day of the doors (without a door time, of the start), in the event's time zone, until the pass expires.
 * @param day formats days, see `Formats`
 */
export function isEventDay(
  event: InvitationDocument["event"],
  now: number,
  day: (moment: number, timeZone: string) => string,
): boolean {
  const { at } = waitingFor(event);
  if (at - now > LONGEST_DAY_MS || now >= passEnd(event)) return false;
  return now >= at || day(now, event.timezone) === day(at, event.timezone);
}

/** Placeholder for the remaining time in the text of the script's countdown. */
const SLOT = "\uE000";

/** `Doors open in 40 minutes`. Correct without the script, which updates the text and shows it when the day begins. */
export function Countdown({ event, now }: { event: InvitationDocument["event"]; now: number }) {
  const { format, formats, formatTag } = useTexts();
  const { at, before, after } = waitingFor(event);
  const left = timeUntil(at, now);
  const over = after === null ? "" : format(after);
  const said = () => (left === null ? over : format(before, { when: formats.ahead(left.count, left.unit) }));
  const text = isEventDay(event, now, formats.day) ? said() : "";
  return (
    <p
      class="soon"
      hidden={text === ""}
      data-at={new Date(at).toISOString()}
      data-end={new Date(passEnd(event)).toISOString()}
      data-zone={event.timezone}
      data-locale={formatTag}
      data-before={format(before, { when: SLOT })}
      data-after={over}
    >
      {text}
    </p>
  );
}

/** Directions that are shown next to the pass. */
export function Directions({ venue }: { venue: string }) {
  return (
    <p class="way">
      <bdi>{venue}</bdi> <MapLink venue={venue} />
    </p>
  );
}
