import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTests, type WrittenTest } from "./test/read-tests.ts";

/** Path of the document of promises, relative to the root of the project. */
export const PROMISES_PATH = "docs/promises.md";

/** The sections of the document, in order. The text of `@promise` begins with the name of a section. */
const SECTIONS = [
  "Accounts",
  "Events and roles",
  "Collaborators",
  "Guests and their file",
  "Links",
  "What a guest does",
  "Languages",
  "Known devices",
  "Codes",
  "Reports",
  "Seats",
  "Risk",
  "The door",
  "Messages",
  "Branding, images and figures",
  "Plans, switches and records",
  "The monitor and the service itself",
  "Regions",
  "Answers",
  "The console",
  "API keys",
  "Webhooks and activity",
  "The TypeScript client",
  "The command line",
  "The API's stability",
];
const INTRODUCTION = `# Promises and their tests

What the service promises, and the files of the tests that fail when it does not keep it: first the sentences of
[the specification](specification.md) by their numbers, then every promise by area. A sentence has tests, the decision
record of a departure, or the reason why there is no test. This file is generated. The comment above a test quotes a
sentence (\`@spec 4.12 "…"\`) or names a promise (\`@promise Section: promise\`), so a search finds the test.
\`npm run generate\` collects the comments, \`npm run check\` compares, and \`test/service/routes.test.ts\` checks that
every route is listed.
`;

/** A tag of a comment, up to the next tag or the end. */
const TAG = /@(promise|spec)\s+([^@]+)/g;
const QUOTE = /^(\d+\.\d+) "(.*)"$/;

interface Promises {
  /** The sections of the specification. */
  specification: Section[];
  /** Number of a sentence → files of the tests that prove it. */
  proofs: Map<string, Set<string>>;
  /** Section → promise → files of the tests that prove it. */
  sections: Map<string, Map<string, Set<string>>>;
  /** Errors in the comments, and sentences without proof. */
  problems: string[];
}

/** A file of tests: its path relative to the root of the project, and its text. */
interface TestFile {
  path: string;
  text: string;
}

/** Collects the promises and quotes of the specification from the comments above the project's tests. */
export function readPromises(root: string): Promises {
  const text = readFileSync(join(root, SPECIFICATION_PATH), "utf8");
  return collectPromises(parseSpecification(text, readdirSync(join(root, RECORDS_PATH))), testFiles(root));
}

/** Collects the promises and quotes of a specification from the comments above tests. */
export function collectPromises({ sections: specification, problems }: Specification, files: TestFile[]): Promises {
  const sentences = new Map(specification.flatMap((section) => section.sentences).map((row) => [row.number, row]));
  const proofs = new Map<string, Set<string>>();
  /** Numbers of the sentences that `npm test` proves. */
  const provenByDefault = new Set<string>();
  const sections = new Map(SECTIONS.map((name) => [name, new Map<string, Set<string>>()]));
  for (const { path, text } of files) {
    const { tests, problems: misread } = readTests(path, text);
    problems.push(...misread);
    const expected = text.match(/@(promise|spec) /g)?.length ?? 0;
    let found = 0;
    for (const { kind, tag, isSlow } of tests.flatMap(tagsOf)) {
      found += 1;
      if (kind === "spec") {
        const [, number = "", quote] = QUOTE.exec(tag) ?? [];
        const problem = problemOfQuote(sentences.get(number), quote);
        if (problem !== null) problems.push(`${path}: @spec ${tag}: ${problem}`);
        else {
          proofs.set(number, (proofs.get(number) ?? new Set()).add(path));
          if (!isSlow) provenByDefault.add(number);
        }
      } else {
        const [, section = "", promise = ""] = /^(.*?): (.*)$/.exec(tag) ?? [];
        const rows = sections.get(section);
        if (rows === undefined || promise === "") problems.push(`${path}: "${tag}" does not begin with a section`);
        else rows.set(promise, (rows.get(promise) ?? new Set()).add(path));
      }
    }
    if (found !== expected) problems.push(`${path}: a @promise or @spec is not above a test`);
  }
  for (const [section, rows] of sections) if (rows.size === 0) problems.push(`no promises in section "${section}"`);
  for (const { number, text, untestable, records } of sentences.values()) {
    if (untestable === null && records.length === 0 && !proofs.has(number))
      problems.push(`the specification's sentence ${number} has no test and no decision record: ${text}`);
    if (proofs.has(number) && !provenByDefault.has(number))
      problems.push(`the specification's sentence ${number} has only tests with the tag slow: ${text}`);
  }
  return { specification, proofs, sections, problems };
}

/** Renders the document as Markdown. */
export function renderPromises({ specification, proofs, sections }: Promises): string {
  const quoted = specification.map(({ title, sentences }) => {
    const lines = sentences.map((sentence) => {
      const files = [...(proofs.get(sentence.number) ?? [])].map(quotedPath);
      return `| ${sentence.number} | ${escaped(sentence.text)} | ${[...proofOf(sentence), ...files].join("<br>")} |`;
    });
    return `### ${title}\n\n| | The specification | Proof |\n|---|---|---|\n${lines.join("\n")}\n`;
  });
  const ours = [...sections].map(([section, rows]) => {
    const lines = [...rows].map(([promise, paths]) => `| ${promise} | ${[...paths].map(quotedPath).join("<br>")} |`);
    return `### ${section}\n\n| Promise | Tests |\n|---|---|\n${lines.join("\n")}\n`;
  });
  return [INTRODUCTION, "## The specification\n", ...quoted, "## By area\n", ...ours].join("\n");
}

function problemOfQuote(sentence: Sentence | undefined, quote: string | undefined): string | null {
  if (sentence === undefined) return "there is no such sentence";
  if (quote !== sentence.text) return `the specification says "${sentence.text}"`;
  return sentence.untestable === null ? null : "the specification is marked as not testable there";
}

function proofOf({ untestable, records }: Sentence): string[] {
  return [
    ...(untestable === null ? [] : [`not tested: ${untestable}`]),
    ...records.map((record) => `departs: [${record.slice(0, 4)}](decisions/${record})`),
  ];
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

function quotedPath(path: string): string {
  return `\`${path}\``;
}

function testFiles(root: string): TestFile[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Returns the promises and quotes above a test, each with its text on one line. */
function tagsOf({ comments, isSlow }: WrittenTest): { kind: string; tag: string; isSlow: boolean }[] {
  return comments.flatMap((comment) => {
    const lines = comment.replace(/^\/\*\*|\*\/$/g, "").split("\n");
    const text = lines.map((line) => line.replace(/^\s*\*/, "").trim()).join(" ");
    return [...text.matchAll(TAG)].map(([, kind = "", tag = ""]) => ({ kind, tag: tag.trim(), isSlow }));
  });
}

const SPECIFICATION_PATH = "docs/specification.md";
const RECORDS_PATH = "docs/decisions";

/** A numbered sentence of the specification. */
interface Sentence {
  /** Section and position in the section, such as `4.12`. */
  number: string;
  /** The unchanged sentence. */
  text: string;
  /** The reason why no test can prove it, or null. */
  untestable: string | null;
  /** Files of the decision records about departures from the sentence. */
  records: string[];
}

/** A section of the specification with its sentences in order. */
interface Section {
  title: string;
  sentences: Sentence[];
}

/** The numbered specification and the errors in its file. */
interface Specification {
  sections: Section[];
  problems: string[];
}

/** Parses `docs/specification.md`. @param records names of the files of decision records */
export function parseSpecification(document: string, records: readonly string[]): Specification {
  const sections: Section[] = [];
  const problems: string[] = [];
  let sentence: Sentence | undefined;
  for (const line of document.split("\n")) {
    const section = sections.at(-1);
    const title = /^## (.*)$/.exec(line)?.[1];
    const [, number, text] = /^- (\S+) (.*)$/.exec(line) ?? [];
    const reason = /^ {2}- No test: (.*)\.$/.exec(line)?.[1];
    const record = /^ {2}- Departs: (\d{4})\.$/.exec(line)?.[1];
    if (title !== undefined) {
      sections.push({ title, sentences: [] });
    } else if (number !== undefined && text !== undefined && section !== undefined) {
      const expected = `${section.title.split(".")[0]}.${section.sentences.length + 1}`;
      if (number !== expected) problems.push(`${SPECIFICATION_PATH}: ${number} should be ${expected}`);
      sentence = { number, text, untestable: null, records: [] };
      section.sentences.push(sentence);
    } else if (reason !== undefined && sentence !== undefined) {
      sentence.untestable = reason;
    } else if (record !== undefined && sentence !== undefined) {
      const file = records.find((name) => name.startsWith(`${record}-`));
      if (file === undefined) problems.push(`${sentence.number}: there is no decision record ${record}`);
      else sentence.records.push(file);
    } else if (/^\s*- /.test(line)) {
      problems.push(`${SPECIFICATION_PATH}: cannot read "${line}"`);
    }
  }
  return { sections, problems };
}
