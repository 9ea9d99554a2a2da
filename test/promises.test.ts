import { describe, expect, it } from "vitest";
import { readPromises } from "../scripts/promises/document.ts";

/** There are far more; fewer would mean that the comments were not read. */
const LEAST_PROMISES = 150;
/** How many sentences the specification has, so that none is lost from its numbered text. */
const SENTENCES = 389;

describe("the comments above tests", () => {
  const { specification, sections, problems } = readPromises(".");
  const sentences = specification.flatMap((section) => section.sentences);

  it("quote every sentence of the specification that has no decision record, word for word", () => {
    expect(problems).toEqual([]);
    expect(sentences.length).toBe(SENTENCES);
  });

  it("name each promise once, in a section of the document", () => {
    const promises = [...sections.values()].flatMap((rows) => [...rows.keys()]);
    expect(promises.length).toBeGreaterThan(LEAST_PROMISES);
    expect(promises.filter((promise, index) => promises.indexOf(promise) !== index)).toEqual([]);
  });
});
