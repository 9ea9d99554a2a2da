import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { buildDocument } from "../../scripts/openapi/build-document.ts";
import { faultsOfGlossary, wordsOf } from "./glossary.ts";
import { ROOT, readModules } from "./modules.ts";

const MODULES = [...readModules().values()].filter(({ path }) => path.startsWith("src/"));
const read = (path: string) => readFileSync(ROOT + path, "utf8");

function known() {
  const migrations = readdirSync(`${ROOT}migrations`).filter((name) => name.endsWith(".sql"));
  const tables = migrations.flatMap((name) =>
    namesIn(read(`migrations/${name}`), /^create table (?:if not exists )?"?(\w+)/gim),
  );
  const types = MODULES.flatMap(({ text }) => namesIn(text, /^export (?:type|interface|class) (\w+)/gm));
  const components = Object.keys(buildDocument().components.schemas);
  const messages = namesIn(read("proto/bus/messages.ts"), /^ {2}"([a-z_]+\.[a-z_]+)"/gm);
  return { tables: new Set(tables), types: new Set(types), wire: new Set([...components, ...messages]) };
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

describe("glossary", () => {
  test("names only tables, types and wire names that exist", () => {
    const words = wordsOf(read("docs/glossary.md"));
    expect(words.length).toBeGreaterThan(30);
    expect(faultsOfGlossary(words, known())).toEqual([]);
  });

  test("fails with a correction for a name that does not exist, and for a word that stands twice", () => {
    const document =
      "| Word | Meaning | Table | Type | Wire |\n| guest | a person | `people` | `Row` | `Guest` |\n| guest | x | – | – | – |";
    const here = { tables: new Set(["guests"]), types: new Set(["Row"]), wire: new Set<string>() };
    expect(faultsOfGlossary(wordsOf(document), here)).toEqual([
      'docs/glossary.md has the word "guest" twice: one word has one meaning.',
      'docs/glossary.md, "guest": the table "people" does not exist (migrations/). Correct the cell, or write –.',
      'docs/glossary.md, "guest": the wire "Guest" does not exist (in the OpenAPI document or proto/bus/messages.ts). Correct the cell, or write –.',
    ]);
  });
});
