/**
 * Completes package-lock.json after `npm install`:
 *
 * - Adds missing checksums from npm's registry. `npm install` omits the checksums of packages for other platforms if its
 *   registry mirrors a single platform.
 * - Removes the Node versions of packages. npm compares them with the Node that runs npm, but every command of the project
 *   runs on the Node of its packages. package.json has the Node versions on which npm was tested.
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
  // Use npm's order of properties, so that npm does not change the file again.
  else lock.packages[path] = { version: entry.version ?? "", integrity, ...entry };
}
for (const [, entry] of withEngines(lock)) delete entry.engines;
writeFileSync(LOCK_FILE, `${JSON.stringify(lock, null, 2)}${text.endsWith("\n") ? "\n" : ""}`);
for (const id of unknown) console.error(`The registry has no checksum of ${id}.`);
process.exitCode = unknown.length === 0 ? 0 : 1;

/** Returns the checksum of a package in the registry, or null if the registry does not have the package. */
async function checksumOf(id: string): Promise<string | null> {
  try {
    const { stdout } = await run("npm", ["view", id, "dist.integrity"]);
    const found = stdout.trim();
    return /^sha512-[A-Za-z0-9+/]+=*$/.test(found) ? found : null;
  } catch {
    return null;
  }
}
