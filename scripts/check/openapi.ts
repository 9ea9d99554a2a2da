/**
 * Checks the OpenAPI document by the rules of `faultsOf` and redocly. Runs two generators of clients without options,
 * which may not complain. Checks that the types of `@usher/client` match the document, and that the examples of the
 * reference compile with these types.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildDocument, OPENAPI_PATH } from "../openapi/build-document.ts";
import { unusedTexts } from "../openapi/describe-fields.ts";
import { faultsOf } from "../openapi/faults.ts";
import { CLIENT_TYPES_PATH, generateClientTypes } from "../openapi/generate-client-schema.ts";
import { headerReadFaults, serviceSources } from "../openapi/header-reads.ts";
import type { DescribedDocument } from "../openapi/json-schema.ts";
import { writeTypescriptExamples } from "../openapi/typescript-examples.ts";
import type { ReferenceDocument } from "../reference/document.ts";

const COMPLAINT = /\b(warn(ing)?|error|fail(ed)?)\b|✘|⚠/i;

const document = buildDocument();
// The reference reads additional fields of the document.
const served = document as ReferenceDocument;
const problems = [
  ...faultsOf(document),
  ...headerReadFaults(serviceSources(), document),
  ...unusedTexts(document as unknown as DescribedDocument).map(
    (key) => `No field has the text ${key} of field-texts.ts.`,
  ),
];
if (readFileSync(CLIENT_TYPES_PATH, "utf8") !== (await generateClientTypes(document))) {
  problems.push(`${CLIENT_TYPES_PATH} is out of date. Run: npm run generate:client`);
}

const target = mkdtempSync(join(tmpdir(), "usher-clients-"));
try {
  problems.push(
    ...complaintsOf("openapi-typescript", [OPENAPI_PATH, "-o", join(target, "types.ts")]),
    ...complaintsOf("tsc", ["--noEmit", "-p", writeTypescriptExamples(served, ".wrangler/check/examples")]),
    ...complaintsOf("openapi-ts", ["-i", OPENAPI_PATH, "-o", join(target, "client")]),
  );
} finally {
  rmSync(target, { recursive: true });
}

for (const problem of problems) console.error(problem);
const { status } = spawnSync("redocly", ["lint", "--config=scripts/openapi/redocly.yaml", OPENAPI_PATH], {
  stdio: "inherit",
});
process.exit(problems.length > 0 ? 1 : (status ?? 1));

/** Returns a generator's output if it fails or warns. */
function complaintsOf(program: string, args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  const output = `${stdout}${stderr}`.trim();
  return status === 0 && !COMPLAINT.test(output) ? [] : [`${program} complains:\n${output}`];
}
