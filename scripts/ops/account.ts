import { CliError } from "../cli-error.ts";
import { runWrangler } from "./wrangler.ts";

/** Whatever is no address is not looked for; a quotation mark, which an address may have, is doubled in the statement. */
const ADDRESS = /^[^\s;\\]{1,254}@[^\s;\\']{1,253}$/;

/** Whether a text may be the address of an account. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** The id of the live account with an address. @throws CliError when there is none */
export async function findAccount(target: readonly string[], email: string): Promise<string> {
  const key = email.toLowerCase().replaceAll("'", "''");
  const sql = `select id from users where email_key = '${key}' and deleted_at is null`;
  const [account] = (await executeSql("DB", target, sql)) as { id: string }[];
  if (account === undefined) throw new CliError("There is no account with this address.");
  return account.id;
}

/** Executes statements in a database and returns the rows of the last one. @throws CliError with wrangler's error output */
export async function executeSql(database: string, target: readonly string[], sql: string): Promise<unknown[]> {
  const args = ["d1", "execute", database, "--json", "--yes", "--command", sql, ...target];
  const output = await runWrangler(args, "The database has no tables yet: npm run migrate");
  return (JSON.parse(output) as { results: unknown[] }[]).at(-1)?.results ?? [];
}
