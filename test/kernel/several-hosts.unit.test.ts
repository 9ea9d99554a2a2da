import { describe, expect, it } from "vitest";
import { areSeveralHosts } from "../../src/kernel/several-hosts.ts";

describe("areSeveralHosts", () => {
  it.each([
    "Clara & Jonas",
    "Clara&Jonas",
    "Clara + Jonas",
    "Clara/Jonas",
    "Anna und Ben",
    "Anna and Ben Smith",
    "Anna et Luc",
    "Ana y Luis",
    "Anna e Luca",
    "Anna i Piotr",
    "Anna oraz Piotr",
    "Anna en Jan",
    "Ayşe ve Ali",
    "أحمد و فاطمة",
    "Mr & Mrs Weiß",
    "Anna, Ben & Cleo",
    "The Smiths",
    "Die Müllers",
    "Los García",
    "Les Dupont",
    "花子と太郎",
    "王芳 和 李明",
  ])("returns true for %s", (name) => {
    expect(areSeveralHosts(name)).toBe(true);
  });

  it.each([
    "Clara",
    "Clara Weiß",
    "Familie Weiß",
    "Familia García",
    "Weiß, Zoë",
    "Your host",
    "Emily Andersen",
    "Yves Etienne",
    "Müller & Söhne GmbH",
    "Smith & Sons",
    "Johnson & Co.",
    "Ernst & Young Ltd",
    "Café 24/7",
    "Die Bäckerei",
    "The Boss",
    "",
    "&",
    "山田花子",
    "A.&",
    "大和",
    "李和平",
  ])("returns false for %s", (name) => {
    expect(areSeveralHosts(name)).toBe(false);
  });
});
