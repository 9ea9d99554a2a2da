// The Huffman tables of T.81, annex K.3, as nearly every camera uses them: how many codes there are of each length, and
// their symbols. Hexadecimal.

interface StandardTable {
  counts: Uint8Array;
  symbols: Uint8Array;
}

/** A code for each symbol and its length in bits. */
export interface Codes {
  code: Uint16Array;
  length: Uint8Array;
}

const LUMA_DC = table("00010501010101010100000000000000", "000102030405060708090a0b");
const CHROMA_DC = table("00030101010101010101010000000000", "000102030405060708090a0b");
const LUMA_AC = table(
  "0002010303020403050504040000017d",
  "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa",
);
const CHROMA_AC = table(
  "00020102040403040705040400010277",
  "000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa",
);

/** For the first component, and for the others; each with the number that T.81 gives its class. */
export const STANDARD = [
  { dc: LUMA_DC, ac: LUMA_AC },
  { dc: CHROMA_DC, ac: CHROMA_AC },
] as const;

function table(counts: string, symbols: string): StandardTable {
  return { counts: Uint8Array.fromHex(counts), symbols: Uint8Array.fromHex(symbols) };
}

/** The codes of a table, in the order of T.81, annex C.2. */
export function codesOf({ counts, symbols }: StandardTable): Codes {
  const codes = { code: new Uint16Array(256), length: new Uint8Array(256) };
  let code = 0;
  let index = 0;
  counts.forEach((count, bits) => {
    for (let n = 0; n < count; n++, code++, index++) {
      const symbol = symbols[index] ?? 0;
      codes.code[symbol] = code;
      codes.length[symbol] = bits + 1;
    }
    code <<= 1;
  });
  return codes;
}
