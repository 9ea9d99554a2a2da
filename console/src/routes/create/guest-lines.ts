export interface TypedGuest {
  name: string;
  email: string | null;
}

const ADDRESS = /[^\s<>,;()"]+@[^\s<>,;()"]+/;
/** Characters to trim from a name after its address was cut out. */
const AROUND = /^[\s<>,;()"'–-]+|[\s<>,;()"'–-]+$/g;

/**
 * Returns the guests of pasted lines, one per line, as mail programs and spreadsheets write them: `Anna Lee <anna@example.com>`,
 * `Anna Lee, anna@example.com`, `Anna Lee`. An address without a name gets its name from its local part.
 */
export function guestsIn(text: string): TypedGuest[] {
  return text.split("\n").flatMap((line) => {
    const email = ADDRESS.exec(line)?.[0] ?? null;
    const rest = (email === null ? line : line.replace(email, " ")).replace(AROUND, "").replace(/\s+/g, " ");
    const name = rest === "" ? nameOf(email) : rest;
    return name === "" ? [] : [{ name, email }];
  });
}

/** "Anna Lee" of anna.lee@example.com. */
function nameOf(email: string | null): string {
  const words = (email?.split("@")[0] ?? "").split(/[._+-]+/).filter((word) => word !== "");
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(" ");
}

/** Returns the guests as a CSV file for the API's import. */
export function csvOf(guests: readonly TypedGuest[]): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return ["name,email", ...guests.map(({ name, email }) => `${cell(name)},${cell(email ?? "")}`)].join("\r\n");
}
