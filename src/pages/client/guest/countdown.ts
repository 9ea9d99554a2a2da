import { inSentence } from "../../../i18n/in-sentence.ts";
import { timeUntil } from "../../../kernel/time-until.ts";
import { keepAwake } from "../scan/wake-lock.ts";

const REFRESH_MS = 15_000;
/** Placeholder for the remaining time in the text, see src/pages/guest/event-day.tsx. */
const SLOT = "\uE000";

/** Counts down to the doors on the day of the event, and keeps the screen with the pass on. */
export function startCountdown(): void {
  showTimeLeft();
  setInterval(showTimeLeft, REFRESH_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) showTimeLeft();
  });
}

/** Also of a page that was put in place of another. */
export function showTimeLeft(): void {
  const line = document.querySelector<HTMLElement>(".soon");
  const { at = "", end = "", zone, locale = "en", before = "", after = "" } = line?.dataset ?? {};
  if (line === null || zone === undefined) return;
  const [now, opens] = [Date.now(), Date.parse(at)];
  const left = timeUntil(opens, now);
  const ahead =
    left === null ? "" : inSentence(new Intl.RelativeTimeFormat(locale).format(left.count, left.unit), locale);
  const isDay = now < Date.parse(end) && (left === null || dayIn(zone, now) === dayIn(zone, opens));
  const text = left === null ? after : before.replace(SLOT, ahead);
  if (line.textContent !== text) line.textContent = text;
  line.hidden = text === "" || !isDay;
  if (isDay) keepScreenOn();
}

function dayIn(timeZone: string, moment: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(moment);
}

let isAwake = false;

/** A screen that turns off is a queue that stops. */
function keepScreenOn(): void {
  if (isAwake) return;
  isAwake = true;
  keepAwake();
}
