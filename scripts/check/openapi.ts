/**
 * Checks the OpenAPI document: the rules of `faultsOf`, redocly's, two generators of clients, which run
 * without options and may not complain, that the types of `@usher/client` are those of the document, and that the examples of
 * the reference compile with them.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildDocument, OPENAPI_PATH } from "../openapi/build-document.ts";
import { faultsOf } from "../openapi/faults.ts";
import { CLIENT_TYPES_PATH, generateClientTypes } from "../openapi/generate-client-schema.ts";
import { writeTypescriptExamples } from "../openapi/typescript-examples.ts";
import type { ReferenceDocument } from "../reference/document.ts";

const COMPLAINT = /\b(warn(ing)?|error|fail(ed)?)\b|✘|⚠/i;

const document = buildDocument();
// The reference reads further fields of the same document.
const served = document as ReferenceDocument;
const problems = faultsOf(document);
if (readFileSync(CLIENT_TYPES_PATH, "utf8") !== (await generateClientTypes(document))) {
  problems.push(`${CLIENT_TYPES_PATH} is out of date. Run: npm run generate:client`);
}

const target = mkdtempSync(join(tmpdir(), "usher-clients-"));
try {
  // In a folder without the project's redocly.yaml, as anybody else runs them.
  const folder = ".wrangler/check";
  mkdirSync(folder, { recursive: true });
  problems.push(
    ...complaintsOf("openapi-typescript", [resolve(OPENAPI_PATH), "-o", join(target, "types.ts")], folder),
    ...complaintsOf("tsc", ["--noEmit", "-p", writeTypescriptExamples(served, join(folder, "examples"))], "."),
    ...complaintsOf("openapi-ts", ["-i", resolve(OPENAPI_PATH), "-o", join(target, "client")], folder),
  );
} finally {
  rmSync(target, { recursive: true });
}

for (const problem of problems) console.error(problem);
const { status } = spawnSync("redocly", ["lint", OPENAPI_PATH], { stdio: "inherit" });
process.exit(problems.length > 0 ? 1 : (status ?? 1));

/** What a generator says of the document, if it fails or warns. */
function complaintsOf(program: string, args: string[], cwd: string): string[] {
  const { status, stdout, stderr } = spawnSync(resolve("node_modules/.bin", program), args, { cwd, encoding: "utf8" });
  const output = `${stdout}${stderr}`.trim();
  return status === 0 && !COMPLAINT.test(output) ? [] : [`${program} complains:\n${output}`];
}
