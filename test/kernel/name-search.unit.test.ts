import { describe, expect, it } from "vitest";
import {
  createNameMatcher,
  foldName,
  NameIndex,
  nameKeys,
  searchNames,
  withoutMistakes,
} from "../../src/kernel/name-search.ts";

const GUESTS = [
  "Anna Smith",
  "Ananda Smythe",
  "Łukasz Żółć",
  "Søren Ægir",
  "Jürgen Groß",
  "Elif Yıldız",
  "Sean O’Brien",
  "محمَّد الأحمد",
  "山田 花子",
  "ガイド",
  "김민준",
  "Zoe\u0301 🎉 Nguyễn",
  "Ἀλέξανδρος",
  "Пётр Иванов",
  "ישראל כֹּהֵן",
];

const find = (query: string) => searchNames(GUESTS, (name) => [name], query, 5).map(({ item }) => item);

describe("searchNames", () => {
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

  it("finds punctuation alone where a name has it", () => {
    expect(find("’")).toEqual(["Sean O’Brien"]);
    expect(find("%_")).toEqual([]);
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

  it.each([
    ["jürgen gross", "Juergen Gross"],
    ["juergen gross", "Jürgen Groß"],
    ["soeren", "Søren"],
    ["aage", "Åge"],
  ])("counts no edit between %s and %s", (query, name) => {
    expect(createNameMatcher(query)(name)).toBe(0);
  });

  it("finds a party by its companions, and says by whom", () => {
    const parties = [["Clara Weiß", "Ben Koch", "Mia"], ["Ben Adler"], ["Zoe"]] as [string, ...string[]][];
    const found = (query: string) =>
      searchNames(parties, (names) => names, query, 5).map(({ item, companion }) => [item[0], companion]);
    expect(found("ben")).toEqual([
      ["Clara Weiß", "Ben Koch"],
      ["Ben Adler", null],
    ]);
    expect(found("clara")).toEqual([["Clara Weiß", null]]);
    expect(found("clara ben")).toEqual([["Clara Weiß", null]]);
    expect(found("mia")).toEqual([["Clara Weiß", "Mia"]]);
  });

  it("leaves out typing mistakes where a name matches without one", () => {
    const search = (query: string) =>
      withoutMistakes(searchNames(["Anna", "Anne", "Hans"], (name) => [name], query, 5)).map(({ item }) => item);
    expect(search("anna")).toEqual(["Anna"]);
    expect(search("annx")).toEqual(["Anna", "Anne"]);
    expect(search("hnas")).toEqual(["Hans"]);
  });

  it.each([
    ["one letter", "a"],
    ["punctuation", "?!…"],
    ["one emoji", "🎉"],
    ["marks alone", "\u0301\u0302"],
    ["200 letters", "ab".repeat(100)],
    ["two scripts", "Anna Анна"],
  ])("searches for %s without an error", (_, query) => {
    expect(find(query).length).toBeLessThanOrEqual(5);
  });
});

describe("nameKeys", () => {
  const isSame = (one: string, other: string) => nameKeys(one).some((key) => nameKeys(other).includes(key));

  it.each([
    ["Anna Weiß", "WEISS, anna"],
    ["Anna Weiß", "Anna  Weiss"],
    ["Jürgen Müller", "Juergen Mueller"],
    ["Jürgen Müller", "Jurgen Muller"],
    ["Søren Ødegård", "Soeren Oedegaard"],
    ["Sean O’Brien", "Sean O'Brien"],
    ["Sean O’Brien", "OBrien Sean"],
    ["J.R. Smith", "JR Smith"],
    ["Anna-Lena Voß", "Anna Lena Voss"],
    ["Zoe\u0301", "ZOÉ"],
    ["Łukasz Żółć", "lukasz zolc"],
    ["محمَّد الأحمد", "محمد الأحمد"],
    ["فاطمة على", "فاطمه علي"],
    ["山田　花子", "山田花子"],
    ["Anna Weiß 🎉", "Anna Weiß"],
    ["🎉", "🎉"],
    ["?!", "?!"],
    ["Anna Анна", "Анна Anna"],
    ["ab".repeat(100), "AB".repeat(100)],
  ])("takes %s and %s for one name", (one, other) => {
    expect(isSame(one, other)).toBe(true);
  });

  it.each([
    ["Anna Weiß", "Anna Weis"],
    ["Anna Weiß", "Anna"],
    ["Anna Weiß", "Hanna Weiß"],
    ["Michael Kern", "Michal Kern"],
    ["Mueller", "Muller"],
    ["🎉", "🎊"],
    ["?!", "..."],
    ["Anna Anna", "Anna"],
    ["佐藤 花", "佐藤 花子"],
  ])("takes %s and %s for two names", (one, other) => {
    expect(isSame(one, other)).toBe(false);
  });

  it("finds each of 20,000 names among 20,000", () => {
    // Comparing each name with each would reach the test's timeout.
    const index = new NameIndex<number>();
    const names = Array.from({ length: 20_000 }, (_, number) => `Guest Größe ${number}`);
    for (const [number, name] of names.entries()) index.add(name, number);
    expect(names.filter((name) => !index.has(name))).toEqual([]);
    expect(index.find("größe 7 guest")).toEqual([7]);
  });
});
