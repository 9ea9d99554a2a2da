/**
 * Adds the checksums that package-lock.json lacks, from the registry that npm uses. `npm install` writes none for packages of
 * other platforms when its registry mirrors a single platform: on a machine with the public registry this completes them.
 *
 * Usage: npm run lock:checksums
 */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { type LockFile, packageName, withoutChecksum } from "./check/lock-file.ts";

const LOCK_FILE = "package-lock.json";
const run = promisify(execFile);

const text = readFileSync(LOCK_FILE, "utf8");
const lock: LockFile = JSON.parse(text);
const unknown: string[] = [];
for (const [path, entry] of withoutChecksum(lock)) {
  const id = `${packageName(path)}@${entry.version}`;
  const integrity = await checksumOf(id);
  if (integrity === null) unknown.push(id);
  // In the order of npm, which would otherwise change the file again.
  else lock.packages[path] = { version: entry.version ?? "", integrity, ...entry };
}
writeFileSync(LOCK_FILE, `${JSON.stringify(lock, null, 2)}${text.endsWith("\n") ? "\n" : ""}`);
for (const id of unknown) console.error(`The registry has no checksum of ${id}.`);
process.exitCode = unknown.length === 0 ? 0 : 1;

/** The checksum of a package in the registry, or null for one that it does not have. */
async function checksumOf(id: string): Promise<string | null> {
  try {
    const { stdout } = await run("npm", ["view", id, "dist.integrity"]);
    const found = stdout.trim();
    return /^sha512-[A-Za-z0-9+/]+=*$/.test(found) ? found : null;
  } catch {
    return null;
  }
}
