import type { AccountsDatabase } from "../../src/db/client.ts";
import { insertOperatorEntry } from "../../src/platform/operator-log/queries.ts";
import { CliError, readArguments } from "../cli-error.ts";
import { sending, sessions, tier } from "./account-commands.ts";
import { audit } from "./audit.ts";
import type { Command, Given, Ops } from "./command.ts";
import { type Connection, openOver, type Place } from "./connection.ts";
import { deadLetters, flag, health, log, rotate } from "./service-commands.ts";

const COMMANDS: readonly Command[] = [flag, tier, sessions, sending, deadLetters, health, audit, rotate, log];
const HELP = "npm run ops -- help";
const ALTERNATIVES = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** The environment of the commands. */
export interface Host extends Pick<Ops, "print" | "now" | "folder"> {
  /** @throws CliError if there is no such service */
  connect(place: Place): Connection;
  /** The name under which changes are logged. */
  operator: string;
}

/**
 * Runs an operator command.
 * @param argv the command and its arguments
 * @throws CliError with one line if the operator can fix the error
 */
export async function run(argv: readonly string[], host: Host): Promise<void> {
  const [name = "help", ...rest] = argv;
  if (name === "help") return help(rest, host);
  const command = commandOf(name);
  const given = parse(command, rest);
  await command.run(given, open(command, given, host));
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

function usageOf({ name, args, required, options = {} }: Command): string {
  const shown = [
    ...args.map((arg, index) => (index < required ? arg : `[${arg}]`)),
    ...Object.entries(options).map(([option, value]) => `[--${option}${value === null ? "" : ` ${value}`}]`),
  ];
  return ["npm run ops --", name, ...shown, "[--remote]"].join(" ");
}

function parse(command: Command, rest: readonly string[]): Given {
  const wrong = (problem: string) => new CliError(`${problem}: ${usageOf(command)}`);
  const forms = { remote: null, "persist-to": "<folder>", ...command.options };
  const options = Object.fromEntries(
    Object.entries(forms).map(([option, form]) => [option, { type: form === null ? "boolean" : "string" } as const]),
  );
  const config = { args: [...rest], options, allowPositionals: true };
  const { values, positionals: args } = readArguments(config, usageOf(command));
  const given: Given = { args, options: values, wrong };
  const missing = command.args[args.length];
  if (args.length < command.required && missing !== undefined) throw wrong(`Missing ${missing}`);
  for (const [index, value] of args.entries()) {
    const form = command.args[index];
    if (form === undefined) throw wrong(`Unexpected argument "${value}"`);
    const allowed = form.split("|");
    if (!form.includes("<") && !allowed.includes(value))
      throw wrong(`"${value}" is not ${ALTERNATIVES.format(allowed)}`);
  }
  const { database = "DB" } = given.options;
  if (!/^DB(_\d+)?$/.test(database)) throw wrong(`"${database}" is not a database`);
  return given;
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
