/** A row of the table of words in `docs/glossary.md`. */
interface Word {
  word: string;
  table: string;
  type: string;
  wire: string;
}

/** The names that exist in the code. */
export interface Known {
  /** Names of the database's tables. */
  tables: ReadonlySet<string>;
  /** Types that `src/` exports. */
  types: ReadonlySet<string>;
  /** Components of the OpenAPI document, and types of the messages on the bus. */
  wire: ReadonlySet<string>;
}

const NONE = "–";
const COLUMNS = ["table", "type", "wire"] as const;
const FROM = {
  table: "migrations/",
  type: "exported by src/",
  wire: "in the OpenAPI document or proto/bus/messages.ts",
};

/** Reads the words of the glossary. */
export function wordsOf(document: string): Word[] {
  return [...document.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
    .map(([, word = "", table = "", type = "", wire = ""]) => ({
      word: word.trim(),
      table: plain(table),
      type: plain(type),
      wire: plain(wire),
    }))
    .filter(({ word }) => word !== "Word");
}

/** Returns the cells of the glossary that name something that does not exist, and words that stand twice. */
export function faultsOfGlossary(words: readonly Word[], known: Known): string[] {
  const names = words.flatMap(({ word }) => word.split(", "));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const sets = { table: known.tables, type: known.types, wire: known.wire };
  return [
    ...twice.map((name) => `docs/glossary.md has the word "${name}" twice: one word has one meaning.`),
    ...words.flatMap((word) =>
      COLUMNS.filter((column) => word[column] !== NONE && !sets[column].has(word[column])).map(
        (column) =>
          `docs/glossary.md, "${word.word}": the ${column} "${word[column]}" does not exist (${FROM[column]}). Correct the cell, or write ${NONE}.`,
      ),
    ),
  ];
}

function plain(cell: string): string {
  return cell.trim().replaceAll("`", "");
}
