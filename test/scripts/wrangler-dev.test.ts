/** @module-tag slow */
import { execFile } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../testkit/free-port.ts";
import { copyProject, type DevRun, runWranglerDev, waitForIdleFolder } from "./usher-copy.ts";

/** Timeout for three starts of wrangler on a busy machine; an idle one takes a tenth of it. */
const SUITE_TIMEOUT_MS = 300_000;
/** The commands wait for an email. */
const COMMANDS_MS = 120_000;
const OWN_LINES = "# my own\nEMAIL_FROM=parties@usher.example\nPLATFORM_SECRET=\n";
const HEADING = "### Only the Worker";

const project = copyProject({ built: true });
const file = (name: string): string => join(project.root, name);
let run: DevRun;
let base: string;
let args: string[];

beforeAll(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  // Another test file's service may use the debugger's default port concurrently.
  const inspector = ["--inspector-port", String(await freePort())];
  args = ["--port", String(port), ...inspector, "--var", `PUBLIC_URL:${base}`];
  writeFileSync(file(".dev.vars"), OWN_LINES);
  run = runWranglerDev(project.root, args, (text) => appendFileSync(file("wrangler.log"), text));
  await run.printed(/Ready on/);
}, SUITE_TIMEOUT_MS);

afterAll(async () => {
  run.kill();
  await waitForIdleFolder(project.root);
  project.remove();
}, SUITE_TIMEOUT_MS);

describe("npx wrangler dev", { timeout: SUITE_TIMEOUT_MS }, () => {
  it("completes an empty secret in .dev.vars and changes no existing line", () => {
    const text = readFileSync(file(".dev.vars"), "utf8");
    expect(text.startsWith(OWN_LINES)).toBe(true);
    expect(text.slice(OWN_LINES.length)).toMatch(/^PLATFORM_SECRET=\S{43}\nSCORING_ENGINE_SECRET=\S{43}\n$/);
  });

  it("runs the commands of CONTRIBUTING.md, from sign-up to a guest at the door", async () => {
    const { stdout } = await promisify(execFile)("sh", ["-ec", curlCommands().replaceAll(LOCAL, base)], {
      cwd: project.root,
      timeout: COMMANDS_MS,
    });
    const responses = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(responses).toMatchObject([
      { status: "accepted" },
      { email_verified: true },
      { guest: { name: "Grace" } },
      { response: "attending", plus_ones: 1, edit_count: 1 },
      { guest: { name: "Grace" }, arrival_count: 2 },
    ]);
  });

  it("logs once that accesses are not scored without the engine", async () => {
    await run.printed(/"msg":"engine_unavailable"/);
    expect(run.output().match(/"msg":"engine_unavailable"/g)).toHaveLength(1);
    expect(run.output()).not.toContain('"msg":"message_retried"');
  });

  it("exits with one line if the port is taken", async () => {
    const second = runWranglerDev(project.root, args);
    expect(await second.ended()).not.toBe(0);
    expect(second.output()).toMatch(/Address already in use .*specify a different port with --port/);
    expect((await fetch(`${base}/health`)).status).toBe(200);
  });

  it("returns 503 on every route if a secret is too short, and logs the variable once", async () => {
    const invalid = readFileSync(file(".dev.vars"), "utf8").replaceAll(/^PLATFORM_SECRET=.*\n/gm, "");
    writeFileSync(file(".dev.vars"), `${invalid}PLATFORM_SECRET=tooshort\n`);
    run.kill();
    await waitForIdleFolder(project.root);
    run = runWranglerDev(project.root, args);
    await run.printed(/Ready on/);
    const detail = expect.stringMatching(
      /^The configuration is wrong: PLATFORM_SECRET: has at least 32 bytes\. Set it in .dev\.vars/,
    );
    const health = await fetch(`${base}/health`);
    expect([health.status, await health.json()]).toEqual([
      503,
      expect.objectContaining({ error: "misconfigured", detail }),
    ]);
    for (const path of ["/events", "/app", "/i/x", "/openapi.json"])
      expect((await fetch(base + path)).status, path).toBe(503);
    // The Worker's log lines arrive after its responses.
    await run.printed(/"msg":"misconfigured"/);
    expect(run.output().match(/"msg":"misconfigured"/g)).toHaveLength(1);
    expect(run.output()).not.toContain("tooshort");
    expect(readFileSync(file(".dev.vars"), "utf8")).toBe(`${invalid}PLATFORM_SECRET=tooshort\n`);
  });
});

/** Base URL in the commands. */
const LOCAL = "http://127.0.0.1:8787";

/** Returns the block of commands in CONTRIBUTING.md. */
function curlCommands(): string {
  const [, section = ""] = readFileSync(file("CONTRIBUTING.md"), "utf8").split(HEADING);
  const [, block = ""] = section.match(/```sh\n(BASE=[\s\S]*?)```/) ?? [];
  expect(block).toContain(LOCAL);
  return block;
}
