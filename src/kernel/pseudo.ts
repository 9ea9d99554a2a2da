const LETTERS: Record<string, string> = {
  a: "á",
  b: "ƀ",
  c: "ç",
  d: "ð",
  e: "é",
  f: "ƒ",
  g: "ĝ",
  h: "ĥ",
  i: "í",
  j: "ĵ",
  k: "ķ",
  l: "ļ",
  m: "ɱ",
  n: "ñ",
  o: "ó",
  p: "þ",
  q: "ɋ",
  r: "ŕ",
  s: "š",
  t: "ţ",
  u: "ú",
  v: "ṽ",
  w: "ŵ",
  x: "ẋ",
  y: "ý",
  z: "ž",
};

/**
 * Returns a text in the pseudo-language. Its letters differ from English, so a text that does not come from the
 * catalogue stands out. The text is there twice, so a layout without room for other languages breaks.
 */
export function pseudo(text: string): string {
  if (!/[a-z]/i.test(text)) return text;
  const accented = text.replace(/[a-z]/gi, (letter) => {
    const other = LETTERS[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? other : other.toUpperCase();
  });
  const start = /^\s*/.exec(accented)?.[0] ?? "";
  const end = /\s*$/.exec(accented)?.[0] ?? "";
  const words = accented.trim();
  return `${start}${words} ${words}${end}`;
}
