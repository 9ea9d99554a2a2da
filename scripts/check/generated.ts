/** Compares the committed generated files (proto/, docs/promises.md, the digest of the schema, the compiled English texts) with the output of `npm run generate`. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENGLISH_PATH, renderEnglish } from "../i18n/english-catalogue.ts";
import { BASELINE_PATH, renderBaseline } from "../migrations/baseline.ts";
import { PROMISES_PATH, readPromises, renderPromises } from "../promises/document.ts";

const target = mkdtempSync(join(tmpdir(), "usher-proto-"));
try {
  const { status } = spawnSync("buf", ["generate", "proto", "--template", "proto/buf.gen.yaml", "--output", target], {
    stdio: "inherit",
  });
  process.exitCode = status === 0 ? compare(join(target, "proto"), "proto") : 1;
} finally {
  rmSync(target, { recursive: true });
}
const promises = readPromises(".");
for (const problem of promises.problems) console.error(problem);
if (promises.problems.length > 0 || read(".", PROMISES_PATH) !== renderPromises(promises)) {
  console.error(`${PROMISES_PATH} is out of date. Run: npm run generate`);
  process.exitCode = 1;
}
if (read(".", BASELINE_PATH) !== renderBaseline(".")) {
  console.error(`The digest in ${BASELINE_PATH} is out of date. Run: npm run generate`);
  process.exitCode = 1;
}
if (read(".", ENGLISH_PATH) !== renderEnglish(".")) {
  console.error(`${ENGLISH_PATH} is out of date. Run: npm run generate`);
  process.exitCode = 1;
}

function compare(fresh: string, committed: string): number {
  const isGenerated = (name: string) => /_pb\.(js|d\.ts)$/.test(name);
  const list = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isGenerated).sort();
  const stale = [...new Set([...list(fresh), ...list(committed)])].filter(
    (name) => read(fresh, name) !== read(committed, name),
  );
  for (const name of stale) console.error(`proto/${name} is out of date. Run: npm run generate`);
  if (list(committed).length === 0) console.error("proto/ has no generated code");
  return stale.length === 0 && list(committed).length > 0 ? 0 : 1;
}

function read(folder: string, name: string): string | null {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch {
    return null;
  }
}
