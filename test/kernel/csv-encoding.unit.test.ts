import { describe, expect, it } from "vitest";
import { decodeCsv } from "../../src/kernel/csv-encoding.ts";
import { AppError } from "../../src/kernel/errors.ts";

const TEXT = "name,email\r\nZoë Łukasz 山田 🎉,zoe@example.com\r\n";

function utf16(text: string, littleEndian: boolean, mark: boolean): Uint8Array {
  const marked = mark ? `\uFEFF${text}` : text;
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < marked.length; index++) view.setUint16(index * 2, marked.charCodeAt(index), littleEndian);
  return bytes;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Encodes a text in Latin-1. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Returns the error code of a rejected file. */
function refusal(bytes: Uint8Array, charset?: string): string {
  try {
    decodeCsv(bytes, charset);
  } catch (error) {
    if (error instanceof AppError && error.kind === "invalid") return error.code;
  }
  return "not refused";
}

describe("decodeCsv", () => {
  /** @spec 4.42 "CSV rules: | UTF-8 with BOM, UTF-16 LE and UTF-16 BE are decoded" */
  it.each([
    ["UTF-8", utf8(TEXT)],
    ["UTF-8 with a byte order mark", utf8(`\uFEFF${TEXT}`)],
    ["UTF-16 LE with a byte order mark", utf16(TEXT, true, true)],
    ["UTF-16 BE with a byte order mark", utf16(TEXT, false, true)],
    ["UTF-16 LE without a byte order mark", utf16(TEXT, true, false)],
    ["UTF-16 BE without a byte order mark", utf16(TEXT, false, false)],
  ])("decodes %s, without the mark", (_, bytes) => {
    expect(decodeCsv(bytes)).toBe(TEXT);
    expect(decodeCsv(bytes, "utf-8")).toBe(TEXT);
  });

  it("decodes a declared encoding", () => {
    expect(decodeCsv(bytesOf("name\nZo\xeb \x80"), "windows-1252")).toBe("name\nZoë €");
    expect(decodeCsv(bytesOf("name\n\xb3ukasz"), "ISO-8859-2")).toBe("name\nłukasz");
    expect(decodeCsv(bytesOf("name\n\xc0\xed\xed\xe0"), "windows-1251")).toBe("name\nАнна");
  });

  it("decodes by the byte order mark, whatever encoding is declared", () => {
    expect(decodeCsv(utf8(`\uFEFF${TEXT}`), "windows-1252")).toBe(TEXT);
    expect(decodeCsv(utf16(TEXT, true, true), "utf-16be")).toBe(TEXT);
  });
});

describe("decodeCsv with undecodable bytes", () => {
  it("rejects them with the likely encoding, and never guesses", () => {
    expect(refusal(bytesOf("name\nZo\xeb"))).toBe("unknown_encoding");
    expect(() => decodeCsv(bytesOf("name\nZo\xeb"))).toThrow(/windows-1252/);
    expect(refusal(bytesOf("name\nZo\xeb"), "utf-8")).toBe("unknown_encoding");
  });

  it("rejects bytes that contradict the declared encoding", () => {
    const odd = utf16(TEXT, true, true).subarray(0, 11);
    expect(refusal(odd)).toBe("unknown_encoding");
    expect(refusal(Uint8Array.of(0xff, 0xfe, 0x41, 0x00, 0x00, 0xd8))).toBe("unknown_encoding");
    expect(refusal(utf8(TEXT), "klingon")).toBe("unknown_encoding");
  });

  it.each([
    ["an Excel workbook", bytesOf("PK\x03\x04\x14\x00\x06\x00")],
    ["an old Excel workbook", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)],
    ["a PDF", bytesOf("%PDF-1.7\n")],
    ["a text with NUL in it", utf8("name,email\nAda\0,ada@example.com\n")],
    ["UTF-32", Uint8Array.of(0xff, 0xfe, 0, 0, 0x6e, 0, 0, 0)],
    ["bytes that are not even text", Uint8Array.of(0x01, 0x02, 0xff, 0x80, 0x03)],
  ])("rejects a file that is not CSV: %s", (_, bytes) => {
    expect(refusal(bytes)).toBe("not_a_csv");
  });

  it("rejects random bytes", () => {
    for (let run = 0; run < 200; run++) {
      expect(["not_a_csv", "unknown_encoding"]).toContain(refusal(crypto.getRandomValues(new Uint8Array(4_096))));
    }
  });
});
