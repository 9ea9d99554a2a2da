import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROGRAMS_FOLDER, type ProgramName } from "../../testkit/programs.ts";
import { runCommand } from "./run-command.ts";

/**
 * Writes a script to the programs folder that starts a program with additional environment variables.
 * @throws CommandFailed where the program does not run on this machine; no script is written then
 */
export async function writeLauncher(name: ProgramName, program: string, env: Record<string, string>): Promise<void> {
  const assignments = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
  await runCommand(["env", ...assignments, program, "--version"]);
  const bin = join(PROGRAMS_FOLDER, "bin");
  mkdirSync(bin, { recursive: true });
  const exports = Object.entries(env).map(([variable, value]) => `export ${variable}='${value}'\n`);
  writeFileSync(join(bin, name), `#!/bin/sh\n${exports.join("")}exec '${program}' "$@"\n`);
  chmodSync(join(bin, name), 0o755);
}
