import { describe, expect, it } from "vitest";
import {
  hitsOf,
  PHRASES,
  type Phrase,
  type Prose,
  proseOfDocument,
  proseOfLines,
  proseOfModule,
  vocabularyProblems,
} from "../../scripts/check/phrases.ts";

const textsOf = (prose: readonly Prose[]) => prose.map(({ kind, line, text }) => [kind, line, text]);

describe("proseOfModule", () => {
  it("finds comments, titles and API texts, with placeholders for code", () => {
    const module = [
      "/** Returns `a` guest. */",
      'const route = { summary: "List guests", name: "Who" };',
      "// One comment",
      "// on two lines.",
      'describe("GET /guests", () => {',
      '  it.each([1])("returns %s", () => expect("what").toBe(1));',
      "  /* The end. */",
      "});",
    ];
    expect(textsOf(proseOfModule("a.ts", module.join("\n")))).toEqual([
      ["comment", 1, "Returns code guest."],
      ["api", 2, "List guests"],
      ["comment", 3, "One comment on two lines."],
      ["group", 5, "GET /guests"],
      ["title", 6, "returns %s"],
      ["comment", 7, "The end."],
    ]);
  });

  it("skips quotes of the specification and comments for tools", () => {
    // In two parts, because readPromises reads tags in this file too.
    const quote = ["@", 'spec 1.2 "Who comes?"'].join("");
    const module = `// biome-ignore lint: what it is\nf();\n/**\n * Checks.\n * ${quote}\n */\ng();`;
    expect(textsOf(proseOfModule("a.ts", module))).toEqual([["comment", 3, "Checks."]]);
  });
});

describe("proseOfModule for sentences", () => {
  it("finds strings, templates and JSX texts of three words or more, without tagged templates", () => {
    const module = [
      'throw new Error("the row is missing");',
      ["const line = `$", "{count} guests are left`;"].join(""),
      "const row = sql`select one from guests`;",
      "const page = <p>Open your link.</p>;",
      'const name = "guest row";',
    ];
    expect(textsOf(proseOfModule("a.tsx", module.join("\n")))).toEqual([
      ["string", 1, "the row is missing"],
      ["string", 2, "code guests are left"],
      ["string", 4, "Open your link."],
    ]);
  });

  it("skips the strings of tests, which quote guests and hosts", () => {
    expect(proseOfModule("test/a.test.ts", 'f("a guest writes this");')).toEqual([]);
  });

  it("finds the messages of failures in tests", () => {
    const module = 'if (a) throw new Error("the guest is missing");\nexpect(b, "rows of the guest").toBe(1);';
    expect(textsOf(proseOfModule("test/a.test.ts", module))).toEqual([
      ["string", 1, "the guest is missing"],
      ["string", 2, "rows of the guest"],
    ]);
  });
});

describe("proseOfLines", () => {
  it("joins comments on consecutive lines, and skips settings that are commented out", () => {
    const file = "# The ports,\n# two of them.\n# PORT=1\nNAME=2\n# The end.";
    expect(proseOfLines(".dev.vars.example", file, "#").map(({ line, text }) => [line, text])).toEqual([
      [1, "The ports, two of them."],
      [5, "The end."],
    ]);
  });
});

describe("proseOfDocument", () => {
  it("splits paragraphs, list items and table cells, and skips code blocks", () => {
    const document = "# Title\nOne\nparagraph.\n\n- An item\n| a | `b` |\n```\nmails\n```\nThe end.";
    expect(proseOfDocument("a.md", document).map(({ line, text }) => [line, text])).toEqual([
      [1, "Title One paragraph."],
      [5, "An item"],
      [6, "a"],
      [6, "code"],
      [10, "The end."],
    ]);
  });
});

describe("hitsOf", () => {
  const isHit = (kind: Prose["kind"], text: string, path = "src/a.ts") =>
    PHRASES.some((phrase) => hitsOf(phrase, [{ kind, path, line: 1, text }]).length > 0);

  it.each<[Prose["kind"], string]>([
    ["comment", "What a guest sends."],
    ["group", "what is sent"],
    ["api", "Guests are told of it."],
    ["comment", "The same for a host."],
    ["docs", "Nothing is lost; whoever asks gets it."],
    ["comment", "Sends all at once."],
    ["docs", "Sends mails."],
    ["comment", "Seals a text."],
    ["comment", "Stands beside the field."],
    ["title", "is sent once"],
    ["title", "sends it; stores it"],
    ["title", `returns ${"a".repeat(100)}`],
    ["string", "Sends mails."],
    ["commit", "docs: an activity has its key"],
    ["commit", `fix(rsvp): ${"a".repeat(72)}`],
  ])("finds a phrase in the %s %j", (kind, text) => {
    expect(isHit(kind, text)).toBe(true);
  });

  it.each<[Prose["kind"], string, string?]>([
    ["comment", "Returns the guest's seat."],
    ["api", "Who can see it?"],
    ["docs", "What a guest sends is stored."],
    ["comment", "Appends a sealed record to the audit chain."],
    ["comment", "Has to be set."],
    ["comment", "Stands beside the field.", "console/src/a.tsx"],
    ["title", "returns 404 for an unknown guest"],
    ["commit", "feat(rsvp)!: accept a comment"],
  ])("finds nothing in the %s %j", (kind, text, path) => {
    expect(isHit(kind, text, path)).toBe(false);
  });
});

describe("vocabularyProblems", () => {
  const texts: Prose[] = [1, 2].map((line) => ({ kind: "docs", path: "a.md", line, text: "Sends mails." }));
  const phrase = (ceiling: number): Phrase[] => [{ pattern: /\bmails\b/, advice: "emails", ceiling }];

  it("lists the texts if there are more than the ceiling", () => {
    expect(vocabularyProblems(phrase(1), texts)).toEqual([
      expect.stringMatching(
        /2 texts, the ceiling is 1\. Write instead: emails\n {2}a\.md:1 Sends mails\.\n {2}a\.md:2 /,
      ),
    ]);
  });

  it("asks to lower the ceiling if there are fewer texts", () => {
    expect(vocabularyProblems(phrase(3), texts)).toEqual([expect.stringContaining("--lower")]);
  });

  it("returns nothing if the number of texts is the ceiling", () => {
    expect(vocabularyProblems(phrase(2), texts)).toEqual([]);
  });
});
