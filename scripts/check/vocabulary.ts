/**
 * Checks comments, docs, test titles, sentences in code and commit subjects for phrases that the project avoids. The number of
 * texts with each phrase may only fall. `--lower` writes the present numbers into the list of phrases.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  hitsOf,
  PHRASES,
  type Prose,
  proseOfDocument,
  proseOfLines,
  proseOfModule,
  vocabularyProblems,
} from "./phrases.ts";

const LIST = fileURLToPath(new URL("phrases.ts", import.meta.url));
/** Generated files, texts for guests and hosts, test data, and this list. */
const SKIPPED =
  /^(src|console\/src)\/i18n\/|^testkit\/fixtures\/|demo|^docs\/(promises|specification)\.md$|\bgenerated\b|worker-configuration|_pb\.d\.ts$|^clients\/typescript\/src\/schema|^scripts\/check\/phrases\.ts$|^test\/scripts\/phrases\.unit/;
/** Subjects of earlier commits are not checked, because a commit cannot be changed. Also works in a shallow clone. */
const COMMITS_SINCE = "2026-11-28T04:00:00Z";

const READERS: readonly [name: RegExp, read: (path: string, text: string) => Prose[]][] = [
  [/\.tsx?$/, proseOfModule],
  [/\.md$/, proseOfDocument],
  [/\.sql$/, (path, text) => proseOfLines(path, text, "--")],
  [/\.proto$/, (path, text) => proseOfLines(path, text, "//")],
  [/\.(toml|ya?ml)$|^\.dev\.vars\.example$/, (path, text) => proseOfLines(path, text, "#")],
];

function git(...args: string[]): string[] {
  const output = execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 26 }).trim();
  return output === "" ? [] : output.split("\n");
}

const files = git("ls-files", "--cached", "--others", "--exclude-standard");
const commits = git("log", "--no-merges", `--since=${COMMITS_SINCE}`, "--format=%h %s");
const texts: Prose[] = [
  ...files
    .filter((path) => !SKIPPED.test(path) && existsSync(path))
    .flatMap((path) => {
      const read = READERS.find(([name]) => name.test(path))?.[1];
      return read === undefined ? [] : read(path, readFileSync(path, "utf8"));
    }),
  ...commits.map((commit): Prose => {
    const [, hash = "", subject = ""] = /^(\S+) (.*)$/.exec(commit) ?? [];
    return { kind: "commit", path: hash, line: 0, text: subject };
  }),
];

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
