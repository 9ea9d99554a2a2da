import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTests, type WrittenTest } from "./test/read-tests.ts";

/** Path of the document of promises, relative to the root of the project. */
export const PROMISES_PATH = "docs/promises.md";

const INTRODUCTION = `# Promises and their tests

The sentences of [the specification](specification.md) by their numbers, each with the files of the tests that fail when it is not
kept, the decision record of a departure, or the reason why there is no test. This file is generated. The comment above a test quotes
a sentence (\`@spec 4.12 "…"\`), so a search finds the test. \`npm run generate\` collects the comments, and \`npm run check\` compares.
`;

/** A tag of a comment, up to the next tag or the end. */
const TAG = /@spec\s+([^@]+)/g;
const QUOTE = /^(\d+\.\d+) "(.*)"$/;

interface Promises {
  /** The sections of the specification. */
  specification: Section[];
  /** Number of a sentence → files of the tests that prove it. */
  proofs: Map<string, Set<string>>;
  /** Errors in the comments, and sentences without proof. */
  problems: string[];
}

/** A file of tests: its path relative to the root of the project, and its text. */
interface TestFile {
  path: string;
  text: string;
}

/** Collects the quotes of the specification from the comments above the project's tests. */
export function readPromises(root: string): Promises {
  const text = readFileSync(join(root, SPECIFICATION_PATH), "utf8");
  return collectPromises(parseSpecification(text, readdirSync(join(root, RECORDS_PATH))), testFiles(root));
}

/** Collects the quotes of a specification from the comments above tests. */
export function collectPromises({ sections: specification, problems }: Specification, files: TestFile[]): Promises {
  const sentences = new Map(specification.flatMap((section) => section.sentences).map((row) => [row.number, row]));
  const proofs = new Map<string, Set<string>>();
  /** Numbers of the sentences that `npm test` proves. */
  const provenByDefault = new Set<string>();
  for (const { path, text } of files) {
    const { tests, problems: misread } = readTests(path, text);
    problems.push(...misread);
    const expected = text.match(/@spec /g)?.length ?? 0;
    let found = 0;
    for (const { tag, isSlow } of tests.flatMap(tagsOf)) {
      found += 1;
      const [, number = "", quote] = QUOTE.exec(tag) ?? [];
      const problem = problemOfQuote(sentences.get(number), quote);
      if (problem !== null) {
        problems.push(`${path}: @spec ${tag}: ${problem}`);
        continue;
      }
      proofs.set(number, (proofs.get(number) ?? new Set()).add(path));
      if (!isSlow) provenByDefault.add(number);
    }
    if (found !== expected) problems.push(`${path}: an @spec is not above a test`);
  }
  for (const { number, text, untestable, records } of sentences.values()) {
    if (untestable === null && records.length === 0 && !proofs.has(number))
      problems.push(`the specification's sentence ${number} has no test and no decision record: ${text}`);
    if (proofs.has(number) && !provenByDefault.has(number))
      problems.push(`the specification's sentence ${number} has only tests with the tag slow: ${text}`);
  }
  return { specification, proofs, problems };
}

/** Renders the document as Markdown. */
export function renderPromises({ specification, proofs }: Promises): string {
  const quoted = specification
    .filter(({ sentences }) => sentences.length > 0)
    .map(({ title, sentences }) => {
      const lines = sentences.map((sentence) => {
        const files = [...(proofs.get(sentence.number) ?? [])].map(quotedPath);
        return `| ${sentence.number} | ${escaped(sentence.text)} | ${[...proofOf(sentence), ...files].join("<br>")} |`;
      });
      return `## ${title}\n\n| | The specification | Proof |\n|---|---|---|\n${lines.join("\n")}\n`;
    });
  return [INTRODUCTION, ...quoted].join("\n");
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

/** Returns the quotes above a test, each on one line. */
function tagsOf({ comments, isSlow }: WrittenTest): { tag: string; isSlow: boolean }[] {
  return comments.flatMap((comment) => {
    const lines = comment.replace(/^\/\*\*|\*\/$/g, "").split("\n");
    const text = lines.map((line) => line.replace(/^\s*\*/, "").trim()).join(" ");
    return [...text.matchAll(TAG)].map(([, tag = ""]) => ({ tag: tag.trim(), isSlow }));
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
    const isInterpretation = /^ {2}- Usher\b.*: /.test(line);
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
    } else if (/^\s*- /.test(line) && !isInterpretation) {
      problems.push(`${SPECIFICATION_PATH}: cannot read "${line}"`);
    }
  }
  return { sections, problems };
}
