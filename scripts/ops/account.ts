import { findByAddress } from "../../src/identity/accounts/queries.ts";
import { emailKey } from "../../src/kernel/email-address.ts";
import { CliError } from "../cli-error.ts";
import type { Given, Ops } from "./command.ts";

export const EMAIL = "<account's email>";

/** The ID of the account that the first argument names. @throws CliError when there is none */
export async function findAccountId({ accounts }: Ops, { args, wrong }: Given): Promise<string> {
  const [email = ""] = args;
  if (!/^[^@]+@[^@]+$/.test(email)) throw wrong(`"${email}" is no email address`);
  const [[account]] = await accounts.batch([findByAddress(accounts, emailKey(email))]);
  if (account === undefined) throw new CliError(`There is no account with the email "${email}".`);
  return account.id;
}
