import { describe, expect, it } from "vitest";
import { createNameMatcher, foldName, searchNames, searchPieces } from "../../src/kernel/name-search.ts";

const GUESTS = [
  ...["Anna Smith", "Ananda Smythe", "Łukasz Żółć", "Søren Ægir", "Jürgen Groß", "Elif Yıldız", "Sean O’Brien"],
  ...["محمَّد الأحمد", "山田 花子", "ガイド", "김민준", "Zoe\u0301 🎉 Nguyễn", "Ἀλέξανδρος", "Пётр Иванов", "ישראל כֹּהֵן"],
];

const find = (query: string) => searchNames(GUESTS, (name) => name, query, 5);

describe("searchNames", () => {
  /** @promise The door: Names are found despite typing mistakes, in any script */
  it.each([
    ["ana smit", "Anna Smith"],
    ["SMTIH anna", "Anna Smith"],
    ["lukasz zolc", "Łukasz Żółć"],
    ["soren aegir", "Søren Ægir"],
    ["juergen", "Jürgen Groß"],
    ["GROSS", "Jürgen Groß"],
    ["yildiz", "Elif Yıldız"],
    ["obrien", "Sean O’Brien"],
    ["محمد احمد", "محمَّد الأحمد"],
    ["山田花", "山田 花子"],
    ["花子", "山田 花子"],
    ["カ\u3099イ", "ガイド"],
    ["김민", "김민준"],
    ["zoe nguyen", "Zoe\u0301 🎉 Nguyễn"],
    ["🎉", "Zoe\u0301 🎉 Nguyễn"],
    ["αλεξανδροσ", "Ἀλέξανδρος"],
    ["петр иванв", "Пётр Иванов"],
    ["כהן", "ישראל כֹּהֵן"],
  ])("finds %s", (query, name) => {
    expect(find(query)[0]).toBe(name);
  });

  it("returns the nearest name first, and none more than two edits away", () => {
    expect(find("anna smith")).toEqual(["Anna Smith", "Ananda Smythe"]);
    expect(find("smit")).toEqual(["Anna Smith", "Ananda Smythe"]);
    expect(find("xavier")).toEqual([]);
    expect(find("ann")[0]).toBe("Anna Smith");
    expect(createNameMatcher("smyht")("Smith")).toBe(2);
    expect(createNameMatcher("smyhtex")("Smith")).toBeNull();
  });

  it.each(["", "   ", "-.,", "\u0301\u0302"])("returns no name for %j", (query) => {
    expect(find(query)).toEqual([]);
  });

  it("allows no edit in up to two letters, one in up to four, two in more", () => {
    const edits = (query: string, name: string) => createNameMatcher(query)(name);
    expect([edits("bo", "Jo"), edits("bob", "Rob"), edits("bobb", "Robx"), edits("bobby", "Robbi")]).toEqual([
      null,
      1,
      null,
      2,
    ]);
  });

  it("folds a name to one text, in any Unicode composition", () => {
    expect(foldName("Zoë")).toBe(foldName("zoe\u0308"));
    expect(foldName("STRAẞE")).toBe("strasse");
  });

  it("returns at most 24 pairs of letters for a database query", () => {
    expect(searchPieces("ana smit")).toEqual(["an", "na", "sm", "mi", "it"]);
    expect(searchPieces("abcdefghijklmnopqrstuvwxyz0123456789")).toHaveLength(24);
    expect(searchPieces("花 子")).toEqual(["花", "子"]);
  });
});
