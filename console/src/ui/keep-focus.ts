/** Time for dialogs to move the focus themselves when they open or close. Milliseconds. */
const SETTLED_MS = 100;
/** The screen, a dialog above it, and one above that. */
const REMEMBERED = 3;
const DIALOGS = "[role=dialog], [role=alertdialog]";
const PLACES = `main, ${DIALOGS}`;
const CONTROLS = "a, button, input, select, textarea, summary";

/** The position of the focus: the element and its ancestors, each with its index in its parent. */
interface Path {
  /** The screen or the dialog. */
  place: Element | null;
  steps: { element: Element; index: number }[];
}

function pathOf(target: Element): Path {
  const steps: Path["steps"] = [];
  for (let element: Element | null = target; element !== null && element !== document.body; ) {
    const parent: Element | null = element.parentElement;
    steps.push({ element, index: parent === null ? 0 : [...parent.children].indexOf(element) });
    element = parent;
  }
  return { place: target.closest(PLACES), steps };
}

function canHaveFocus(element: Element | undefined): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && !element.matches(":disabled");
}

/** Returns the element that replaced the focused one, else its predecessor, else their parent. */
function successorOf({ steps }: Path): HTMLElement | null {
  const at = steps.findIndex(({ element }) => canHaveFocus(element));
  const parent = steps[at]?.element;
  if (parent === undefined || parent.closest(PLACES) === null) return null;
  if (at === 0) return parent instanceof HTMLElement ? parent : null;
  const index = steps[at - 1]?.index ?? 0;
  // Skips controls, because a second Enter would press them.
  const found = [parent.children[index], parent.children[index - 1], parent].find(
    (candidate) => canHaveFocus(candidate) && !candidate.matches(CONTROLS),
  );
  return found?.querySelector("h1") ?? (found instanceof HTMLElement ? found : null);
}

/**
 * Moves the focus when the focused control is removed or disabled, such as a deleted row or a link to another screen. The browser
 * would drop the focus, and a screen reader would start at the top.
 */
export function keepFocus(): void {
  /** The last path of each place, the latest first. */
  let paths: Path[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => document.activeElement === null || document.activeElement === document.body;
  const restore = () => {
    // The focus is on an element, or left the page with Tab.
    if (!isLost() || canHaveFocus(paths[0]?.steps[0]?.element)) return;
    const dialog = document.querySelector(DIALOGS);
    const left = paths.map(successorOf).find((found) => found !== null && (dialog?.contains(found) ?? true));
    const target = left ?? (dialog === null ? document.querySelector<HTMLElement>("main h1") : null);
    if (target === null) return;
    if (target.tabIndex < 0 && !target.hasAttribute("tabindex")) {
      target.tabIndex = -1;
      target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
    }
    target.focus({ preventScroll: true });
  };
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    const path = pathOf(target);
    paths = [path, ...paths.filter(({ place }) => place !== path.place)].slice(0, REMEMBERED);
  });
  new MutationObserver(() => {
    if (timer !== undefined || !isLost() || paths.length === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      restore();
    }, SETTLED_MS);
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}
