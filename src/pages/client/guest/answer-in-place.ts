/** Longer than any response takes. A phone at the edge of its network may never get one. */
const TIMEOUT_MS = 20_000;
/** Statuses of an unusable link. The page of the response replaces the invitation. */
const REFUSED = new Set([403, 404, 410]);

interface InPlace {
  /** The invitation's path. */
  path: string;
  /** Called after the page shows something else. */
  onChange: () => void;
}

/**
 * Sends the invitation's forms without leaving the page, and replaces the page with the returned one. Focuses the
 * heading of the RSVP, or the first invalid field. Without a response the form is unchanged, and says so when it is sent
 * again: the service may have stored it. Does not send the stored RSVP.
 */
export function answerInPlace(options: InPlace): void {
  let isSending = false;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !isAnswer(form, options.path)) return;
    event.preventDefault();
    if (isSending) return;
    if (isUnchanged(form)) {
      clearNotice(form);
      showNotice(form, textOf("unchanged"), "status");
      return;
    }
    isSending = true;
    void send(form, event.submitter, options).finally(() => {
      isSending = false;
      form.removeAttribute("aria-busy");
    });
  });
}

/** The forms of the RSVP have the page itself as their target. */
function isAnswer(form: HTMLFormElement, path: string): boolean {
  return form.method === "post" && new URL(form.getAttribute("action") ?? "", location.href).pathname === path;
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null, { path, onChange }: InPlace) {
  const body = fieldsOf(form, submitter);
  form.setAttribute("aria-busy", "true");
  clearNotice(form);
  let response: Response;
  let page: Page;
  try {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), TIMEOUT_MS);
    response = await fetch(path, { method: "POST", body, signal: ending.signal });
    page = parse(await response.text());
    clearTimeout(timer);
  } catch {
    form.dataset.again = "";
    return showNotice(form, textOf("notSent"));
  }
  if (page.shown.querySelector(".answer") === null && !REFUSED.has(response.status)) {
    // Too many tries, or the service is down: the form is to be sent again.
    const message = page.shown.querySelector("main h1 + p")?.textContent ?? textOf("notSent");
    return showNotice(form, message);
  }
  await replace(page, response.ok ? path : null);
  onChange();
}

/** A page that the service has sent. */
interface Page {
  shown: Document;
  style: string;
}

/** Removes the parsed page's style first: this page's policy also applies to parsed pages, and has another nonce. */
function parse(html: string): Page {
  const [element = "", style = ""] = /<style[^>]*>([\s\S]*?)<\/style>/.exec(html) ?? [];
  return { shown: new DOMParser().parseFromString(html.replace(element, ""), "text/html"), style };
}

function fieldsOf(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const print = form.querySelector<HTMLInputElement>("input[name=fingerprint]");
  if (print !== null) print.value = JSON.stringify(deviceFingerprint());
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  if (form.dataset.again !== undefined) fields.append("again", "1");
  if (submitter instanceof HTMLButtonElement && submitter.name !== "") fields.append(submitter.name, submitter.value);
  return fields;
}

/** Puts a page in place of this one. @param address the new address, null for the same */
async function replace(page: Page, address: string | null): Promise<void> {
  const swap = () => {
    show(page);
    focusOutcome();
  };
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (isStill || !("startViewTransition" in document)) swap();
  else await document.startViewTransition(swap).updateCallbackDone;
  if (address !== null) history.replaceState(null, "", address);
}

function show({ shown: page, style }: Page): void {
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  document.documentElement.dir = page.documentElement.dir;
  const own = document.querySelector("style");
  // The element keeps the nonce that the page's policy allows.
  if (own !== null && style !== "" && own.textContent !== style) own.textContent = style;
  const [main, nextMain] = [document.querySelector("main"), page.querySelector("main")];
  if (main !== null && nextMain !== null && page.body.className === document.body.className) {
    main.replaceWith(document.adoptNode(nextMain));
  } else {
    document.body.className = page.body.className;
    document.body.replaceChildren(...page.body.children);
  }
}

/** Focuses the first invalid field, else the error, else the pass, else the heading. */
function focusOutcome(): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const wrong = find("#rsvp[aria-invalid]");
  const outcome = wrong ?? find(".answer [role=alert]") ?? find("#pass") ?? find("h1");
  if (outcome === null) return;
  if (wrong === null) outcome.tabIndex = -1;
  outcome.focus({ preventScroll: true });
  const shown = wrong ?? outcome.closest(".answer") ?? outcome;
  shown.scrollIntoView({ block: wrong === null ? "start" : "center" });
}

/** A text that the page has for this script. */
function textOf(name: "notSent" | "unchanged"): string {
  return document.querySelector("main")?.dataset[name] ?? "";
}

/** True if a form that shows the stored RSVP is as the service sent it. */
function isUnchanged(form: HTMLFormElement): boolean {
  if (form.dataset.stored === undefined || form.dataset.again !== undefined) return false;
  return [...form.elements].every((field) => {
    if (field instanceof HTMLSelectElement) {
      const initial = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
      // Without a selected option a browser shows the first one.
      return field.selectedIndex === Math.max(initial, 0);
    }
    if (field instanceof HTMLTextAreaElement) return field.value === field.defaultValue;
    if (!(field instanceof HTMLInputElement) || field.type === "hidden") return true;
    return field.value === field.defaultValue && field.checked === field.defaultChecked;
  });
}

function showNotice(form: HTMLFormElement, text: string, role: "alert" | "status" = "alert"): void {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", role);
  notice.textContent = text;
  form.append(notice);
  notice.scrollIntoView({ block: "nearest" });
}

function clearNotice(form: HTMLFormElement): void {
  form.querySelector(":scope > .notice")?.remove();
}

/** Returns eight browser properties for the risk score of an RSVP. Draws no canvas fingerprint and stores nothing. */
function deviceFingerprint(): Record<string, string> {
  return {
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
    languages: navigator.languages.join(","),
    platform: navigator.platform,
    screen: `${screen.width}x${screen.height}@${devicePixelRatio}`,
    color_scheme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    touch: String(navigator.maxTouchPoints),
    hardware_concurrency: String(navigator.hardwareConcurrency),
  };
}
