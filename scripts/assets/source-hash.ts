import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * A hash of files, which tells whether what was built from them is still theirs.
 * @param patterns globs below the root
 * @returns hex digits of SHA-256 over the paths and contents
 */
export function sourceHash(root: string, patterns: string[]): string {
  const hash = createHash("sha256");
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
  }
  return hash.digest("hex");
}
