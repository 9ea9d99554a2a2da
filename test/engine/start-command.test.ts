import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

/** The options limit V8's heap and threads, and the benchmark measures this command. */
test("starts the engine's image with the options of npm run engine", () => {
  const dockerfile = readFileSync(new URL("../../scoring-engine/Dockerfile", import.meta.url), "utf8");
  const command = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? "[]";
  expect(JSON.parse(command).join(" ")).toBe(packageJson.scripts.engine);
});
