import { expect, it } from "vitest";
import { greetingName } from "../../src/kernel/greeting-name.ts";

it.each([
  ["Ada Lovelace", "Ada"],
  ["  Zoë van Dijk ", "Zoë"],
  ["Jean-Luc Picard", "Jean-Luc"],
  ["Dr. Ada Byron", "Dr. Ada Byron"],
  ["Mrs Byron", "Mrs Byron"],
  ["The Byrons", "The Byrons"],
  ["Anna & Ben Lee", "Anna & Ben Lee"],
  ["Anna and Ben", "Anna and Ben"],
  ["J. R. Hartley", "J. R. Hartley"],
  ["Cher", "Cher"],
  ["王 小明", "王 小明"],
])("%s is greeted as %s", (name, greeting) => {
  expect(greetingName(name)).toBe(greeting);
});
