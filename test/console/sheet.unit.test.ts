import { describe, expect, it } from "vitest";
import { csvOf, decode, headerFor, readSheet, withCell, withoutHeader } from "../../console/src/routes/import/sheet.ts";

describe("spreadsheet reader of the console", () => {
  it.each([
    [
      'Name,Email\r\nAda,ada@example.com\r\n"Lovelace, Ben","a ""b"" c"\r\n',
      ["Ada", "ada@example.com"],
      ["Lovelace, Ben", 'a "b" c'],
    ],
    ["Name;E-Mail\nAda;\n;b@example.com\n", ["Ada", ""], ["", "b@example.com"]],
    ['Name\tNotes\rAda\t"two\nlines"\r', ["Ada", "two\nlines"]],
    ['a|b|\n1|2|"3"', ["1", "2", "3"]],
    ["Name,Table\r\nAda,1\nBen,2\rCy,3", ["Ada", "1"], ["Ben", "2"], ["Cy", "3"]],
  ])("splits %j by its delimiter and by every kind of line break", async (text, ...rows) => {
    expect((await readSheet(text)).rows.map(({ cells }) => cells)).toEqual(rows);
  });

  it("keeps rows and their spreadsheet numbers when it writes the sheet back as CSV", async () => {
    const sheet = await readSheet('Name;Note\n\nAda;"says ""hi"", \nthen leaves"\n;\nBen; x\n');
    expect(sheet.rows).toEqual([
      { row: 3, cells: ["Ada", 'says "hi", \nthen leaves'] },
      { row: 5, cells: ["Ben", " x"] },
    ]);
    expect(await readSheet(csvOf(sheet.header, sheet.rows))).toEqual({
      header: sheet.header,
      rows: sheet.rows.map(({ cells }, index) => ({ row: index + 2, cells })),
    });
  });

  it("uses the delimiter that the file names, or the most consistent one", async () => {
    expect((await readSheet("sep=;\nName;E-Mail\nAda;a@b.example")).header).toEqual(["Name", "E-Mail"]);
    expect((await readSheet("Last, first;E-Mail\nLovelace, Ada;a@b.example\nOsei;b@b.example")).header).toHaveLength(2);
    expect((await readSheet("Name\nAda\nBen")).rows).toHaveLength(2);
    expect(await readSheet("")).toEqual({ header: [], rows: [] });
  });

  it("decodes by byte order mark, as UTF-8, or as Windows-1252", async () => {
    expect(decode(new TextEncoder().encode("Zoë"))).toEqual({ text: "Zoë", charset: "utf-8" });
    expect(decode(Uint8Array.of(0x5a, 0x6f, 0xeb))).toEqual({ text: "Zoë", charset: "windows-1252" });
    expect(decode(Uint8Array.of(0xff, 0xfe, 0x5a, 0, 0xeb, 0))).toEqual({ text: "Zë", charset: "utf-16le" });
  });

  it("replaces header names and cells, and treats a first row as a guest", async () => {
    const sheet = await readSheet("Wer,Wo\nAda");
    expect(
      headerFor(
        sheet.header,
        new Map([
          [0, "name"],
          [1, null],
        ]),
      ),
    ).toEqual(["name", "–"]);
    expect(withCell(sheet, 2, 1, "Tisch 1").rows).toEqual([{ row: 2, cells: ["Ada", "Tisch 1"] }]);
    expect(withoutHeader(sheet)).toEqual({
      header: ["", ""],
      rows: [
        { row: 1, cells: ["Wer", "Wo"] },
        { row: 2, cells: ["Ada"] },
      ],
    });
    expect((await readSheet("a,b,")).header).toEqual(["a", "b", ""]);
  });
});
