/**
 * Checks that packages are pinned so that any machine, with any registry, installs the same versions: `npm ci` accepts a
 * lock file only if it has an entry for every package, including packages for other platforms.
 */
import { readFileSync } from "node:fs";

/** An entry of package-lock.json. */
export interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  engines?: unknown;
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockEntry>;
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

/** Returns the packages without a checksum, with their paths, except those of this repository. */
export function withoutChecksum({ packages }: LockFile): [string, LockEntry][] {
  return Object.entries(packages).filter(([path, { integrity, link }]) => isInstalled(path) && !link && !integrity);
}

/**
 * Returns the packages with `engines`. npm compares them with the Node that runs npm, and prints a warning for each,
 * although every command of the project runs on the Node of its packages.
 */
export function withEngines({ packages }: LockFile): [string, LockEntry][] {
  return Object.entries(packages).filter(([path, { engines }]) => isInstalled(path) && engines !== undefined);
}

/** True if the package at a path comes from a registry. The others are the project and its workspaces. */
function isInstalled(path: string): boolean {
  return path.includes("node_modules/");
}

/** Returns the name of the package at a path of the lock file. */
export function packageName(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

function problemsOf(lock: LockFile): string[] {
  const { packages } = lock;
  const { allowScripts = {} } = readManifest("package.json");
  // The project and its workspaces.
  const folders = Object.keys(packages).filter((path) => !isInstalled(path));
  const unpinned = folders.flatMap((folder) => {
    const file = folder === "" ? "package.json" : `${folder}/package.json`;
    const { dependencies, devDependencies } = readManifest(file);
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${file}: ${name} is not pinned: ${version}`);
  });
  const entries = Object.entries(packages).flatMap(([path, entry]) => {
    if (!isInstalled(path) || entry.link) return [];
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isLocked(lock, path, name));
    const name = packageName(path);
    return [
      ...(entry.resolved ? [`package-lock.json: ${path} contains a registry URL: ${entry.resolved}`] : []),
      ...missing.map((one) => `package-lock.json: ${path} depends on ${one}, which has no entry`),
      ...(entry.hasInstallScript && !(name in allowScripts)
        ? [`package.json: allowScripts has no entry for ${name}, which has an install script`]
        : []),
    ];
  });
  return [
    ...unpinned,
    ...entries,
    // For every platform, so that each installation is verified.
    ...withoutChecksum(lock).map(([path]) => `package-lock.json: ${path} has no checksum. Run: npm run lock:complete`),
    ...withEngines(lock).map(([path]) => `package-lock.json: ${path} has engines. Run: npm run lock:complete`),
  ];
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** True if a package resolves a dependency in its own folder or a parent folder. */
function isLocked({ packages }: LockFile, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (`${folder === "" ? "" : `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === "") return false;
  }
}

if (import.meta.main) {
  const problems = problemsOf(JSON.parse(readFileSync("package-lock.json", "utf8")));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
