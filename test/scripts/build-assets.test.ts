/** @module-tag slow */
import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { copyProject } from "./usher-copy.ts";

/** The reference is built once, on a busy machine. */
const BUILT_WITHIN_MS = 240_000;
const OPENAPI = ".wrangler/assets/docs/openapi.json";

const project = copyProject({ built: true });
const has = (path: string) => existsSync(join(project.root, path));

/** Runs the build as `wrangler deploy` does. */
const build = () =>
  promisify(execFile)(process.execPath, ["scripts/build-assets.ts"], {
    cwd: project.root,
    env: { ...process.env, WRANGLER_COMMAND: "deploy" },
  });

afterAll(() => project.remove());

describe("build of a deployment", { timeout: BUILT_WITHIN_MS }, () => {
  test("creates the OpenAPI document where it is missing, though no source has changed", async () => {
    await build();
    expect(has(OPENAPI)).toBe(true);
    rmSync(join(project.root, OPENAPI));
    await build();
    expect(has(OPENAPI)).toBe(true);
  });

  test("prepares no secrets and no database of this machine", async () => {
    await build();
    expect([has(".dev.vars"), has(".wrangler/state")]).toEqual([false, false]);
  });
});
