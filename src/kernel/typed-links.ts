/** A web address in a text that a person typed. */
interface TypedLink {
  href: string;
  /** The host with its port, never cut, and the start of the path. */
  label: string;
}

/** Characters of a label, if the host leaves room: a line on a phone. */
const MAX_LABEL = 36;
/** Fewest characters of a path before it is cut. */
const MIN_PATH = 8;
const WEB_ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/i;
/** An authority without a user, and the rest. Browsers read a backslash as a slash, so it may not be in the authority. */
const PARTS = /^https?:\/\/[^/?#\\@]+([/?#].*)?$/i;

/** Splits a line at its web addresses. An address that may mislead stays text. */
export function typedParts(line: string): (string | TypedLink)[] {
  return line.split(WEB_ADDRESS).map((part, index) => (index % 2 === 1 ? (linkOf(part) ?? part) : part));
}

/**
 * Returns the link of a typed address. Its label has the whole host as browsers connect to it: in lower case, in ASCII
 * (`xn--…`), without escapes. A reader of `münchen.example` sees `xn--mnchen-3ya.example`, because letters of other
 * scripts can look like any host. Null for an address with `user@`, which puts another name before the host.
 */
function linkOf(typed: string): TypedLink | null {
  const parts = PARTS.exec(typed);
  if (parts === null || !URL.canParse(typed)) return null;
  const [, rest = ""] = parts;
  const { host } = new URL(typed);
  return { href: typed, label: `${host}${shortened(rest, MAX_LABEL - host.length)}` };
}

/** The path, query and fragment as they were typed, cut where they fill more than a line. */
function shortened(rest: string, room: number): string {
  if (rest === "/") return "";
  const characters = Array.from(rest);
  const max = Math.max(MIN_PATH, room);
  return characters.length <= max ? rest : `${characters.slice(0, max - 1).join("")}…`;
}
