import { describe, expect, it } from "vitest";
import { readPromises } from "../../scripts/promises.ts";

/** Lower bound; fewer promises would mean that the comments were not read. */
const LEAST_PROMISES = 150;
/** Number of sentences of the specification, so that none is lost from its numbered text. */
const SENTENCES = 389;

describe("readPromises", () => {
  const { specification, sections, problems } = readPromises(".");
  const sentences = specification.flatMap((section) => section.sentences);

  it("finds a test or decision record for every sentence of the specification, quoted exactly", () => {
    expect(problems).toEqual([]);
    expect(sentences.length).toBe(SENTENCES);
  });

  it("finds each promise once, in a section of the document", () => {
    const promises = [...sections.values()].flatMap((rows) => [...rows.keys()]);
    expect(promises.length).toBeGreaterThan(LEAST_PROMISES);
    expect(promises.filter((promise, index) => promises.indexOf(promise) !== index)).toEqual([]);
  });
});
