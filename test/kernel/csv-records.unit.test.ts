import * as fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvRecords, MAX_CSV_COLUMNS } from "../../src/kernel/csv-records.ts";

const RUNS = 2_000;
const BOMB_LENGTH = 5 * 1024 * 1024;

function cellsOf(text: string, delimiter = ","): string[][] {
  return [...csvRecords(text, delimiter)].map(({ cells }) => cells);
}

describe("csvRecords", () => {
  it.each([
    ["\n", "line feeds"],
    ["\r\n", "CRLF"],
    ["\r", "carriage returns"],
  ])("splits rows at %j", (lineBreak) => {
    expect(cellsOf(["a,b", "1,2", ""].join(lineBreak))).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  it("keeps delimiters, line breaks and doubled quotes inside quotes", () => {
    expect(cellsOf('a,"b,\r\n""c""",d\n')).toEqual([["a", 'b,\r\n"c"', "d"]]);
  });

  it("keeps empty cells, including the last one", () => {
    expect(cellsOf('a,,\n,"",b')).toEqual([
      ["a", "", ""],
      ["", "", "b"],
    ]);
  });

  it.each([",", ";", "\t", "|"])("splits cells at %j and at no other delimiter", (delimiter) => {
    const others = [",", ";", "\t", "|"].filter((other) => other !== delimiter).join("");
    expect(cellsOf(`a${delimiter}x${others}y`, delimiter)).toEqual([["a", `x${others}y`]]);
  });

  it("numbers rows like a spreadsheet, counting empty lines but no line breaks in cells", () => {
    const rows = [...csvRecords('a\n\n"b\nc"\r\n\r\nd', ",")].map(({ row, cells }) => [row, cells[0]]);
    expect(rows).toEqual([
      [1, "a"],
      [3, "b\nc"],
      [5, "d"],
    ]);
  });

  it("parses any well-formed cells like papaparse", () => {
    const cell = fc.string({ unit: fc.constantFrom(..."ab\"',;\r\n\t =é") });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    void fc.assert(
      fc.property(table, fc.constantFrom(",", ";", "\t", "|"), (rows, delimiter) => {
        const text = Papa.unparse(rows, { delimiter, quotes: true, newline: "\r\n" });
        expect(cellsOf(text, delimiter)).toEqual(rows);
      }),
      { numRuns: RUNS },
    );
  });

  it("returns ascending row numbers for any text", () => {
    void fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a",\r\n') }), (text) => {
        const records = [...csvRecords(text, ",")];
        const rows = records.map(({ row }) => row);
        expect(rows).toEqual([...rows].sort((one, other) => one - other));
        expect(records.slice(0, -1).every(({ fault }) => fault !== "open_quote")).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("csvRecords with a malformed file", () => {
  it("reports a row with text after a closing quote, and continues", () => {
    const faults = [...csvRecords('a,b\n"x"y,2\n3,4', ",")].map(({ row, fault }) => [row, fault]);
    expect(faults).toEqual([
      [1, null],
      [2, "stray_quote"],
      [3, null],
    ]);
  });

  it("keeps a quote in the middle of a cell", () => {
    expect(cellsOf('Dwayne "The Rock" Johnson,6"')).toEqual([['Dwayne "The Rock" Johnson', '6"']]);
  });

  it("ends at a quote that is never closed", () => {
    const records = [...csvRecords('a,b\n1,"2\n3,4\n5,6', ",")];
    expect(records.map(({ row, fault }) => [row, fault])).toEqual([
      [1, null],
      [2, "open_quote"],
    ]);
  });

  it("ends at a row that is too wide, and returns at most the allowed columns", () => {
    const records = [...csvRecords(`a,b\n${",".repeat(BOMB_LENGTH)}\nc,d`, ",")];
    expect(records.map(({ row, fault }) => [row, fault])).toEqual([
      [1, null],
      [2, "too_wide"],
    ]);
    expect(records[1]?.cells).toHaveLength(MAX_CSV_COLUMNS);
    expect(cellsOf(Array(MAX_CSV_COLUMNS).fill("x").join(","))[0]).toHaveLength(MAX_CSV_COLUMNS);
  });

  it.each([['"'], ['""'], ['"a"b'], ['"a",'], ["\n"], ["\r\n"], ['"\n'], [',"'], ["a"], ['","\n'], ['"""']])(
    "parses repetitions of %j in linear time",
    (piece) => {
      const text = piece.repeat(BOMB_LENGTH / piece.length);
      const rows = [];
      for (const { row, fault } of csvRecords(text, ",")) {
        rows.push(row);
        if (fault === "too_wide") break;
      }
      expect(rows).toEqual(rows.toSorted((a, b) => a - b));
    },
  );
});
