import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { platform } from "node:os";

/** Linux keeps the files of this folder in memory. */
const IN_MEMORY = "/dev/shm/";
/** Several times the space that all tests need. Containers often have 64 MB. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/**
 * Keeps the temporary files of this run in memory until it ends, if there is room and no `TMPDIR` is set. SQLite waits for the
 * disk after each write, and a test on workerd writes dozens of times, so tests took twice as long on a disk.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || platform() !== "linux" || freeBytes() < ENOUGH_BYTES) return;
  const folder = mkdtempSync(`${IN_MEMORY}usher-tests-`);
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
