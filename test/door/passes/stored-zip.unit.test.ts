import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { storedZip } from "../../../src/door/passes/stored-zip.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("storedZip", () => {
  it("creates a file that other programs read, with every file unchanged", () => {
    const files = {
      "pass.json": bytes('{"name":"花"}'),
      empty: new Uint8Array(),
      "icon@2x.png": Uint8Array.from({ length: 70_000 }, (_, at) => at % 251),
    };
    expect(unzipSync(storedZip(files))).toEqual(files);
  });

  it("writes the checksum of each file in both of its headers", () => {
    const file = storedZip({ digits: bytes("123456789") });
    const view = new DataView(file.buffer);
    // The check value of CRC-32.
    expect(view.getUint32(14, true)).toBe(0xcbf43926);
    const directory = view.getUint32(file.length - 6, true);
    expect([view.getUint32(directory, true), view.getUint32(directory + 16, true)]).toEqual([0x02014b50, 0xcbf43926]);
  });
});
