import { type ParseArgsConfig, parseArgs } from "node:util";

/** An error that the user can fix. Commands print its message without a stack; the message explains how to fix it. */
export class CliError extends Error {
  override readonly name = "CliError";
}

/**
 * Parses the arguments of a command.
 * @throws CliError with one line: the problem and the usage
 */
export function readArguments<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // The first sentence names the argument. The other sentences explain Node's syntax of arguments.
    const [problem] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new CliError(`${problem}: ${usage}`);
  }
}

/** Runs a program. Prints an error, without a stack if the user can fix it, and sets the exit code. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof CliError ? error.message : error);
    process.exitCode = 1;
  }
}
