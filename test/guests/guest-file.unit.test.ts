// The schemas use `.openapi()`, which this package adds to Zod.
import "@hono/zod-openapi";
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readGuestFile } from "../../src/guests/guest-file.ts";
import { parseHeaders } from "../../src/guests/import-columns.ts";
import { CreateGuest } from "../../src/guests/schemas.ts";
import { AppError } from "../../src/kernel/errors.ts";

const RUNS = 1_000;
const KNOWN = parseHeaders(readFileSync("src/guests/import-headers.txt", "utf8"));
const HEADERS = [
  "name",
  "First Name",
  "Nachname",
  "E-mail 1 - Value",
  "email",
  "Phone",
  "Anzahl Personen",
  "notes",
  "id",
  "tags",
  "Tisch",
  "companions",
  "external id",
  "locale",
  "x",
];
const CELL = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."a@.+-=\"',;|\t\r\n 0é山🎉\u0000\u0007\u202e"), maxLength: 12 }),
  fc.constantFrom(
    "a;b|A",
    "pt-br",
    "ada@example.com",
    "Ada <ada@example.com>",
    "+442079460000",
    "'+442079460000",
    "3",
    "21",
    "Ada",
  ),
  fc.string({ minLength: 190, maxLength: 300 }),
);
const SEPARATOR = fc.constantFrom(",", ";", "\t", "|");

function read(text: string) {
  try {
    return readGuestFile(KNOWN, new TextEncoder().encode(text));
  } catch (error) {
    if (error instanceof AppError && error.kind === "invalid") return null;
    throw error;
  }
}

describe("readGuestFile", () => {
  it("parses or rejects any content, and returns for a valid row a guest that the API accepts", () => {
    const header = fc.array(fc.constantFrom(...HEADERS), { minLength: 1, maxLength: 6 });
    const rows = fc.array(fc.array(CELL, { maxLength: 7 }), { maxLength: 6 });
    let passed = 0;
    void fc.assert(
      fc.property(
        header,
        rows,
        SEPARATOR,
        fc.constantFrom("\n", "\r\n", "\r"),
        (names, cells, separator, lineBreak) => {
          const file = read([["name", ...names], ...cells].map((row) => row.join(separator)).join(lineBreak));
          for (const { guest, problems } of file?.rows ?? []) {
            expect(guest === null).toBe(problems.length > 0);
            if (guest === null) continue;
            const { partySize, externalId, ...rest } = guest;
            const wire = { ...rest, party_size: partySize, external_id: externalId };
            const { sameName, ...created } = CreateGuest.parse(wire);
            expect(created).toEqual(guest);
            expect(sameName).toBe("add");
            passed++;
          }
        },
      ),
      { numRuns: RUNS },
    );
    expect(passed).toBeGreaterThan(RUNS / 10);
  });

  it("parses or rejects any bytes", () => {
    void fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(undefined, "utf-16le", "windows-1252", "x"),
        (bytes, charset) => {
          const file = new Uint8Array([...new TextEncoder().encode("name,email\n"), ...bytes]);
          try {
            readGuestFile(KNOWN, file, charset);
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            expect(error).toMatchObject({ kind: "invalid" });
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});
