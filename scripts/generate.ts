/**
 * Writes committed files that are made from other files of the project, or compares them with `--check`:
 *
 *     node scripts/generate.ts [--check] <name> …     baseline, english, promises, configuration, limits, client; --check also proto
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONFIGURATION_PATH, renderConfiguration } from "./docs/render-configuration.ts";
import { LIMITS_PATH, renderLimits } from "./docs/render-limits.ts";
import { ENGLISH_PATH, renderEnglish } from "./i18n/catalogues.ts";
import { BASELINE_PATH, renderBaseline } from "./migrations.ts";
import { buildDocument } from "./openapi/build-document.ts";
import { CLIENT_TYPES_PATH, generateClientTypes } from "./openapi/generate-client-schema.ts";
import { PROMISES_PATH, readPromises, renderPromises } from "./promises.ts";

interface GeneratedFile {
  path: string;
  render(): string | Promise<string>;
}

const FILES: Readonly<Record<string, GeneratedFile>> = {
  baseline: { path: BASELINE_PATH, render: () => renderBaseline(".") },
  english: { path: ENGLISH_PATH, render: () => renderEnglish(".") },
  promises: { path: PROMISES_PATH, render: promisesOrProblems },
  configuration: { path: CONFIGURATION_PATH, render: renderConfiguration },
  limits: { path: LIMITS_PATH, render: renderLimits },
  client: { path: CLIENT_TYPES_PATH, render: () => generateClientTypes(buildDocument()) },
};

const names = process.argv.slice(2).filter((name) => name !== "--check");
const isCheck = process.argv.includes("--check");
for (const name of names) {
  const file = FILES[name];
  if (file !== undefined) await update(file);
  else if (name === "proto" && isCheck) compareProto();
  else fail(`There is no generated file "${name}".`);
}

async function update({ path, render }: GeneratedFile): Promise<void> {
  const text = await render();
  if (readOrNull(path) === text) return;
  if (isCheck) fail(`${path} is out of date. Run: npm run generate`);
  else writeFileSync(path, text);
}

function promisesOrProblems(): string {
  const promises = readPromises(".");
  for (const problem of promises.problems) fail(problem);
  return renderPromises(promises);
}

/** Compares the generated code in proto/ with the output of buf. */
function compareProto(): void {
  const target = mkdtempSync(join(tmpdir(), "usher-proto-"));
  try {
    const args = ["generate", "proto", "--template", "proto/buf.gen.yaml", "--output", target];
    execFileSync("buf", args, { stdio: "inherit" });
    const [fresh, committed] = [generatedIn(join(target, "proto")), generatedIn("proto")];
    if (committed.length === 0) fail("proto/ has no generated code");
    for (const name of new Set([...fresh, ...committed])) {
      if (readOrNull(join(target, "proto", name)) !== readOrNull(join("proto", name)))
        fail(`proto/${name} is out of date. Run: npm run generate`);
    }
  } finally {
    rmSync(target, { recursive: true });
  }
}

function generatedIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((name) => /_pb\.(js|d\.ts)$/.test(name));
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function fail(problem: string): void {
  console.error(problem);
  process.exitCode = 1;
}
