/**
 * Shows and sets the tier of an account without a payment: `npm run tier -- ada@example.com` prints it,
 * `npm run tier -- ada@example.com business` grants it, and `free` takes the grant back. A subscription that is paid stays
 * as it is, and replaces a grant once it is paid. `--remote` selects the deployed service instead of the local one,
 * `--persist-to` a local one with another state folder.
 */
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { TIERS, type Tier } from "../src/features/billing/limits.ts";
import { GRANTED_STATUS, grantedId } from "../src/features/billing/subscription-state.ts";
import { CliError } from "./cli-error.ts";
import { executeSql, findAccount, isAddress } from "./ops/account.ts";
import { TARGET_OPTIONS, targetArguments } from "./ops/wrangler.ts";

const USAGE = "npm run tier -- <e-mail address> [free|pro|business] [--remote]";

try {
  const { email, tier, target } = readArguments();
  const id = await findAccount(target, email);
  const change = tier === undefined ? [] : changeStatements(id, tier, Date.now());
  const rows = await executeSql("DB", target, [...change, statusStatement(id)].join(";\n"));
  console.log(describe(rows[0] as Granting | undefined));
} catch (error) {
  console.error(error instanceof CliError ? error.message : error);
  process.exitCode = 1;
}

interface Granting {
  tier: string;
  status: string;
}

function readArguments() {
  let given: { values: { remote?: boolean; "persist-to"?: string }; positionals: string[] };
  try {
    given = parseArgs({ options: TARGET_OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
  const [email = "", tier, ...rest] = given.positionals;
  const known = TIERS.find((name) => name === tier);
  if (!isAddress(email) || (tier !== undefined && known === undefined) || rest.length > 0) {
    throw new CliError(`Usage: ${USAGE}`);
  }
  return { email, tier: known, target: targetArguments(given.values) };
}

/** The grant is a subscription without a payment. The outbox tells the account's replicas on other databases of it. */
function changeStatements(userId: string, tier: Tier, now: number): string[] {
  const id = grantedId(userId);
  const change =
    tier === "free"
      ? [
          `update subscriptions set status = 'canceled', granting = 0, updated_at = ${now} where provider_subscription_id = '${id}'`,
        ]
      : [
          `insert into subscriptions (provider_subscription_id, user_id, tier, status, granting, provider_customer_id,
             provider_updated_at, created_at, updated_at)
           values ('${id}', '${userId}', '${tier}', '${GRANTED_STATUS}', 0, '', ${now}, ${now}, ${now})
           on conflict do update set tier = excluded.tier, status = excluded.status, updated_at = excluded.updated_at`,
          `update subscriptions set granting = 1 where provider_subscription_id = '${id}' and not exists (
             select 1 from subscriptions as other where other.user_id = '${userId}' and other.granting = 1)`,
        ];
  const changed = `insert into outbox (id, type, body, created_at)
    values ('${randomUUID()}', 'account.changed', '{"user_id":"${userId}"}', ${now})`;
  return [...change, changed];
}

function statusStatement(userId: string): string {
  return `select tier, status from subscriptions where user_id = '${userId}' and granting = 1`;
}

function describe(granting: Granting | undefined): string {
  if (granting === undefined) return "The tier is free.";
  const { tier, status } = granting;
  const source = status === GRANTED_STATUS ? "granted by an operator" : `by a subscription that is ${status}`;
  return `The tier is ${tier}, ${source}.`;
}
