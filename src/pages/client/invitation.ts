import { answerInPlace } from "./guest/answer-in-place.ts";
import { showTimeLeft, startCountdown } from "./guest/countdown.ts";
import { keepPass } from "./guest/kept-pass.ts";

/** Shows the event's time in the guest's time zone, where that differs. */
function showLocalTime(): void {
  const target = document.querySelector<HTMLElement>("#own-time");
  const { start, end, zone, locale } = target?.dataset ?? {};
  const time = target?.querySelector("span");
  if (!target || !time || !start || !zone) return;
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const begin = new Date(start);
  if (wallClock(begin, ownZone) === wallClock(begin, zone)) return;
  const zoned = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { calendar: "gregory", ...options });
  const day = zoned({ weekday: "long", day: "numeric", month: "long" });
  // As the page writes its times: only English has 09:30, where others have 9:30.
  const hour = locale?.startsWith("en") ? "2-digit" : "numeric";
  const clock = zoned({ hour, minute: "2-digit" });
  const full = zoned({ weekday: "long", day: "numeric", month: "long", hour, minute: "2-digit" });
  const finish = end ? new Date(end) : null;
  // `formatRange` has forms that nobody writes: "12/22火曜日 17時00分～22時00分".
  const last = finish === null ? "" : (day.format(finish) === day.format(begin) ? clock : full).format(finish);
  const span = last === "" ? full.format(begin) : `${full.format(begin)} – ${last}`;
  // The half of the day stays on the line of its hour.
  time.textContent = span.replace(/(:\d\d) (?!–)/g, "$1\u00a0");
  target.hidden = false;
}

function wallClock(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "short" }).format(moment);
}

/** A browser cannot require a field that is hidden, so each is required while it is shown. */
function requireShownFields(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>("[data-required]")) {
    field.required = field.getClientRects().length > 0;
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>("button[type=submit]") : null;
  if (button?.form) requireShownFields(button.form);
});

/** `/i/{token}`: the address may be that of a form's target. */
const path = location.pathname.split("/", 3).join("/");

function onChange(): void {
  showLocalTime();
  showTimeLeft();
  // Optional: without it the pass cannot be opened without a network.
  keepPass(path).catch(() => undefined);
}

// The form posts to its own address: without this, a reload would submit it again. A reload gives no thanks, either.
const address = new URL(location.href);
address.searchParams.delete("answered");
history.replaceState(null, "", address);
answerInPlace({ path, onChange });
startCountdown();
onChange();
