import { expect, it } from "vitest";
import { csvOf, guestsIn } from "../../console/src/routes/create/guest-lines.ts";

it("parses names and addresses as email programs and spreadsheets paste them", () => {
  const text =
    'Anna Lee <anna@example.com>\n"Ben" ben@example.com,\nChiara\tchiara@example.com\n\nDaniel Okafor\nelif.yildiz@example.com';
  expect(guestsIn(text)).toEqual([
    { name: "Anna Lee", email: "anna@example.com" },
    { name: "Ben", email: "ben@example.com" },
    { name: "Chiara", email: "chiara@example.com" },
    { name: "Daniel Okafor", email: null },
    { name: "Elif Yildiz", email: "elif.yildiz@example.com" },
  ]);
  expect(guestsIn(" \n ,;\n")).toEqual([]);
});

it("writes guests as CSV and escapes quotes and commas", () => {
  expect(csvOf([{ name: 'Ada "The" Byron, Lady', email: null }])).toBe('name,email\r\n"Ada ""The"" Byron, Lady",""');
});
