import { describe, expect, it } from "vitest";
import { firstName } from "../../src/kernel/first-name.ts";

describe("firstName", () => {
  it.each([
    ["Anna Smith", "Anna"],
    ["  Anna   Maria Smith ", "Anna"],
    ["Anna", "Anna"],
    ["山田太郎", "山田太郎"],
    ["Dr. Ada Lovelace", "Dr. Ada Lovelace"],
    ["Familie Schmidt", "Familie Schmidt"],
    ["The Smiths", "The Smiths"],
    ["Anna & Ben", "Anna & Ben"],
    ["Anna and Ben Smith", "Anna and Ben Smith"],
    ["Smith, Anna", "Smith, Anna"],
    ["", ""],
  ])("shortens %j to %j", (name, expected) => {
    expect(firstName(name)).toBe(expected);
  });
});
