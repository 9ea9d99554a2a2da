import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseMessage, validate } from "messageformat";
import { describe, expect, it } from "vitest";
import { UNSENT_REASONS } from "../../src/kernel/unsent-reasons.ts";

const SOURCE = fileURLToPath(new URL("../../console/src/", import.meta.url));
const CATALOGUE = join(SOURCE, "i18n");

type Texts = Record<string, string>;
const read = (file: string): Texts => JSON.parse(readFileSync(file, "utf8"));
const english = globSync(join(CATALOGUE, "en/*.json")).sort();
const languages = globSync("*/", { cwd: CATALOGUE }).map((name) => basename(name));
const code = globSync(join(SOURCE, "**/*.{ts,tsx}"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

describe("console text catalogue", () => {
  it("has valid MessageFormat 2 in every language", () => {
    const broken: string[] = [];
    for (const file of globSync(join(CATALOGUE, "*/*.json"))) {
      for (const [key, text] of Object.entries(read(file))) {
        try {
          validate(parseMessage(text), (type) => broken.push(`${file} ${key}: ${type}`));
        } catch (error) {
          broken.push(`${file} ${key}: ${error instanceof Error ? error.message : "invalid"}`);
        }
      }
    }
    expect(broken).toEqual([]);
    expect(english.length).toBeGreaterThan(10);
  });

  it("has equal files and keys in every language", () => {
    for (const language of languages) {
      for (const file of english) {
        const other = read(join(CATALOGUE, language, basename(file)));
        expect(Object.keys(other), `${language}/${basename(file)}`).toEqual(Object.keys(read(file)));
      }
    }
  });

  it("has a sentence for each reason of an unsent message, and for no other", () => {
    for (const language of languages) {
      const texts = read(join(CATALOGUE, language, "unsent.json"));
      const worded = Object.keys(texts).flatMap((key) =>
        key.startsWith("reason-") ? [key.slice("reason-".length)] : [],
      );
      expect(worded.sort(), language).toEqual([...UNSENT_REASONS].sort());
      for (const key of worded) expect(texts[`reason-${key}`], key).toMatch(/\.$/);
    }
  });

  it("has no unused key: the code contains each, or builds it from a prefix", () => {
    const prefixes = [...code.matchAll(/`([a-z][a-z-]*-)\$\{/g)].map(([, prefix]) => prefix ?? "");
    const unused = english.flatMap((file) =>
      Object.keys(read(file))
        .filter((key) => !code.includes(`"${key}"`) && !prefixes.some((prefix) => key.startsWith(prefix)))
        .map((key) => `${basename(file)}: ${key}`),
    );
    expect(unused).toEqual([]);
  });
});
