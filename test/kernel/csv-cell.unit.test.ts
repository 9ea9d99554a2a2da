import * as fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvRecords, csvRow, escapeFormulas, unescapeFormulas } from "../../src/kernel/csv-records.ts";

/** Text of formula characters, separators and harmless characters. */
const HOSTILE = fc.string({
  unit: fc.constantFrom(..."=+-@＝＋－＠﹦﹢﹣﹫'\"\t\r\n;,| \u00a0ab1é\u202e"),
  maxLength: 20,
});
const RUNS = 2_000;

/** Returns the cells of a spreadsheet that splits at any delimiter, even inside quotes. */
function cellsSplitAnywhere(text: string): string[] {
  return text.split(/[;\t\r\n]/);
}

describe("escapeFormulas", () => {
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
  ])("escapes %j", (text) => {
    expect(escapeFormulas(text)).toMatch(/^'/);
    expect(escapeFormulas(text).endsWith(text.slice(-1))).toBe(true);
  });

  it("escapes a formula after every character at which a spreadsheet may split cells", () => {
    for (const cut of [";", "\t", "\r", "\n", "\r\n"]) {
      expect(escapeFormulas(`a${cut}=1+1`)).toBe(`a${cut}'=1+1`);
    }
    void fc.assert(
      fc.property(HOSTILE, (text) => {
        for (const cell of cellsSplitAnywhere(escapeFormulas(text)))
          expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠﹦﹢﹣﹫]/);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([["Ada Lovelace"], ["'t Hooft"], ["O'Neill"], ["a=b"], ["1+1"], ["ada@example.com"], ["a, b; c"], [""]])(
    "leaves %j unchanged",
    (text) => {
      expect(escapeFormulas(text)).toBe(text);
      expect(unescapeFormulas(text)).toBe(text);
    },
  );

  it("round-trips any text", () => {
    void fc.assert(
      fc.property(fc.oneof(HOSTILE, fc.string({ unit: "binary", maxLength: 20 })), (text) => {
        expect(unescapeFormulas(escapeFormulas(text))).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });

  it("escapes a long cell in linear time", () => {
    for (const piece of ["'", "=", ";=", "; ", "'=", "\n'"]) {
      const long = piece.repeat(1_000_000);
      expect(unescapeFormulas(escapeFormulas(long)) === long).toBe(true);
    }
  });
});

describe("csvRow", () => {
  const TABLE = fc.array(fc.array(fc.oneof(HOSTILE, fc.string()), { minLength: 2, maxLength: 5 }), { maxLength: 5 });

  it("writes cells that csvRecords and papaparse read back unchanged", () => {
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

  it("ends with CRLF, and writes numbers unchanged and null as an empty cell", () => {
    expect(csvRow(["a", 3, null, 'say "hi"', "x;y"])).toBe('a,3,,"say ""hi""","x;y"\r\n');
  });
});
