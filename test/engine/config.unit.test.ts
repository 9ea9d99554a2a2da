import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "../../scoring-engine/config.ts";

describe("readConfig", () => {
  it.each([
    ["SCORING_ENGINE_SECRET", "short"],
    ["SCORING_ENGINE_SECRET", "with spaces in it, and long enough"],
    ["SCORING_ENGINE_SECRET", "a".repeat(40)],
    ["SCORING_ENGINE_SECRET", "ab".repeat(20)],
    ["GRPC_PORT", "70000"],
    ["GRPC_WEB_PORT", "abc"],
    ["REDIS_URL", "http://somewhere"],
    ["DRAIN_MS", "-1"],
  ])("rejects %s=%s, and names the variable but not its value", (name, value) => {
    const read = () => readConfig({ SCORING_ENGINE_SECRET: "a-secret-of-at-least-32-characters", [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name);
    expect(read).not.toThrow(value);
  });
});
