import { describe, it } from "vitest";
import { GUEST_SCREENS } from "./screens.ts";
import { useConsole } from "./support.ts";
import { pressScreens, VISIT_TIMEOUT_MS, visitScreens } from "./visit-screens.ts";

const app = useConsole();

describe("each guest and message screen", () => {
  /**
   * @promise The console: No screen has a finding of axe, in light or dark; none requests another origin or violates its content security policy
   * @promise The console: Every control of every screen is reached with Tab and the arrow keys, shows that it has the focus, and is in sight then
   * @promise The console: A screen whose data cannot be loaded says so and can be tried again; when the network is back it loads automatically
   */
  it.each(GUEST_SCREENS)(
    "retries failed reads, satisfies axe, and is reached by keyboard alone: %s …",
    (...screens) => visitScreens(app, screens),
    VISIT_TIMEOUT_MS,
  );

  /**
   * @promise The console: Buttons, menus and switches of every screen are pressed by keyboard alone; a dialog keeps the focus and gives it back
   * @promise The console: An action that fails says so, can be tried again and loses nothing that was typed
   */
  it.each(GUEST_SCREENS)(
    "is pressed by keyboard alone, and loses nothing when a write fails: %s …",
    { tags: "slow", timeout: VISIT_TIMEOUT_MS },
    (...screens) => pressScreens(app, screens),
  );
});
