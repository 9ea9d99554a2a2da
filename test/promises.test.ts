import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { titlesOf } from "./promises/titles.ts";

/** A row of a table: what is promised, and where it is proven. */
interface Row {
  promise: string;
  proofs: string[];
}

const PROOF = /^`(test\/[\w/.-]+\.test\.tsx?)` › (.+)$/;
/** There are far more; fewer would mean that the document was not read. */
const LEAST_ROWS = 150;

const rows = readRows(readFileSync("docs/promises.md", "utf8"));

function readRows(text: string): Row[] {
  const lines = text.split("\n").filter((line) => line.startsWith("| ") && line !== "| Promise | Test |");
  return lines.map((line) => {
    const [promise = "", proofs = ""] = line.slice(2, -2).split(" | ");
    return { promise, proofs: proofs.split("<br>") };
  });
}

describe("docs/promises.md", () => {
  it("has a test for every promise", () => {
    expect(rows.length).toBeGreaterThan(LEAST_ROWS);
    const unproven = rows.filter(({ promise, proofs }) => promise === "" || proofs.some((proof) => !PROOF.test(proof)));
    expect(unproven).toEqual([]);
  });

  it("names files and tests that are there", () => {
    const known = new Map<string, Set<string>>();
    const missing = rows
      .flatMap(({ proofs }) => proofs)
      .filter((proof) => {
        const [, path = "", title = ""] = PROOF.exec(proof) ?? [];
        if (!existsSync(path)) return true;
        const titles = known.get(path) ?? titlesOf(path);
        known.set(path, titles);
        return !titles.has(title);
      });
    expect(missing).toEqual([]);
  });

  it("makes each promise once", () => {
    const promises = rows.map(({ promise }) => promise);
    expect(promises.filter((promise, index) => promises.indexOf(promise) !== index)).toEqual([]);
  });
});
