import { readFileSync } from "node:fs";
import * as rules from "libphonenumber-js/min";
import { describe, expect, it } from "vitest";
import { type CountryCode, cellInE164, toE164 } from "../../console/src/routes/guests/phone.ts";
import { checkedRows, countConverted, rowsToSend } from "../../console/src/routes/import/plan.ts";
import { readSheet } from "../../console/src/routes/import/sheet.ts";

const PHONE_BOOK = new URL("../../testkit/fixtures/guest-lists/phone-book.csv", import.meta.url);
const E164 = /^\+[1-9]\d{6,14}$/;

describe("toE164", () => {
  it.each<[string, CountryCode, string | null]>([
    ["+49 (0)151 234567", "US", "+49151234567"],
    ["0049 151 23456789", "US", "+4915123456789"],
    ["+44 20 7946 0958", "DE", "+442079460958"],
    ["0151 23456789", "DE", "+4915123456789"],
    ["020 7946 0958", "GB", "+442079460958"],
    ["06 12345678", "IT", "+390612345678"],
    ["(555) 010-4477", "US", "+15550104477"],
    ["+4915123456789", "US", "+4915123456789"],
    ["12", "US", null],
    ["(555) 010-4477 x12", "US", null],
    ["call me", "US", null],
    ["", "US", null],
  ])("reads %j in %s as %j", (text, country, number) => {
    expect(toE164(rules, text, country)).toBe(number);
  });
});

describe("cellInE164", () => {
  it("converts each number in a cell and leaves other text", () => {
    expect(cellInE164(rules, "0911 234567 ::: +34 911 234 567", "DE")).toBe("+49911234567:::+34911234567");
    expect(cellInE164(rules, "ask Ada; 0151 23456789", "DE")).toBe("ask Ada;+4915123456789");
    expect(cellInE164(rules, "'+4915123456789", "DE")).toBe("+4915123456789");
    expect(cellInE164(rules, "", "DE")).toBe("");
  });
});

describe("rowsToSend", () => {
  it("converts every phone number of a phone book, and no other column", async () => {
    const { header, rows } = await readSheet(readFileSync(PHONE_BOOK, "utf8"));
    const columns = header.map((cell) => ({ field: cell === "Mobile" ? ("phone" as const) : null }));
    const phone = columns.findIndex(({ field }) => field === "phone");
    const sent = await rowsToSend(rows, columns, "GB");
    expect(sent.map(({ cells }) => cells[phone]).filter((cell) => cell !== "" && !E164.test(cell ?? ""))).toEqual([]);
    const others = (list: typeof sent) => list.map(({ cells }) => cells.filter((_, index) => index !== phone));
    expect(others(sent)).toEqual(others(rows));
  });

  it("keeps the sheet's number next to the sent one, and counts the rows that differ", async () => {
    const rows = [
      { row: 2, cells: ["Ada", "0151 23456789"] },
      { row: 3, cells: ["Bob", "+4915123456780"] },
      { row: 4, cells: ["Cy"] },
    ];
    const sent = await rowsToSend(rows, [{ field: "name" }, { field: "phone" }], "DE");
    const nothing = {
      name: null,
      email: null,
      phone: null,
      party_size: null,
      tags: [],
      table: null,
      external_id: null,
    };
    const rest = { companions: [], locale: null, greeting: null, status: "valid" as const, errors: [] };
    const alone = { matches: [], same_name_rows: [] };
    const checked = rows.map((_, index) => ({ row: index + 2, ...nothing, ...rest, ...alone }));
    const found = checkedRows(rows, sent, checked, (_, index) => index + 2);
    expect(found.map(({ cells, sent: cellsSent }) => [cells[1], cellsSent[1]])).toEqual([
      ["0151 23456789", "+4915123456789"],
      ["+4915123456780", "+4915123456780"],
      [undefined, undefined],
    ]);
    expect(countConverted(found)).toBe(1);
  });
});
