/**
 * Completes package-lock.json after `npm install`:
 *
 * - Adds the checksums that it lacks, from the registry that npm uses. `npm install` writes none for packages of other
 *   platforms when its registry mirrors a single platform: on a machine with the public registry this completes them.
 * - Removes the Node versions of packages. npm compares them with the Node that runs npm, but every command of the project
 *   runs on the Node of its packages; package.json has the versions that npm itself was tried with.
 *
 * Usage: npm run lock:complete
 */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { type LockFile, packageName, withEngines, withoutChecksum } from "./check/lock-file.ts";

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
for (const [, entry] of withEngines(lock)) delete entry.engines;
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
