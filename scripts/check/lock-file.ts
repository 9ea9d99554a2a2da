/** An entry of package-lock.json. */
export interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockEntry>;
}

/** A machine as npm describes it. `libc` is null where there is only one. */
export interface Machine {
  os: string;
  cpu: string;
  libc: "glibc" | "musl" | null;
}

/** The packages of a lock file that have no checksum, with their paths. */
export function withoutChecksum({ packages }: LockFile): [string, LockEntry][] {
  return Object.entries(packages).filter(([path, { integrity, link }]) => path !== "" && !link && !integrity);
}

/** Whether npm installs a package on a machine. */
export function isInstalledOn({ os, cpu, libc }: LockEntry, machine: Machine): boolean {
  return matches(os, machine.os) && matches(cpu, machine.cpu) && (machine.libc === null || matches(libc, machine.libc));
}

/** The name of the package at a path of the lock file. */
export function packageName(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

function matches(list: string[] | undefined, value: string): boolean {
  if (list === undefined) return true;
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((entry) => entry.startsWith("!"));
}
