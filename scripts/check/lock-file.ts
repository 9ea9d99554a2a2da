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

/** The packages of a lock file that have no checksum, with their paths. Those of this repository have none. */
export function withoutChecksum({ packages }: LockFile): [string, LockEntry][] {
  return Object.entries(packages).filter(([path, { integrity, link }]) => isInstalled(path) && !link && !integrity);
}

/**
 * The packages of a lock file with `engines`. npm compares those with the Node that runs npm, and prints a warning for
 * each, but every command of the project runs on the Node of its packages.
 */
export function withEngines({ packages }: LockFile): [string, LockEntry][] {
  return Object.entries(packages).filter(([path, { engines }]) => isInstalled(path) && engines !== undefined);
}

/** Whether the package at a path comes from a registry; the others are the project and its workspaces. */
export function isInstalled(path: string): boolean {
  return path.includes("node_modules/");
}

/** The name of the package at a path of the lock file. */
export function packageName(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
