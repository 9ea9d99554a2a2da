/**
 * Checks comments, docs, test titles and API texts for phrases that the project avoids. The number of texts with each phrase may
 * only fall. `--lower` writes the present numbers into the list of phrases.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hitsOf, PHRASES, proseOfDocument, proseOfModule, vocabularyProblems } from "./phrases.ts";

const LIST = fileURLToPath(new URL("phrases.ts", import.meta.url));
/** Generated files, texts for guests and hosts, test data, and this list. */
const SKIPPED =
  /^(src|console\/src)\/i18n\/|^testkit\/fixtures\/|demo|^docs\/(promises|specification)\.md$|\bgenerated\b|worker-configuration|^proto\/|^clients\/typescript\/src\/schema|^scripts\/check\/phrases\.ts$|^test\/scripts\/phrases\.unit/;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx", "*.md"], {
  encoding: "utf8",
  maxBuffer: 2 ** 26,
});
const texts = files
  .trim()
  .split("\n")
  .filter((path) => !SKIPPED.test(path) && existsSync(path))
  .flatMap((path) => (path.endsWith(".md") ? proseOfDocument : proseOfModule)(path, readFileSync(path, "utf8")));

if (process.argv.includes("--lower")) {
  let index = 0;
  const list = readFileSync(LIST, "utf8").replaceAll(/(?<=\{ ceiling: )\d+(?=,)/g, (ceiling) => {
    const phrase = PHRASES[index++];
    const count = phrase === undefined ? 0 : hitsOf(phrase, texts).length;
    return String(Math.min(Number(ceiling), count));
  });
  writeFileSync(LIST, list);
} else {
  const problems = vocabularyProblems(PHRASES, texts);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
