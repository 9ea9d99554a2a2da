const PLAIN = "abcdefghijklmnopqrstuvwxyz";
const ACCENTED = "áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýž";

/** A text as the pseudo-locale has it: other letters, and as much longer as other languages are. */
export function pseudo(text: string): string {
  if (!/[a-z]/i.test(text)) return text;
  const letters = text.replace(/[a-z]/gi, (letter) => {
    const accented = ACCENTED[PLAIN.indexOf(letter.toLowerCase())] ?? letter;
    return letter === letter.toLowerCase() ? accented : accented.toUpperCase();
  });
  const more = "~".repeat(Math.ceil(text.trim().length / 3));
  return letters.replace(/\s*$/, (end) => ` ${more}${end}`);
}
