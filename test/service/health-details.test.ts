import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DATABASE_SIZE_PREFIX, measureDatabase } from "../../src/platform/health/database-size.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { freshAddress } from "../support/account.ts";
import { replaced } from "../support/race.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

const TOKEN = "an operator's token of more than 32 bytes".replaceAll(" ", "-");

const requestTo = (path: string, token?: string) =>
  new Request(`https://usher.test${path}`, {
    headers: {
      "CF-Connecting-IP": freshAddress(),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
  });

/** A recording of an isolate with these variables. */
function isolateWith(variables: Record<string, string>) {
  const recording = recordingEnv();
  return { ...recording, env: { ...recording.env, ...variables } };
}

describe("GET /health/details", () => {
  it("returns the size of each database for the operator's token", async () => {
    const { response } = await costOf(requestTo("/health/details", TOKEN), isolateWith({ OPERATOR_TOKEN: TOKEN }));
    expect(response.status).toBe(200);
    const { databases, max_bytes } = await response.json<{ databases: { bytes: number }[]; max_bytes: number }>();
    expect(databases.length).toBeGreaterThan(0);
    for (const { bytes } of databases) expect(bytes).toBeGreaterThan(100_000);
    expect(max_bytes).toBe(10_000_000_000);
  });

  it.each([
    ["without a token", { OPERATOR_TOKEN: TOKEN }, undefined],
    ["with another token", { OPERATOR_TOKEN: TOKEN }, TOKEN.replace("operator", "attacker")],
    ["with the beginning of the token", { OPERATOR_TOKEN: TOKEN }, TOKEN.slice(0, -1)],
    ["with a token if the variable is not set", {}, TOKEN],
    ["with an empty token if the variable is empty", { OPERATOR_TOKEN: "" }, ""],
  ] as const)("returns 404 %s, and reads nothing", async (_, variables, token) => {
    const { response, calls } = await costOf(requestTo("/health/details", token), isolateWith(variables));
    expect([response.status, calls]).toEqual([404, []]);
    expect((await response.json<{ error: string }>()).error).toBe("not_found");
  });
});

describe("GET /health", () => {
  it("reads the databases once for many requests within a second", async () => {
    const recording = isolateWith({});
    const responses = await Promise.all(Array.from({ length: 30 }, () => costOf(requestTo("/health"), recording)));
    expect(responses.map(({ response }) => response.status)).toEqual(Array.from({ length: 30 }, () => 200));
    const reads = recording.recorder.calls.filter(({ target }) => target === "d1");
    const shards = createRequestContext(env, () => undefined).shards.count;
    expect(reads.length).toBeGreaterThan(0);
    // A second may pass on a busy machine.
    expect(reads.length).toBeLessThanOrEqual(3 * shards);
  });
});

describe("measureDatabase", () => {
  it.each([
    ["logs an error above 70 % of the largest size", 7_100_000_000, 1],
    ["logs nothing below", 6_900_000_000, 0],
  ])("%s, and stores the size", async (_, bytes, errors) => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    const run = async () => ({ meta: { size_after: bytes } });
    const DB = replaced(env.DB, { prepare: () => ({ run }) as unknown as D1PreparedStatement });
    const ctx = createRequestContext({ ...env, DB }, () => undefined);
    for (let runs = 0; runs < 3; runs++) await measureDatabase(ctx);
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as { msg: string });
    expect(lines.filter(({ msg }) => msg === "database_filling")).toHaveLength(errors);
    const { keys } = await env.KV.list({ prefix: DATABASE_SIZE_PREFIX });
    expect(keys).toEqual([expect.objectContaining({ metadata: expect.objectContaining({ bytes }) })]);
  });
});
