import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram, HEADLESS_SHELL, PROGRAMS_FOLDER, type ProgramName } from "../../testkit/programs.ts";
import { CliError } from "../cli-error.ts";
import { installDebianPackages, unpackDebianPackage } from "./debian-packages.ts";
import { unpackChromium } from "./npm-chromium.ts";
import type { CommandFailed } from "./run-command.ts";

/** How each program is installed without administrator rights. */
const UNPACK: Record<ProgramName, () => Promise<void>> = {
  chromium: unpackChromium,
  "redis-server": () => unpackDebianPackage("redis-server", "usr/bin/redis-server"),
};
/** Where a system has no package of the headless shell, or this user may not install it: asked for once. */
const NO_HEADLESS_SHELL = join(PROGRAMS_FOLDER, "no-headless-shell");
const HOMEBREW: Record<ProgramName, string> = { chromium: "--cask chromium", "redis-server": "redis" };

/** Installs the headless shell of Chromium where Debian's package can be installed. The tests run without it, but longer. */
export async function installHeadlessShell(): Promise<void> {
  const found = process.env.CHROMIUM || findProgram("chromium")?.endsWith(HEADLESS_SHELL);
  if (found || process.platform !== "linux" || existsSync(NO_HEADLESS_SHELL)) return;
  console.log(`The tests take less time with ${HEADLESS_SHELL}, which this machine does not have. Installing.`);
  await installDebianPackages([HEADLESS_SHELL]).catch(() => {
    console.log("It cannot be installed here.");
    mkdirSync(PROGRAMS_FOLDER, { recursive: true });
    writeFileSync(NO_HEADLESS_SHELL, "");
  });
}

/**
 * Installs programs: Debian packages where this user may install packages, else copies in the programs folder.
 * @throws CliError that names the programs that could not be installed, the reasons, and the command that installs them
 */
export async function installPrograms(missing: readonly ProgramName[]): Promise<void> {
  if (missing.length === 0) return;
  console.log(`The tests need ${missing.join(" and ")}, which this machine does not have. Installing.`);
  const reasons: string[] = [];
  await installDebianPackages(missing).catch((error: CommandFailed) => reasons.push(error.message));
  for (const name of missing.filter((one) => findProgram(one) === null)) {
    await UNPACK[name]().catch((error: CommandFailed) => reasons.push(error.message));
  }
  const failed = missing.filter((name) => findProgram(name) === null);
  if (failed.length > 0) throw new CliError(explain(failed, reasons));
}

function explain(failed: readonly ProgramName[], reasons: readonly string[]): string {
  const command =
    process.platform === "darwin"
      ? failed.map((name) => `brew install ${HOMEBREW[name]}`).join(" && ")
      : `sudo apt-get install ${failed.join(" ")}`;
  return [
    `The tests need ${failed.join(" and ")}, and cannot install ${failed.length === 1 ? "it" : "them"} here:`,
    ...reasons.map((reason) => `  ${reason.replaceAll("\n", "\n  ")}`),
    `Run this, and then npm test again: ${command}`,
  ].join("\n");
}
