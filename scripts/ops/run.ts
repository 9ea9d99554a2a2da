import { userInfo } from "node:os";
import type { AccountsDatabase } from "../../src/db/client.ts";
import { insertOperatorEntry } from "../../src/platform/operator-log/queries.ts";
import { CliError, readArguments } from "../cli-error.ts";
import { audit } from "./audit.ts";
import { type Command, type Given, type Ops, usageOf } from "./command.ts";
import { type Connection, openOver, type Place } from "./connection.ts";
import { deadLetters } from "./dead-letters.ts";
import { flag } from "./flag.ts";
import { log } from "./log.ts";
import { rotate } from "./rotate.ts";
import { sending } from "./sending.ts";
import { sessions } from "./sessions.ts";
import { tier } from "./tier.ts";

const COMMANDS: readonly Command[] = [flag, tier, sessions, sending, deadLetters, audit, rotate, log];
const HELP = "npm run ops -- help";

/** The environment of the commands. */
export interface Host extends Pick<Ops, "print" | "now" | "folder"> {
  /** @throws CliError when there is no such place */
  connect(place: Place): Connection;
  /** The name under which changes are logged. */
  operator: string;
}

/**
 * Runs a command of operators.
 * @param argv the command and its arguments
 * @throws CliError when the operator can fix it, with one line that says how
 */
export async function run(argv: readonly string[], host: Host): Promise<void> {
  const [name = "help", ...rest] = argv;
  if (name === "help") return help(rest, host);
  const command = commandOf(name);
  const given = parse(command, rest);
  await command.run(given, open(command, given, host));
}

/**
 * The name of the operator: `USHER_OPERATOR`, or that of the user of this machine.
 * @throws CliError when it is an email address, which the log must not have
 */
export function operatorOf({ USHER_OPERATOR: named }: NodeJS.Dict<string>): string {
  if (!named) return userName();
  if (/^[^\s@][^@\p{Cc}]{0,63}$/u.test(named)) return named;
  throw new CliError("USHER_OPERATOR is a name of at most 64 characters, not an email address.");
}

function userName(): string {
  try {
    return userInfo().username.split("@")[0] || "unknown";
  } catch {
    // A user of a container may have a number and no name.
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

function commandOf(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (command !== undefined) return command;
  throw new CliError(`There is no command "${name}": ${HELP} lists ${COMMANDS.map((one) => one.name).join(", ")}.`);
}

function help([name, ...rest]: readonly string[], { print }: Pick<Host, "print">): void {
  if (rest.length > 0) throw new CliError(`Unexpected argument "${rest[0]}": ${HELP} [<command>]`);
  if (name !== undefined) {
    const command = commandOf(name);
    print(`${usageOf(command)}\n\n${command.name} ${command.summary}. ${command.details}\n`);
  } else {
    print("npm run ops -- <command> …\n");
    for (const command of COMMANDS) print(`  ${command.name.padEnd(13)} ${command.summary}`);
    print(`  ${"help".padEnd(13)} lists the commands, or explains one\n`);
  }
  print(
    "--remote selects the deployed service instead of the local one, --persist-to <folder> a local one with another\n" +
      "state folder. Changes are logged under USHER_OPERATOR, or the name of this machine's user.",
  );
}

function parse(command: Command, rest: readonly string[]): Given {
  const wrong = (what: string) => new CliError(`${what}: ${usageOf(command)}`);
  const own = Object.entries(command.options ?? {});
  const options = Object.fromEntries(
    [["remote", null], ["persist-to", "<folder>"], ...own].map(([option, value]) => [
      option,
      { type: value === null ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  const config = { args: [...rest], options, allowPositionals: true };
  const { values, positionals: args } = readArguments(config, usageOf(command));
  const missing = command.args[args.length];
  if (args.length < command.required && missing !== undefined) throw wrong(`Missing ${missing}`);
  if (args.length > command.args.length) throw wrong(`Unexpected argument "${args[command.args.length]}"`);
  return { args, options: values, wrong };
}

function open(command: Command, { options }: Given, host: Host): Ops {
  const connection = host.connect(options);
  const { operator, now } = host;
  return {
    open: (name) => openOver(connection, name),
    accounts: openOver(connection, "DB") as AccountsDatabase,
    kv: connection.kv,
    logged: (db, change) => insertOperatorEntry(db, { at: now(), command: command.name, ...change, operator }),
    print: host.print,
    now,
    folder: host.folder,
  };
}
