import { describe, expect, it } from "vitest";
import { csvParts } from "../../clients/typescript/src/cli/csv-parts.ts";
import { barOf, columns, plain } from "../../clients/typescript/src/cli/terminal.ts";

describe("csvParts", () => {
  it("repeats the header, splits all rows once, and counts the rows before each part", () => {
    const text = `name\n${Array.from({ length: 5 }, (_, index) => `Guest ${index}\n`).join("")}`;
    expect(csvParts(text, 2)).toEqual([
      { text: "name\nGuest 0\nGuest 1\n", rows: 2, rowsBefore: 0 },
      { text: "name\nGuest 2\nGuest 3\n", rows: 2, rowsBefore: 2 },
      { text: "name\nGuest 4\n", rows: 1, rowsBefore: 4 },
    ]);
    expect(csvParts(text, Number.POSITIVE_INFINITY)).toEqual([{ text, rows: 5, rowsBefore: 0 }]);
  });

  it("does not split a row at line breaks, commas or quotes inside quotes", () => {
    const rows = ['"Ada\r\nLindqvist","says ""hi"", twice"\r\n', '"\n\n"\n', "Grace\r", "Ben"];
    const parts = csvParts(`name,notes\r\n${rows.join("")}`, 1);
    expect(parts.map(({ text }) => text)).toEqual(
      ['"Ada\r\nLindqvist","says ""hi"", twice"\r\n', '"\n\n"\n', "Grace\r", "Ben\n"].map(
        (row) => `name,notes\r\n${row}`,
      ),
    );
  });

  it("returns no part for a file without rows", () => {
    expect([csvParts("", 10), csvParts("name\n", 10)]).toEqual([[], []]);
  });
});

describe("columns, plain and barOf", () => {
  it("aligns text without trailing spaces or terminal control characters", () => {
    expect(
      columns([
        ["a", "Ada"],
        ["bbb", ""],
      ]),
    ).toEqual(["a    Ada", "bbb"]);
    expect(columns([])).toEqual([]);
    expect(plain("Ada\u001b[31m\r\nRed")).toBe("Ada [31m  Red");
    expect([barOf(0, 8), barOf(4, 8), barOf(9, 8), barOf(0, 0)].map((bar) => bar.split("█").length - 1)).toEqual([
      0, 12, 24, 24,
    ]);
  });
});
