import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SPECIFICATION_PATH = "docs/specification.md";
const RECORDS_PATH = "docs/decisions";

/** A numbered sentence of the specification. */
export interface Sentence {
  /** Its section and its place in the section, such as `4.12`. */
  number: string;
  /** Its words, unchanged. */
  text: string;
  /** Why no test can prove it, or null. */
  untestable: string | null;
  /** The files of the decision records about departures from it. */
  records: string[];
}

/** A section of the specification with its sentences, in order. */
export interface Section {
  title: string;
  sentences: Sentence[];
}

/** The numbered specification, and the errors in its file. */
export interface Specification {
  sections: Section[];
  problems: string[];
}

/** Reads `docs/specification.md`. */
export function readSpecification(root: string): Specification {
  const lines = readFileSync(join(root, SPECIFICATION_PATH), "utf8").split("\n");
  const records = readdirSync(join(root, RECORDS_PATH));
  const sections: Section[] = [];
  const problems: string[] = [];
  let sentence: Sentence | undefined;
  for (const line of lines) {
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
