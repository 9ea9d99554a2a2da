/** Search index of the API reference. The build writes it as JSON. */
export interface SearchIndex {
  /** URL, method, path, summary and operation ID. */
  operations: [href: string, method: string, path: string, summary: string, id: string][];
  /** A field, and the indices of the operations that take or return it. */
  fields: [name: string, operations: number[]][];
  /** Error codes with their causes. */
  codes: [code: string, cause: string][];
}

/** Something that was found. */
export interface Hit {
  kind: "operation" | "field" | "error";
  href: string;
  title: string;
  detail: string;
}

const MOST = 30;
/** Maximum number of operations that are listed for a field. */
const OF_FIELD = 8;

/**
 * Returns the entries that contain every word of the query, best first: exact names, then beginnings, then other parts.
 * Of equally good matches, operations come before fields, and fields before error codes.
 */
export function search({ operations, fields, codes }: SearchIndex, query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: [rank: number, hit: Hit][] = [];
  const add = (rank: number | null, kind: Hit["kind"], href: string, title: string, detail: string): void => {
    if (rank !== null) found.push([rank, { kind, href, title, detail }]);
  };
  for (const [href, method, path, summary, id] of operations) {
    add(rankOf(words, [id, summary, path, method]), "operation", href, summary, `${method} ${path}`);
  }
  for (const [name, indices] of fields) {
    const rank = rankOf(words, [name]);
    if (rank === null) continue;
    for (const index of indices.slice(0, OF_FIELD)) {
      const [href = "", , , summary = ""] = operations[index] ?? [];
      add(rank + 1, "field", href, name, summary);
    }
  }
  for (const [code, cause] of codes) {
    add(rankOf(words, [code]), "error", `/docs/errors#${code}`, code, cause.replaceAll("`", ""));
  }
  return found
    .sort(([one], [other]) => one - other)
    .slice(0, MOST)
    .map(([, hit]) => hit);
}

/** Returns the sum of the words' ranks. An exact name has rank 0. Null if a word is in none of the texts. */
function rankOf(words: readonly string[], texts: readonly string[]): number | null {
  let rank = 0;
  for (const word of words) {
    const best = Math.min(...texts.map((text) => rankIn(text.toLowerCase(), word)));
    if (best === Infinity) return null;
    rank += best;
  }
  return rank;
}

function rankIn(text: string, word: string): number {
  if (text === word) return 0;
  if (text.startsWith(word)) return 2;
  const at = text.indexOf(word);
  if (at < 0) return Infinity;
  return /[\w]/.test(text[at - 1] ?? "") ? 6 : 4;
}
