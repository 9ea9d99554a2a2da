import type { FileChooser, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import { press, reach } from "./keyboard-walk.ts";
import { writeOf } from "./press-everything.ts";
import type { OutOfReach } from "./writes.ts";

/** A tab that ignores pointer events. */
export interface KeyboardAlone {
  /** Goes to a control with Tab, as soon as it can be pressed, and presses a key on it. */
  press(control: Locator, key?: "Enter" | "Space"): Promise<void>;
  /** Chooses a file with a button, in the browser's own dialog. */
  chooseFile(button: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  /**
   * Waits until the API has handled a write and a visible element has the focus.
   * @param options `isLeaving`: the browser goes to a page that is not the console's
   */
  did(write: OutOfReach, options?: { isLeaving?: boolean }): Promise<void>;
}

/** Blocks pointer events in a tab, for the current document and all later ones. */
export async function keyboardAlone(page: Page): Promise<KeyboardAlone> {
  await page.addInitScript(ignorePointers);
  await page.evaluate(ignorePointers);
  const done: string[] = [];
  // Listens from the start: without a listener, Playwright's browser does not report its file dialog, and a press may be faster.
  const choosers: FileChooser[] = [];
  page.on("filechooser", (chooser) => choosers.push(chooser));
  page.on("response", (response) => {
    if (response.ok()) done.push(writeOf(response.request().method(), new URL(response.url()).pathname));
  });
  const pressWhenReady = async (control: Locator, key: "Enter" | "Space" = "Enter") => {
    // Waits for what a click would wait for: that it is enabled, still and not covered.
    await control.click({ trial: true });
    await press(page, control, key);
  };
  return {
    press: pressWhenReady,
    async chooseFile(button, file) {
      await reach(page, button);
      await page.keyboard.press("Enter");
      await eventually(() => expect(choosers).toHaveLength(1));
      await choosers.pop()?.setFiles(file);
    },
    async did(write, { isLeaving = false } = {}) {
      await eventually(() => expect(done).toContain(write));
      done.splice(done.indexOf(write), 1);
      if (isLeaving) return;
      await eventually(async () =>
        expect(await page.evaluate(focused), `the focus after ${write}`).not.toBe("nothing"),
      );
    },
  };
}

/** Runs in the page. A key press also causes a click, whose `detail` is 0. */
function ignorePointers(): void {
  for (const type of ["pointerdown", "pointerup", "mousedown", "mouseup", "touchstart", "touchend", "click"]) {
    window.addEventListener(
      type,
      (event) => {
        if (!event.isTrusted || (type === "click" && event instanceof UIEvent && event.detail === 0)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true, passive: false },
    );
  }
}

/** Runs in the page. Returns the tag name of the focused element, or "nothing" if none is visible. */
function focused(): string {
  const element = document.activeElement;
  const isSomething = element !== null && element !== document.body && element.checkVisibility();
  return isSomething ? element.localName : "nothing";
}
