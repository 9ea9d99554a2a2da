import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Long enough to download a browser over a slow connection. */
const TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** How much of a failed command's output the error repeats: its last lines. */
const REASON_LINES = 3;

/** A command that failed or is not installed. */
export class CommandFailed extends Error {}

/** Runs a command. @returns its output @throws CommandFailed with its last lines */
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
