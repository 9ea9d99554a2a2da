/** Shows the event's time in the guest's time zone, where that differs, and hides places where it does not. */
export function showOwnTime(): void {
  for (const place of document.querySelectorAll<HTMLElement>(".place")) {
    const { at = "", zone = "" } = place.dataset;
    place.hidden = wallClock(new Date(at), ownTimeZone()) === wallClock(new Date(at), zone);
  }
  const target = document.querySelector<HTMLElement>("#own-time");
  const { start, end, zone, locale, time: moment = "", span = "", days = "" } = target?.dataset ?? {};
  const time = target?.querySelector("span");
  if (!target || !time || !start || !zone) return;
  const ownZone = ownTimeZone();
  const begin = new Date(start);
  if (wallClock(begin, ownZone) === wallClock(begin, zone)) return;
  const zoned = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { calendar: "gregory", ...options });
  const day = zoned({ weekday: "long", day: "numeric", month: "long" });
  const { hour12 } = zoned({ hour: "numeric" }).resolvedOptions();
  // Matches the page's format: English with 24 hours writes 09:30, others 9:30.
  const clock = zoned({ hour: locale?.startsWith("en") && !hour12 ? "2-digit" : "numeric", minute: "2-digit" });
  const finish = end ? new Date(end) : begin;
  const values = [begin, finish].flatMap((moment) => [
    day.format(moment),
    clock.format(moment).replace(/[ \u202f]/g, "\u00a0"),
  ]);
  // `formatRange` returns unusual forms, such as "12/22火曜日 17時00分～22時00分".
  const pattern = finish <= begin ? moment : values[0] === values[2] ? span : days;
  time.textContent = withoutBreaks(pattern.replace(SLOT, (slot) => values[slot.charCodeAt(0) - FIRST_SLOT] ?? ""));
  target.hidden = false;
}

/** Placeholders of the pattern: day and time of the start, then of the end. See src/pages/guest/event-sheet.tsx. */
const SLOT = /[\uE000-\uE003]/g;
const FIRST_SLOT = 0xe000;

/** Prevents line breaks between a day and its month, and within a span of times. */
function withoutBreaks(text: string): string {
  return text
    .replace(/(\d\.?) (?:(de) )?(?=\p{L})/gu, (_, digit, de) => `${digit}\u00a0${de ? `${de}\u00a0` : ""}`)
    .replace(/(:\d\d)(\s?)([–～])\s?(?=\d)/g, (_, end, space, dash) => {
      const joint = space === "" ? "\u2060" : "\u00a0";
      return `${end}${joint}${dash}${joint}`;
    });
}

function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function wallClock(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "short" }).format(moment);
}
