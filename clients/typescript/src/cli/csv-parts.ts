/** A part of a CSV file with the header of the whole, and how many rows come before it. */
export interface CsvPart {
  text: string;
  rows: number;
  rowsBefore: number;
}

/** Splits a CSV file into parts of `rowsPerPart` rows, each with the header. A line break inside quotes does not end a row. */
export function csvParts(text: string, rowsPerPart: number): CsvPart[] {
  const [header = "", ...rows] = recordsOf(text);
  const parts: CsvPart[] = [];
  for (let start = 0; start < rows.length; start += rowsPerPart) {
    const part = rows.slice(start, start + rowsPerPart);
    parts.push({ text: header + part.join(""), rows: part.length, rowsBefore: start });
  }
  return parts;
}

/** The records of a CSV file with their line breaks. */
function recordsOf(text: string): string[] {
  const records: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    // Two quotes in a row, the escape of one, change nothing.
    if (character === '"') isQuoted = !isQuoted;
    const endsLine = character === "\n" || (character === "\r" && text[index + 1] !== "\n");
    if (!endsLine || isQuoted) continue;
    records.push(text.slice(start, index + 1));
    start = index + 1;
  }
  const rest = text.slice(start);
  if (rest !== "") records.push(`${rest}\n`);
  return records;
}
