import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseEnv, promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { runWrangler } from "../../scripts/ops/wrangler.ts";
import { PURPOSES } from "../../scripts/rotate/purposes.ts";

/** Several runs of wrangler on a busy machine. */
const TIMEOUT_MS = 120_000;
const MIGRATIONS = new URL("../../migrations/", import.meta.url);
const ROTATE = new URL("../../scripts/rotate.ts", import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), "usher-rotate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command in the folder. */
async function rotate(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  try {
    return { exitCode: 0, ...(await promisify(execFile)(process.execPath, [ROTATE, ...args], { cwd: folder })) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, stdout, stderr };
  }
}

function variables(): NodeJS.Dict<string> {
  return parseEnv(readFileSync(join(folder, ".dev.vars"), "utf8"));
}

describe("npm run rotate", { timeout: TIMEOUT_MS }, () => {
  /** @promise The monitor and the service itself: `npm run rotate` moves the platform secret to the previous one, and loses no earlier one unasked */
  test("keeps the old secret as the previous one, and drops an earlier one only when asked to", async () => {
    expect((await rotate()).stderr).toContain("There is no PLATFORM_SECRET");
    const first = "the first platform secret of this folder";
    writeFileSync(join(folder, ".dev.vars"), `# mine\nPLATFORM_SECRET="${first}"\nEMAIL_FROM=a@usher.example\n`);
    const done = await rotate();
    expect(done.exitCode).toBe(0);
    const after = variables();
    expect(after).toMatchObject({ PLATFORM_SECRET_PREVIOUS: first, EMAIL_FROM: "a@usher.example" });
    expect(after.PLATFORM_SECRET).toMatch(/^[\w-]{43}$/);
    expect(done.stdout).not.toContain(after.PLATFORM_SECRET);
    expect(done.stdout).toContain("npm run deploy -- --rotate PLATFORM_SECRET");

    const refused = await rotate();
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("--drop-previous")]);
    expect(variables()).toEqual(after);
    expect((await rotate("--drop-previous")).exitCode).toBe(0);
    expect(variables().PLATFORM_SECRET_PREVIOUS).toBe(after.PLATFORM_SECRET);
  });

  /**
   * @promise The monitor and the service itself: `npm run rotate -- --dry-run` says which purposes have live values, and when the previous secret
   *   was last used for each
   */
  test("says in a dry run what is live by purpose and when an earlier secret was last used, and changes nothing", async () => {
    const state = ["--local", "--persist-to", folder];
    const used = ["kv", "key", "put", "key-use:door_code:Ab3_", "x", "--binding", "KV", ...state];
    await runWrangler([...used, "--metadata", JSON.stringify({ last_used_at: "2026-11-20T10:00:00.000Z" })], "");
    await runWrangler(["d1", "execute", "DB", "--command", "select 1", ...state], "");
    const files = join(folder, "v3/d1/miniflare-D1DatabaseObject");
    const [file = ""] = readdirSync(files).filter((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"));
    const database = new DatabaseSync(join(files, file));
    for (const name of readdirSync(MIGRATIONS).sort()) database.exec(readFileSync(new URL(name, MIGRATIONS), "utf8"));
    const tomorrow = Date.now() + 24 * 3_600_000;
    database.exec("pragma foreign_keys = off");
    database.exec(`insert into sessions values ('s', 'u', 'password', 1, null, null, 1, 1, ${tomorrow})`);
    database.close();
    const before = variables();
    const { stdout, stderr } = await rotate("--dry-run", "--persist-to", folder);
    expect(stderr).toBe("");
    for (const purpose of Object.keys(PURPOSES)) expect(stdout).toMatch(new RegExp(`^  ${purpose} `, "m"));
    const day = new Date(tomorrow).toISOString().slice(0, 10);
    expect(stdout).toContain(`sessions: 1 live, the last until ${day}.`);
    expect(stdout).toMatch(/guests' links: 0 live\./);
    expect(stdout).toMatch(/^ {2}door_code +2026-11-20T10:00:00.000Z, key Ab3_$/m);
    expect(variables()).toEqual(before);
  });
});
