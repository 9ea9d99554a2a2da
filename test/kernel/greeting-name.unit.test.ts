import { describe, expect, it } from "vitest";
import { greetingName, greetingValues } from "../../src/kernel/greeting-name.ts";

describe("greetingName", () => {
  it.each([
    ["Anna Smith", "Anna"],
    ["  Anna   Maria Smith ", "Anna"],
    ["Anna\u00a0Smith", "Anna"],
    ["Anne-Marie Klein", "Anne-Marie"],
    ["Anne\u2011Marie Klein", "Anne\u2011Marie"],
    ["Zoë Weiß", "Zoë"],
    ["Łukasz Nowak", "Łukasz"],
    ["Анна Иванова", "Анна"],
    ["Μαρία Παππά", "Μαρία"],
    ["Seán O'Neill", "Seán"],
    ["İpek Yılmaz", "İpek"],
    ["Anna MÜLLER", "Anna"],
  ])("shortens %j to %j", (name, expected) => {
    expect(greetingName(name, "en")).toBe(expected);
  });

  it.each([
    ...["", "Anna", "👰", "山田太郎", "山田 太郎", "أحمد محمود", "أحمد و فاطمة", "דוד כהן", "ა ბ"],
    ...["Dr. Ada Lovelace", "Dr Ada Lovelace", "Dr. med. Anna Weiß", "Prof Weiß", "Mr Smith", "MR Smith", "Lord Ashby"],
    ...["Lady Ashby", "Sir Ian", "Frau Weiß", "Herr Weiß", "Señora García", "Senora Garcia", "Don Luis", "Pan Nowak"],
    ...["Pani Nowak", "Państwo Nowak", "Państwo Anna Nowak", "Mevr Jansen", "Bay Yılmaz", "Sayın Ali", "Signora Rossi"],
    ...["Mme Dupont", "Maître Dupont", "Senhor Silva", "J. R. Smith", "J R R Smith Jones", "Anna M. Smith"],
    ...["Fam. Weiß", "Fam Weiß", "Familie Weiß", "Müller Familie", "FAMILIE WEISS", "Weiß Family", "Familia García"],
    ...["Famille Dupont", "Famiglia Rossi", "Família Silva", "Rodzina Nowak", "Yılmaz Ailesi", "Ehepaar Weiß"],
    ...["Los García", "Los Garcia Perez", "La Familia", "The Smiths", "Les Dupont", "Die Weißens", "Os Silva"],
    ...["Anna i Piotr", "ANNA I PIOTR", "Anna I Piotr", "Anna y Luis", "Anna & Ben", "Anna/Ben", "Anna + Ben"],
    ...["Anna and Ben Smith", "Anna Und Ben", "Anna et Luc", "Anna e Luca", "Anna en Jan", "Anna ve Ali", "Anna, Ben"],
    ...["Smith, Anna", "Weiß, Zoë", "van der Berg Jan", "Ludwig van Beethoven", "Anna Weiß (Büro)", "Team Blau"],
    ...["Mom and Dad", "Mom Dad", "Oma Helga", "Tante Käthe", "Onkel Otto", "Aunt Mary", "Baby Weiß", "Anna Plus One"],
    ...["Nguyễn Văn An", "Nguyen Van An", "Trần Anh", "Lê Minh", "Phạm Hà", "Kim Min", "Lee Jun", "Park Jimin"],
    ...["Wang Fang", "Li Wei", "Zhang Wei", "Nagy Anna", "Kovács Péter", "Tóth Éva", "Szabo Eva", "Sato Yuki"],
    ...["Suzuki Ichiro", "O'Neill Sean", "O’Neill Sean", "MÜLLER ANNA", "MÜLLER Anna", "anna smith", "Anna smith"],
    ...["Anna 山田", "Anna Иванова", "Anna 👰", "Anna 2", "Anna Weiß Berg Klein", "x".repeat(200), "Anna\u202eSmith"],
  ])("keeps %j whole", (name) => {
    expect(greetingName(name, "en")).toBe(name);
  });

  it.each(["vi", "hu", "ja", "zh-Hans", "zh", "ko", "ko-KR", "HU"])("keeps every name whole in %s", (language) => {
    expect(greetingName("Anna Smith", null, language)).toBe("Anna Smith");
  });

  it("does not take a language for another that begins with the same letters", () => {
    expect(greetingName("Anna Smith", "kok", undefined)).toBe("Anna");
  });

  it("greets as the host wants, by either name", () => {
    expect(greetingValues({ name: "Nguyễn Văn An", greeting: "An" }, "vi")).toEqual({ name: "An", first: "An" });
    expect(greetingValues({ name: "Anna Smith", greeting: null }, "en")).toEqual({ name: "Anna Smith", first: "Anna" });
  });
});
