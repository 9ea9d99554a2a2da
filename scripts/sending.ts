/**
 * Shows and lifts the pause of an account's mails and texts to others: `npm run sending -- ada@example.com` says whether
 * it is paused and what it sent in the last 24 hours, `npm run sending -- ada@example.com resume` lifts the pause and
 * clears the bounces and complaints, so that the next one does not pause it again. `--remote` selects the deployed
 * service instead of the local one, `--persist-to` a local one with another state folder, `--database DB_1` another
 * database than that of the account's own events.
 */
import { parseArgs } from "node:util";
import { hourOf, WINDOW_HOURS } from "../src/features/sending/budgets.ts";
import { shardOf } from "../src/kernel/ids.ts";
import { CliError } from "./cli-error.ts";
import { executeSql, findAccount, isAddress } from "./ops/account.ts";
import { TARGET_OPTIONS, targetArguments } from "./ops/wrangler.ts";

const USAGE = "npm run sending -- <e-mail address> [status|resume] [--remote]";

interface Status {
  reason: string | null;
  paused_at: number | null;
  recipients: number;
  abandoned: number;
  bounced: number;
  complained: number;
}

try {
  const { email, command, database, target } = readArguments();
  const id = await findAccount(target, email);
  const name = database ?? databaseOf(id);
  if (command === "resume") await executeSql(name, target, resumeStatements(id));
  const [status] = (await executeSql(name, target, statusStatement(id))) as Status[];
  if (status === undefined) throw new CliError(`The database ${name} does not answer.`);
  console.log(describe(status));
} catch (error) {
  console.error(error instanceof CliError ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  const options = { ...TARGET_OPTIONS, database: { type: "string" } } as const;
  let given: { values: { remote?: boolean; "persist-to"?: string; database?: string }; positionals: string[] };
  try {
    given = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
  const [email = "", command = "status", ...rest] = given.positionals;
  if (!isAddress(email) || !["status", "resume"].includes(command) || rest.length > 0) {
    throw new CliError(`Usage: ${USAGE}`);
  }
  return { email, command, database: given.values.database, target: targetArguments(given.values) };
}

/** The database of the account's own events, whose number is in its id. */
function databaseOf(id: string): string {
  const shard = shardOf(id);
  return shard === 0 ? "DB" : `DB_${shard}`;
}

function resumeStatements(id: string): string {
  return [
    `delete from sending_pauses where user_id = '${id}'`,
    `update sending_hours set bounced = 0, complained = 0 where user_id = '${id}'`,
  ].join(";\n");
}

function statusStatement(id: string): string {
  const sum = (column: string) => `coalesce(sum(${column}), 0) as ${column}`;
  return `select (select reason from sending_pauses where user_id = '${id}') as reason,
    (select paused_at from sending_pauses where user_id = '${id}') as paused_at,
    ${["recipients", "abandoned", "bounced", "complained"].map(sum).join(", ")}
    from sending_hours where user_id = '${id}' and hour > ${hourOf(Date.now()) - WINDOW_HOURS}`;
}

function describe({ reason, paused_at, recipients, abandoned, bounced, complained }: Status): string {
  const state =
    paused_at === null
      ? "Sending is not paused."
      : `Sending is paused since ${new Date(paused_at).toISOString()}, because of ${reason}.`;
  return `${state} In the last 24 hours: ${recipients} sent, ${bounced} bounced, ${complained} reported as spam, ${abandoned} deleted or replaced after they were mailed.`;
}
