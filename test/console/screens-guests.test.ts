import { describe, it } from "vitest";
import { GUEST_SCREENS } from "./screens.ts";
import { useConsole } from "./support.ts";
import { VISIT_TIMEOUT_MS, visitScreens } from "./visit-screens.ts";

const app = useConsole();

describe("each guest and message screen", () => {
  it.each(GUEST_SCREENS)(
    "retries failed reads, satisfies axe, and works by keyboard alone: %s …",
    (...screens) => visitScreens(app, screens),
    VISIT_TIMEOUT_MS,
  );
});
