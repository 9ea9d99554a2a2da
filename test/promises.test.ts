import { describe, expect, it } from "vitest";
import { readPromises } from "../scripts/promises/document.ts";

/** There are far more; fewer would mean that the comments were not read. */
const LEAST_PROMISES = 150;

describe("the promises that comments above tests name", () => {
  const { sections, problems } = readPromises(".");

  it("are each above a test and in a section of the document", () => {
    expect(problems).toEqual([]);
    const promises = [...sections.values()].flatMap((rows) => [...rows.keys()]);
    expect(promises.length).toBeGreaterThan(LEAST_PROMISES);
    expect(promises.filter((promise, index) => promises.indexOf(promise) !== index)).toEqual([]);
  });
});
