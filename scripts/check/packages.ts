/**
 * Checks that packages are pinned so that any machine, with any registry, installs the same versions: `npm ci` accepts a
 * lock file only if it has an entry for every package, including those for other platforms.
 */
import { readFileSync } from "node:fs";
import { isInstalled, type LockFile, packageName, withEngines, withoutChecksum } from "./lock-file.ts";

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const manifest: Manifest & { allowScripts: Record<string, boolean> } = JSON.parse(readFileSync("package.json", "utf8"));
const lock: LockFile = JSON.parse(readFileSync("package-lock.json", "utf8"));
const { packages } = lock;
const problems: string[] = [];

// The project, and its workspaces.
for (const folder of Object.keys(packages).filter((path) => !isInstalled(path))) {
  const file = folder === "" ? "package.json" : `${folder}/package.json`;
  const { dependencies, devDependencies }: Manifest = JSON.parse(readFileSync(file, "utf8"));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) problems.push(`${file}: ${name} is not pinned: ${version}`);
  }
}
for (const [path, entry] of Object.entries(packages)) {
  if (!isInstalled(path) || entry.link) continue;
  const note = (what: string) => problems.push(`package-lock.json: ${path} ${what}`);
  if (entry.resolved) note(`contains a registry URL: ${entry.resolved}`);
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (!isLocked(path, name)) note(`depends on ${name}, which has no entry`);
  }
  const name = packageName(path);
  if (entry.hasInstallScript && !(name in manifest.allowScripts)) {
    problems.push(`package.json: allowScripts has no entry for ${name}, which has an install script`);
  }
}

// Of every platform, so that an installation is verified wherever it runs.
for (const [path] of withoutChecksum(lock)) {
  problems.push(`package-lock.json: ${path} has no checksum; npm run lock:complete adds it`);
}
for (const [path] of withEngines(lock)) {
  problems.push(`package-lock.json: ${path} has engines; npm run lock:complete removes them`);
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Whether a package resolves a dependency in its own folder or one above. */
function isLocked(from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (`${folder === "" ? "" : `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === "") return false;
  }
}
