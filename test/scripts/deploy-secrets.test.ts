import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, expect, test } from "vitest";
import { deploy } from "../../scripts/deploy/deploy.ts";
import { ACCOUNT_ID, startPlatformDouble, TOKEN } from "../support/node/platform-double.ts";

const INPUTS = ["wrangler.toml", "wrangler.edge.toml", ".dev.vars.example", "migrations"];
/** Takes wrangler's place: records how it was called, and fails an upload while the file `refuses-uploads` exists. */
const WRANGLER = `
const { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } = require("node:fs");
const { WRANGLER_OUTPUT_FILE_PATH: report, ...env } = process.env;
const args = process.argv.slice(2);
const secretsPath = args.includes("--secrets-file") ? args[args.indexOf("--secrets-file") + 1] : null;
const secrets = secretsPath && { path: secretsPath, text: readFileSync(secretsPath, "utf8"), mode: statSync(secretsPath).mode };
appendFileSync("wrangler-calls", JSON.stringify({ args, env, secrets }) + "\\n");
if (report) writeFileSync(report, '{"type":"deploy","bundle_size":{"gzip_bytes":1024}}\\n');
if (secrets && existsSync("refuses-uploads")) {
  console.error("[ERROR] the upload was refused by the test");
  process.exitCode = 1;
}
`;

interface WranglerCall {
  args: string[];
  env: NodeJS.Dict<string>;
  /** The file of `--secrets-file`. */
  secrets: { path: string; text: string; mode: number } | null;
}

const root = mkdtempSync(join(tmpdir(), "usher-deploy-secrets-"));
afterEach(() => rmSync(root, { recursive: true }));

test("generates secrets into a file that only its owner can read, and passes them on only in such files", async () => {
  for (const name of INPUTS) cpSync(name, join(root, name), { recursive: true });
  const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
  mkdirSync(dirname(wrangler), { recursive: true });
  writeFileSync(wrangler, WRANGLER);
  const platform = await startPlatformDouble();
  const environment = {
    CLOUDFLARE_API_TOKEN: TOKEN,
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT_ID,
    CLOUDFLARE_API_BASE_URL: platform.apiBase,
    PUBLIC_URL: platform.url,
  };
  const printed: string[] = [];
  const run = () =>
    deploy({ root, environment, print: (text) => printed.push(text), location: null, replacement: null });
  writeFileSync(join(root, "refuses-uploads"), "");
  const refused = await run().catch((error: Error) => error.message);
  expect(refused).toContain("✗ deploy the Worker\nwrangler deploy --config ended with exit code 1.");
  rmSync(join(root, "refuses-uploads"));
  // The double responds to GET /health once a Worker is uploaded.
  platform.account.worker = { metadata: { bindings: [] }, tag: "uploaded" };
  await run();
  await platform.stop();

  const varsPath = join(root, ".deploy.vars");
  const generated = parseEnv(readFileSync(varsPath, "utf8"));
  expect(Object.keys(generated)).toEqual(["PLATFORM_SECRET", "SCORING_ENGINE_SECRET"]);
  expect(statSync(varsPath).mode & 0o777).toBe(0o600);

  const calls: WranglerCall[] = readFileSync(join(root, "wrangler-calls"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const passed = calls.flatMap(({ secrets }) => (secrets === null ? [] : [secrets]));
  expect(passed.map(({ text }) => JSON.parse(text))).toEqual([generated, generated]);
  expect(passed.map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o600]);
  expect(passed.filter(({ path }) => existsSync(path))).toEqual([]);

  const values = [TOKEN, ...Object.values(generated).map(String)];
  const visible = [...printed, refused, ...calls.flatMap(({ args }) => args)].join("\n");
  expect(visible).toContain("+ PLATFORM_SECRET, stored in .deploy.vars");
  expect(values.filter((value) => visible.includes(value))).toEqual([]);
  const configuration = readFileSync(join(root, "wrangler.deploy.json"), "utf8");
  expect(values.filter((value) => configuration.includes(value))).toEqual([]);
});
