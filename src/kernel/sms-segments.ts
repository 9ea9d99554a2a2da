/** The parts into which carriers split a text message. Each segment costs as much as a message. */
export interface SmsSegments {
  /** `gsm7`: seven bits per character. `ucs2`: sixteen. One character outside GSM-7 causes it for the whole message. */
  encoding: "gsm7" | "ucs2";
  /** 0 for an empty text. */
  segments: number;
  /** Septets of GSM-7, where a character of the extension table counts two; UTF-16 units of UCS-2. */
  units: number;
}

/** GSM 03.38: the basic character set, without the escape. */
const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Its extension table: an escape and a septet. */
const EXTENSION = new Set("\f^{}\\[~]|€");

/** Units of a message of one segment, and of each segment of a longer one, whose header takes six bytes. */
const CAPACITY = { gsm7: { single: 160, each: 153 }, ucs2: { single: 70, each: 67 } };

/** Splits as carriers do: neither an escaped character nor a surrogate pair is cut in two. */
export function smsSegments(text: string): SmsSegments {
  const characters = Array.from(text);
  const isGsm = characters.every((character) => BASIC.has(character) || EXTENSION.has(character));
  const encoding = isGsm ? "gsm7" : "ucs2";
  const sizes = characters.map((character) => (isGsm ? (EXTENSION.has(character) ? 2 : 1) : character.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { single, each } = CAPACITY[encoding];
  if (units <= single) return { encoding, segments: units === 0 ? 0 : 1, units };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > each) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, segments, units };
}
