import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { collectPromises, parseSpecification, readPromises } from "../../scripts/promises.ts";
import { readTests } from "../../scripts/test/read-tests.ts";

/** Number of sentences of the specification, so that none is lost from its numbered text. */
const SENTENCES = 389;

describe("readPromises", () => {
  const { specification, problems } = readPromises(".");
  const sentences = specification.flatMap((section) => section.sentences);

  it("finds a test or a decision record for every sentence of the specification, quoted exactly", () => {
    expect(problems).toEqual([]);
    expect(sentences.length).toBe(SENTENCES);
  });
});

describe("docs/security.md", () => {
  it("names only files with tests of npm test", () => {
    const named = [...readFileSync("docs/security.md", "utf8").matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)];
    const files = new Set(named.map(([, path = ""]) => path));
    expect(files.size).toBeGreaterThan(80);
    expect([...files].filter((path) => hasOnlySlowTests(path, readFileSync(path, "utf8")))).toEqual([]);
  });
});

function hasOnlySlowTests(path: string, text: string): boolean {
  return readTests(path, text).tests.every(({ isSlow }) => isSlow);
}

describe("check of slow tests", () => {
  const specification = () =>
    parseSpecification("## 1. Seats\n\n- 1.1 Seats are limited.\n- 1.2 Seats are free.\n", []);
  // Each in two parts, because it is not a tag of this file.
  const SPEC = `/** ${["@spec", '1.1 "Seats are limited."'].join(" ")} */\n`;
  const MODULE_TAG = ["@module", "tag"].join("-");
  const FAST = 'it("limits seats", () => {});';
  const SLOW = 'it.each([1])("limits seats", { timeout: 1, tags: "slow" }, () => {});';
  const problemsOf = (...texts: string[]) =>
    collectPromises(
      specification(),
      texts.map((text, index) => ({ path: `test/${index}.test.ts`, text })),
    ).problems.filter((problem) => /1\.1|tag/.test(problem));

  it.each([
    ["its test", SPEC + SLOW],
    [
      "a group around its test",
      `describe("a", { tags: "slow" }, () => { describe("b", () => {\n${SPEC}${FAST}\n}); });`,
    ],
    ["a group of several values", `describe.each([1])("a", { tags: "slow" }, () => {\n${SPEC}${FAST}\n});`],
    ["the file of its test", `/** ${MODULE_TAG} slow */\n${SPEC}${FAST}`],
  ])("detects a sentence of the specification with only slow tests, by the tag of %s", (_, text) => {
    expect(problemsOf(text)).toEqual([
      "the specification's sentence 1.1 has only tests with the tag slow: Seats are limited.",
    ]);
    expect(hasOnlySlowTests("test/0.test.ts", text)).toBe(true);
    expect(problemsOf(text, SPEC + FAST)).toEqual([]);
    expect(hasOnlySlowTests("test/0.test.ts", `${text}\n${FAST}`)).toBe(text.startsWith(`/** ${MODULE_TAG}`));
  });

  it("accepts a sentence whose test has fewer rounds in npm test", () => {
    expect(problemsOf(`${SPEC}it("limits seats", { tags: "rounds" }, () => {});`)).toEqual([]);
  });

  it.each([
    ["in a list", `${SPEC}it("limits seats", { tags: ["slow"] }, () => {});`],
    ["with other quotes", `${SPEC}it("limits seats", { tags: \`slow\` }, () => {});`],
    ["outside the options", `const options = { tags: "slow" };\n${SPEC}it("limits seats", options, () => {});`],
    ["of a file below its first line", `import x from "x";\n// ${MODULE_TAG} slow\n${FAST}`],
  ])("rejects a tag that the selection of files does not read: %s", (_, text) => {
    expect(problemsOf(text, SPEC + FAST)).toEqual([expect.stringMatching(/^test\/0\.test\.ts: write /)]);
  });

  it("ignores tags of guests", () => {
    expect(problemsOf(`${SPEC}it("limits seats", () => add({ tags: ["Family"], table: "slow" }));`)).toEqual([]);
  });
});
