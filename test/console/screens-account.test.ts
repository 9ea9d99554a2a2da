import { describe, it } from "vitest";
import { ACCOUNT_SCREENS } from "./screens.ts";
import { useConsole } from "./support.ts";
import { VISIT_TIMEOUT_MS, visitScreens } from "./visit-screens.ts";

const app = useConsole();

describe("each account screen", () => {
  it.each(ACCOUNT_SCREENS)(
    "retries failed reads, satisfies axe, and works by keyboard alone: %s …",
    (...screens) => visitScreens(app, screens),
    VISIT_TIMEOUT_MS,
  );
});
