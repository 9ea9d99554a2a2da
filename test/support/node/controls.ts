import type { Locator } from "playwright-core";
import { expect } from "vitest";

/**
 * Turns a radio button or checkbox on and waits until the page shows it. Uses the keyboard, because a click may miss a control
 * that moves after its position was read.
 */
export async function turnOn(control: Locator): Promise<void> {
  await control.press("Space");
  await expectOn(control);
}

/** Turns a checkbox off, as `turnOn` turns it on. */
export async function turnOff(control: Locator): Promise<void> {
  await control.press("Space");
  await expectOn(control, false);
}

/** Waits until a radio button, a checkbox or a switch is on. */
export async function expectOn(control: Locator, isOn = true): Promise<void> {
  await expect.poll(() => control.isChecked()).toBe(isOn);
}
