/** The lists of accesses. */
export const SHOWN = ["block", "high", "asked", "all", "automated"] as const;

export type Shown = (typeof SHOWN)[number];

/** Reads the list of the address. */
export function readShown({ accesses }: Record<string, unknown>): { accesses?: Shown } {
  const shown = SHOWN.find((name) => name === accesses);
  return shown === undefined ? {} : { accesses: shown };
}
