/** A guest of a pasted line. */
export interface TypedGuest {
  name: string;
  email: string | null;
}

const ADDRESS = /[^\s<>,;()"]+@[^\s<>,;()"]+/;
/** What may stand around a name when its address is taken out. */
const AROUND = /^[\s<>,;()"'–-]+|[\s<>,;()"'–-]+$/g;

/**
 * Guests of pasted lines, one to a line, as mail programs and spreadsheets write them: `Anna Lee <anna@example.com>`,
 * `Anna Lee, anna@example.com`, `Anna Lee`. An address without a name is called by its first part.
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

/** The guests as the file that the API imports. */
export function csvOf(guests: readonly TypedGuest[]): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return ["name,email", ...guests.map(({ name, email }) => `${cell(name)},${cell(email ?? "")}`)].join("\r\n");
}
