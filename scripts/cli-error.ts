import { type ParseArgsConfig, parseArgs } from "node:util";

/** An error that the user can fix. Commands print its message without a stack; the message explains how to fix it. */
export class CliError extends Error {
  override readonly name = "CliError";
}

/**
 * Parses the arguments of a command.
 * @throws CliError with one line: what is wrong, and the usage
 */
export function readArguments<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // The first sentence names the argument; the others explain how Node reads arguments.
    const [problem] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new CliError(`${problem}: ${usage}`);
  }
}
