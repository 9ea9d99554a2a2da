import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isUsherError } from "../errors.ts";
import { importGuests } from "./import-guests.ts";
import { listEvents, listGuests, RESPONSES } from "./list.ts";
import { sendInvitations } from "./send-invitations.ts";
import { clientFrom, eventNamed } from "./session.ts";
import type { Terminal } from "./terminal.ts";
import { EXIT, HELP, UsageError } from "./usage.ts";
import { watch } from "./watch.ts";

const OPTIONS = {
  event: { type: "string" },
  response: { type: "string" },
  tag: { type: "string" },
  strict: { type: "boolean", default: false },
  "no-mail": { type: "boolean", default: false },
  after: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", default: false },
} as const;

/** Runs the command of some arguments. @returns its exit code */
export async function runCommand(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  out: Terminal,
): Promise<number> {
  try {
    return await run(args, env, out);
  } catch (error) {
    if (isParseError(error)) {
      out.note(`${error.message}\nSee usher --help.`);
      return EXIT.usage;
    }
    if (isUsherError(error)) {
      out.note(error.message);
      return error.status === 401 || error.status === 403 ? EXIT.notAllowed : EXIT.failed;
    }
    out.note(`No answer from ${env.USHER_URL}: ${error instanceof Error ? error.message : "unknown"}`);
    return EXIT.failed;
  }
}

async function run(args: string[], env: Readonly<Record<string, string | undefined>>, out: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const { json: isJson, response, tag } = values;
  if (values.version) out.print(versionOf());
  else if (values.help) out.print(HELP);
  if (values.version || values.help) return EXIT.ok;
  if (positionals.length === 0) throw new UsageError("Name a command.");
  const [command, file, ...more] = commandIn(positionals);
  if (command === undefined || more.length > 0) throw new UsageError(`No such command: ${positionals.join(" ")}`);
  if ((command === "guests import") !== (file !== undefined)) throw new UsageError(`Wrong use of usher ${command}`);
  if (response !== undefined && !isResponse(response)) throw new UsageError(`--response is ${RESPONSES.join(", ")}`);
  const after = values.after === undefined ? undefined : Number(values.after);
  if (after !== undefined && !Number.isSafeInteger(after)) throw new UsageError("--after is a number");
  const client = clientFrom(env);
  if (command === "events") {
    await listEvents(client, out, isJson);
    return EXIT.ok;
  }
  const { id: eventId } = await eventNamed(client, values.event);
  switch (command) {
    case "guests list":
      await listGuests(client, out, { eventId, isJson, ...(response && { response }), ...(tag && { tag }) });
      return EXIT.ok;
    case "guests import":
      return importGuests(client, out, { eventId, file: file ?? "", isStrict: values.strict, isJson });
    case "invitations send":
      await sendInvitations(client, out, { eventId, notify: !values["no-mail"], isJson });
      return EXIT.ok;
    case "watch":
      return watch(client, out, { eventId, after, isJson });
  }
}

const COMMANDS = ["events", "guests list", "guests import", "invitations send", "watch"] as const;
type Command = (typeof COMMANDS)[number];

/** The command of one or two words, and what follows it. */
function commandIn(words: readonly string[]): [Command | undefined, ...string[]] {
  const found = COMMANDS.find((command) => words.join(" ").concat(" ").startsWith(`${command} `));
  return found === undefined ? [undefined] : [found, ...words.slice(found.split(" ").length)];
}

function isResponse(text: string): text is (typeof RESPONSES)[number] {
  return RESPONSES.some((response) => response === text);
}

/** Of this program, or of `parseArgs` about an option that does not exist. */
function isParseError(error: unknown): error is Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return error instanceof UsageError || code.startsWith("ERR_PARSE_ARGS");
}

function versionOf(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "";
}
