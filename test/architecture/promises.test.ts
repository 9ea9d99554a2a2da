import { describe, expect, it } from "vitest";
import { readPromises } from "../../scripts/promises.ts";

/** Number of sentences of the specification, so that none is lost from its numbered text. */
const SENTENCES = 389;

describe("readPromises", () => {
  const { specification, problems } = readPromises(".");
  const sentences = specification.flatMap((section) => section.sentences);

  it("finds a test or decision record for every sentence of the specification, quoted exactly", () => {
    expect(problems).toEqual([]);
    expect(sentences.length).toBe(SENTENCES);
  });
});
