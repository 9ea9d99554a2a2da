import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Downloading a browser over a slow line. */
const TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Of a command that failed, its last lines say why. */
const REASON_LINES = 3;

/** A command that ended with an error, or is not there. */
export class CommandFailed extends Error {}

/** Runs a command. @returns what it prints @throws CommandFailed with its last lines */
export async function runCommand(command: readonly [string, ...string[]], cwd?: string): Promise<string> {
  const [program, ...args] = command;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    const options = { cwd, env, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES };
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { stderr = "", message = "" } = error as { stderr?: string; message?: string };
    const reason = (stderr.trim() || message).split("\n").slice(-REASON_LINES).join("\n");
    throw new CommandFailed(`${program} ${args.slice(0, 3).join(" ")}: ${reason}`, { cause: error });
  }
}
