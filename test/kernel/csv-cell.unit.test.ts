import * as fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvRow, escapeFormulas, unescapeFormulas } from "../../src/kernel/csv-cell.ts";
import { csvRecords } from "../../src/kernel/csv-records.ts";

/** Text made of what is dangerous, what separates and what is harmless, in all mixtures. */
const NASTY = fc.string({
  unit: fc.constantFrom(..."=+-@＝＋－＠﹦﹢﹣﹫'\"\t\r\n;,| \u00a0ab1é\u202e"),
  maxLength: 20,
});
const RUNS = 2_000;

/** What a spreadsheet that cuts at a delimiter and knows nothing of our quotes sees as cells. */
function cellsAsCutAnywhere(text: string): string[] {
  return text.split(/[;\t\r\n]/);
}

describe("a cell that a spreadsheet would run", () => {
  it.each([
    ["=1+1"],
    ["+4915112345678"],
    ["-2+3"],
    ["@SUM(A1)"],
    ["\t=1+1"],
    ["\r=1+1"],
    ["\n=1+1"],
    ["＝1+1"],
    ["＋1"],
    ["－1"],
    ["＠SUM(A1)"],
    ["﹦1"],
    ["  =1+1"],
    ["\u00a0=1+1"],
    ['=HYPERLINK("https://evil.example","x")'],
    ["=cmd|' /C calc'!A0"],
    ["'=1+1"],
    ["\tplain"],
  ])("%j is shown and not run", (text) => {
    expect(escapeFormulas(text)).toMatch(/^'/);
    expect(escapeFormulas(text).endsWith(text.slice(-1))).toBe(true);
  });

  it("is found behind every character at which a spreadsheet with other settings cuts the line", () => {
    for (const cut of [";", "\t", "\r", "\n", "\r\n"]) {
      expect(escapeFormulas(`a${cut}=1+1`)).toBe(`a${cut}'=1+1`);
    }
    void fc.assert(
      fc.property(NASTY, (text) => {
        for (const cell of cellsAsCutAnywhere(escapeFormulas(text)))
          expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠﹦﹢﹣﹫]/);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([["Ada Lovelace"], ["'t Hooft"], ["O'Neill"], ["a=b"], ["1+1"], ["ada@example.com"], ["a, b; c"], [""]])(
    "%j is left as it is",
    (text) => {
      expect(escapeFormulas(text)).toBe(text);
      expect(unescapeFormulas(text)).toBe(text);
    },
  );

  it("comes back as it was, whatever it is", () => {
    void fc.assert(
      fc.property(fc.oneof(NASTY, fc.string({ unit: "binary", maxLength: 20 })), (text) => {
        expect(unescapeFormulas(escapeFormulas(text))).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });

  it("costs no more time than it is long, or this would not come to an end", () => {
    for (const piece of ["'", "=", ";=", "; ", "'=", "\n'"]) {
      const long = piece.repeat(1_000_000);
      expect(unescapeFormulas(escapeFormulas(long)) === long).toBe(true);
    }
  });
});

describe("a row that is written", () => {
  const TABLE = fc.array(fc.array(fc.oneof(NASTY, fc.string()), { minLength: 2, maxLength: 5 }), { maxLength: 5 });

  it("is read as the same cells by our reader and by another", () => {
    void fc.assert(
      fc.property(TABLE, (table) => {
        const text = table.map((cells) => csvRow(cells)).join("");
        const guarded = table.map((cells) => cells.map(escapeFormulas));
        const read = [...csvRecords(text, ",")];
        expect(read.map(({ cells }) => cells)).toEqual(guarded);
        expect(read.every(({ fault }) => fault === null)).toBe(true);
        const options = { delimiter: ",", newline: "\r\n", skipEmptyLines: true } as const;
        expect(Papa.parse<string[]>(text, options).data).toEqual(guarded);
      }),
      { numRuns: RUNS },
    );
  });

  it("ends with CRLF, has numbers as they are and nothing for null", () => {
    expect(csvRow(["a", 3, null, 'say "hi"', "x;y"])).toBe('a,3,,"say ""hi""","x;y"\r\n');
  });
});
