import { element, make } from "./element.ts";
import { type Hit, type SearchIndex, search } from "./reference/search.ts";

/** Time for which a button shows that the text was copied. */
const COPIED_MS = 2_000;
const KINDS: Readonly<Record<Hit["kind"], string>> = { operation: "Operation", field: "Field", error: "Error" };

const box = element("search", HTMLElement);
const input = element("query", HTMLInputElement);
const results = element("results", HTMLElement);
const found = element("found", HTMLElement);
const menu = element("menu", HTMLDetailsElement);
/** Media query: the style shows the menu next to the text. */
const isWide = matchMedia("(min-width:64rem)");
let loading: Promise<SearchIndex> | undefined;
let hits: Hit[] = [];
let chosen = -1;

box.hidden = false;
addCopyButtons();
followOldAddress();
input.addEventListener("focus", () => void index());
input.addEventListener("input", () => void show());
input.addEventListener("keydown", onKey);
results.addEventListener("mousedown", (event) => event.preventDefault());
results.addEventListener("click", (event) => {
  const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
  open(Number(option?.id.slice("hit-".length) ?? -1));
});
box.addEventListener("focusout", () => close());
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.closest("input,textarea,select") !== null;
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  event.preventDefault();
  input.focus();
  input.select();
});
menu.open = isWide.matches;
isWide.addEventListener("change", ({ matches }) => {
  menu.open = matches;
});
// On a phone the menu is above what its links lead to.
menu.addEventListener("click", (event) => {
  if (!isWide.matches && event.target instanceof Element && event.target.closest("a") !== null) menu.open = false;
});

/** The index, which is fetched when it is needed first. */
function index(): Promise<SearchIndex> {
  loading ??= fetch(box.dataset.index ?? "")
    .then((response) => response.json() as Promise<SearchIndex>)
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

async function show(): Promise<void> {
  const query = input.value;
  try {
    hits = search(await index(), query);
  } catch {
    hits = [];
    found.textContent = "The search can't be loaded. Check your connection and try again.";
    return;
  }
  // Typed on meanwhile: the newer call shows its own.
  if (query !== input.value) return;
  results.replaceChildren(...hits.map(option));
  const isOpen = query.trim() !== "";
  if (isOpen && hits.length === 0) results.append(make("p", { text: "Nothing found" }));
  found.textContent = isOpen ? `${hits.length} results` : "";
  toggle(isOpen);
  choose(isOpen && hits.length > 0 ? 0 : -1);
}

function option({ kind, title, detail }: Hit, number: number): HTMLElement {
  const made = make("div", {}, make("b", { text: title }), make("small", { text: `${KINDS[kind]} · ${detail}` }));
  made.setAttribute("role", "option");
  made.id = `hit-${number}`;
  return made;
}

function onKey(event: KeyboardEvent): void {
  if (event.key === "Escape") {
    if (results.hidden) input.blur();
    close();
  } else if (event.key === "Enter") {
    open(chosen);
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && hits.length > 0) {
    toggle(true);
    choose((chosen + (event.key === "ArrowDown" ? 1 : -1) + hits.length) % hits.length);
  } else return;
  event.preventDefault();
}

function choose(number: number): void {
  chosen = number;
  for (const [at, one] of [...results.querySelectorAll("[role=option]")].entries()) {
    one.setAttribute("aria-selected", String(at === number));
    if (at === number) one.scrollIntoView({ block: "nearest" });
  }
  if (number < 0) input.removeAttribute("aria-activedescendant");
  else input.setAttribute("aria-activedescendant", `hit-${number}`);
}

function open(number: number): void {
  const hit = hits[number];
  if (hit === undefined) return;
  close();
  input.blur();
  location.assign(hit.href);
}

function close(): void {
  toggle(false);
  choose(-1);
}

function toggle(isOpen: boolean): void {
  results.hidden = !isOpen;
  input.setAttribute("aria-expanded", String(isOpen));
}

function addCopyButtons(): void {
  for (const figure of document.querySelectorAll("figure.code")) {
    const block = figure.querySelector("pre");
    if (block === null) continue;
    const button = make("button", { class: "copy", text: "Copy" });
    button.setAttribute("aria-label", `Copy ${block.getAttribute("aria-label")}`);
    button.addEventListener("click", async () => {
      const isCopied = await navigator.clipboard.writeText(block.textContent ?? "").then(
        () => true,
        () => false,
      );
      button.textContent = isCopied ? "Copied" : "Select and copy";
      if (!isCopied) getSelection()?.selectAllChildren(block);
      setTimeout(() => {
        button.textContent = "Copy";
      }, COPIED_MS);
    });
    figure.append(button);
  }
}

/** `/docs#createEvent` leads to the operation on its page, and the former form `/docs#/Billing` to the chapter. */
function followOldAddress(): void {
  const name = decodeURIComponent(location.hash.slice(1));
  if (name === "" || document.getElementById(name) !== null) return;
  const inMenu = [...document.querySelectorAll<HTMLAnchorElement>("#menu a")].find(({ pathname, hash }) =>
    name.startsWith("/") ? pathname === `/docs${name.toLowerCase()}` : hash === `#${name}`,
  );
  if (inMenu) location.replace(inMenu.href);
}
