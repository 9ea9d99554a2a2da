import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listTests } from "./list-tests.ts";

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

What the service promises, and the tests that fail when it does not keep it. This file is generated: the comment above a
test names the promise (\`@promise Section: promise\`), \`npm run generate\` collects them, and \`npm run check\` compares.
\`test/service/routes.test.ts\` checks that every route is listed. A title with \`%s\` or \`$\` is the template of many
cases. "Ours" is what the service promises beside its specification.
`;

/** A tag of a comment, up to the next tag or the end. */
const TAG = /@promise\s+([^@]+)/g;

export interface Promises {
  /** Section → promise → the tests that prove it, as the document names them. */
  sections: Map<string, Map<string, string[]>>;
  /** Errors in the comments. */
  problems: string[];
}

/** Collects the promises from the comments above tests. */
export function readPromises(root: string): Promises {
  const sections = new Map(SECTIONS.map((name) => [name, new Map<string, string[]>()]));
  const problems: string[] = [];
  for (const path of testFiles(root)) {
    const text = readFileSync(join(root, path), "utf8");
    let found = 0;
    for (const { title, comments } of text.includes("@promise ") ? listTests(path, text) : []) {
      for (const tag of comments.flatMap(tagsOf)) {
        found += 1;
        const [section = "", promise] = split(tag);
        const rows = sections.get(section);
        if (rows === undefined || promise === "") problems.push(`${path}: "${tag}" does not begin with a section`);
        else rows.set(promise, [...(rows.get(promise) ?? []), `\`${path}\` › ${title}`]);
      }
    }
    if (found !== text.split("@promise ").length - 1) problems.push(`${path}: a @promise is not above a test`);
  }
  for (const [section, rows] of sections) if (rows.size === 0) problems.push(`no promises in section "${section}"`);
  return { sections, problems };
}

/** Renders the document as Markdown. */
export function renderPromises({ sections }: Promises): string {
  const parts = [...sections].map(([section, rows]) => {
    const lines = [...rows].map(([promise, tests]) => `| ${promise} | ${tests.join("<br>")} |`);
    return `## ${section}\n\n| Promise | Test |\n|---|---|\n${lines.join("\n")}\n`;
  });
  return [INTRODUCTION, ...parts].join("\n");
}

function testFiles(root: string): string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .sort();
}

/** The text of each tag, on one line. */
function tagsOf(comment: string): string[] {
  const lines = comment.replace(/^\/\*\*|\*\/$/g, "").split("\n");
  const text = lines.map((line) => line.replace(/^\s*\*/, "").trim()).join(" ");
  return [...text.matchAll(TAG)].map(([, tag = ""]) => tag.trim());
}

function split(tag: string): [section: string, promise: string] {
  const colon = tag.indexOf(": ");
  return colon < 0 ? ["", ""] : [tag.slice(0, colon), tag.slice(colon + 2)];
}
