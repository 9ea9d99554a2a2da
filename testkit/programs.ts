import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of programs that `npm test` could not install system-wide; executables are in `bin`. */
export const PROGRAMS_FOLDER = fileURLToPath(new URL("../.data/programs", import.meta.url));

/**
 * Chromium's headless shell, as the names of the program and of Debian's package. A screen takes 300 ms instead of 540, and two
 * thirds of the processor time.
 */
export const HEADLESS_SHELL = "chromium-headless-shell";

/** Programs that tests need, with the names of their executables. An environment variable takes precedence. */
const PROGRAMS = {
  chromium: {
    variable: "CHROMIUM",
    names: [
      HEADLESS_SHELL,
      "chromium",
      "chromium-browser",
      "google-chrome-stable",
      "google-chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ],
  },
  "redis-server": { variable: "REDIS_SERVER", names: ["redis-server", "valkey-server"] },
} as const;

export type ProgramName = keyof typeof PROGRAMS;

export const PROGRAM_NAMES = Object.keys(PROGRAMS) as ProgramName[];

/** Returns the path of a program, or null if it is not installed. */
export function findProgram(name: ProgramName): string | null {
  const { variable, names } = PROGRAMS[name];
  const named = process.env[variable];
  if (named) return named;
  const folders = [...(process.env.PATH ?? "").split(delimiter), join(PROGRAMS_FOLDER, "bin")];
  const paths = names.flatMap((one) => (one.startsWith("/") ? [one] : folders.map((folder) => join(folder, one))));
  return paths.find(isExecutable) ?? null;
}

/** Returns the path of a program. @throws Error that explains how to install it */
export function requireProgram(name: ProgramName): string {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is not installed: npm test installs it, or prints instructions`);
  return path;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
