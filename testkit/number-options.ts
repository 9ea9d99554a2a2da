import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * Parses the options of a benchmark's command line, which are all whole numbers. An invalid option ends the process with 2 and
 * one line with the fix, because a benchmark that runs for minutes with `NaN` rounds measures nothing.
 * @param defaults the value of each option that is left out; `least` of them is the smallest that makes sense
 */
export function numberOptions<Name extends string>(
  defaults: Record<Name, number>,
  least: Partial<Record<Name, number>> = {},
): Record<Name, number> {
  try {
    return readNumbers(process.argv.slice(2), defaults, least);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

/** An invalid option. The message names the option and its valid values. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/** @throws OptionError for an unknown option, a value that is not a whole number, and one below the smallest */
export function readNumbers<Name extends string>(
  args: readonly string[],
  defaults: Record<Name, number>,
  least: Partial<Record<Name, number>> = {},
): Record<Name, number> {
  const names = Object.keys(defaults) as Name[];
  const usage = `options: ${names.map((name) => `--${name} ${defaults[name]}`).join(", ")}`;
  const options: ParseArgsOptionsConfig = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const values = parsed(args, options, usage);
  const numbers = names.map((name) => {
    const value = values[name];
    const smallest = least[name] ?? 1;
    const number = value === undefined ? defaults[name] : /^\d+$/.test(String(value)) ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(number) || number < smallest)
      throw new OptionError(`--${name} takes a whole number from ${smallest}, and not "${value}"; ${usage}`);
    return [name, number] as const;
  });
  return Object.fromEntries(numbers) as Record<Name, number>;
}

function parsed(args: readonly string[], options: ParseArgsOptionsConfig, usage: string) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new OptionError(`${error instanceof Error ? error.message : String(error)}; ${usage}`);
  }
}
