import { describe, expect, it } from "vitest";
import { exportedFields } from "../../src/platform/personal-data/export-field-queries.ts";
import {
  SECTIONS_OF_EVENTS,
  SECTIONS_OF_GUEST,
  SECTIONS_OF_MEMBER,
  SECTIONS_OF_USER,
} from "../../src/platform/personal-data/export-queries.ts";

const GUEST = { eventId: "e", guestId: "g" };
const SOURCES = [
  ...Object.values(SECTIONS_OF_USER).flatMap((rowsOf) => rowsOf("u")),
  ...Object.values(SECTIONS_OF_MEMBER).flatMap((rowsOf) => rowsOf("u")),
  ...Object.values(SECTIONS_OF_EVENTS).flatMap((rowsOf) => rowsOf(["e"])),
  ...Object.values(SECTIONS_OF_GUEST).flatMap((rowsOf) => rowsOf(GUEST)),
];

describe("exportedFields", () => {
  it("returns the fields of every exported table, and no hash, digest, salt, code or secret", () => {
    const fields = SOURCES.flatMap(({ table }) => exportedFields(table));
    expect(fields.length).toBeGreaterThan(200);
    expect(
      fields.filter((field) => /hash|digest|salt|secret|mac$|nonce|publicKey|credentialId|dedupe/i.test(field)),
    ).toEqual([]);
    expect(fields.filter((field) => /^(email|name|tag)Keys?$|^session$|^sessionId$|^recent/.test(field))).toEqual([]);
  });
});
