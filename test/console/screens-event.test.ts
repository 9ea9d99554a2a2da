import { describe, it } from "vitest";
import { EVENT_SCREENS } from "./screens.ts";
import { useConsole } from "./support.ts";
import { pressScreens, VISIT_TIMEOUT_MS, visitScreens } from "./visit-screens.ts";

const app = useConsole();

describe("each event screen", () => {
  it.each(EVENT_SCREENS)(
    "retries failed reads, satisfies axe, and is reached by keyboard alone: %s …",
    (...screens) => visitScreens(app, screens),
    VISIT_TIMEOUT_MS,
  );

  it.each(EVENT_SCREENS)(
    "works by keyboard alone, and loses nothing when a write fails: %s …",
    { tags: "slow", timeout: VISIT_TIMEOUT_MS },
    (...screens) => pressScreens(app, screens),
  );
});
