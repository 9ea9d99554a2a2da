import { describe, expect, it } from "vitest";
import { tidyToken } from "../../src/kernel/link-token.ts";

/** 43 letters, with `_` and `-` at the ends, where dirt can stand too. */
const ID = "-ZHgsXo8fwCAAAAAAAAAQGJr0gP5kYQm3hZ6n1TtW8_";
const JWT = `eyJhbGciOiJIUzI1NiIsImtpZCI6IjFhMmIzYzRkIn0.eyJldmVudElkIjoiMDE5MSJ9.${ID}`;

const DIRT: [name: string, dirty: (token: string) => string][] = [
  ["a full stop", (token) => `${token}.`],
  ["three full stops", (token) => `${token}...`],
  ["a bracket", (token) => `${token})`],
  ["an angle bracket before and after it", (token) => `<${token}>`],
  ["a quotation mark", (token) => `“${token}”`],
  ["an apostrophe", (token) => `${token}’`],
  ["a comma and another word", (token) => `${token}, and`],
  ["an underscore", (token) => `${token}_`],
  ["a hyphen", (token) => `${token}-`],
  ["slashes", (token) => `${token}//`],
  ["a blank and another word", (token) => `${token} and`],
  ["an escaped ampersand", (token) => `${token}&amp;x`],
  ["`3D` of an email's source before it", (token) => `3D${token}`],
  ["an asterisk of a chat", (token) => `*${token}*`],
  ["a Japanese full stop", (token) => `${token}。`],
  ["a line break inside", (token) => `${token.slice(0, 20)}\r\n ${token.slice(20)}`],
  ["a line break of an email inside", (token) => `${token.slice(0, 20)}=\r\n${token.slice(20)}`],
  ["an invisible character inside", (token) => `${token.slice(0, 20)}\u200b${token.slice(20)}\u00ad`],
];

describe("tidyToken", () => {
  for (const [kind, token] of [
    ["a signed ID", ID],
    ["a JWT", JWT],
  ] as const) {
    it.each(DIRT)(`returns ${kind} without %s`, (_, dirty) => {
      expect(tidyToken(dirty(token))).toBe(token);
    });

    it(`returns ${kind} unchanged, and one that lacks a letter`, () => {
      expect([tidyToken(token), tidyToken(token.slice(0, -1))]).toEqual([token, token.slice(0, -1)]);
    });

    it(`does not shorten a text that is longer than ${kind}`, () => {
      expect(tidyToken(`${token}a`)).toBe(`${token}a`);
    });
  }

  it("returns a text of two million characters unchanged", () => {
    // Work that grows with the square of the length would reach the test's timeout.
    for (const part of ["a.", "-a", "3D"]) {
      const long = `${part.repeat(1_000_000)}!`;
      expect(tidyToken(long) === long, part).toBe(true);
    }
  });
});
