import { answerInPlace } from "./guest/answer-in-place.ts";
import { showTimeLeft, startCountdown } from "./guest/countdown.ts";
import { keepPass } from "./guest/kept-pass.ts";
import { showOwnTime } from "./guest/own-time.ts";

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
  showOwnTime();
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
