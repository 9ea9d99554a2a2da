import { grantTier } from "../../src/features/billing/grant-tier.ts";
import { TIERS } from "../../src/features/billing/limits.ts";
import { listSubscriptions, type SubscriptionRow } from "../../src/features/billing/queries.ts";
import { GRANTED_STATUS, grantIn } from "../../src/features/billing/subscription-state.ts";
import { EMAIL, findAccountId } from "./account.ts";
import type { Command } from "./command.ts";

export const tier: Command = {
  name: "tier",
  args: [EMAIL, TIERS.join("|")],
  required: 1,
  summary: "shows the tier of an account, or grants one without a payment",
  details: "free withdraws the grant. A paid subscription stays as it is, and replaces the grant.",
  async run(given, ops) {
    const { accounts: db, change, print, now } = ops;
    const [, name] = given.args;
    const chosen = TIERS.find((one) => one === name);
    if (name !== undefined && chosen === undefined) throw given.wrong(`"${name}" is no tier`);
    const userId = await findAccountId(ops, given);
    const read = async () => (await db.batch([listSubscriptions(db, userId)]))[0];
    const owned = await read();
    const before = grantIn(owned);
    const after = chosen === "free" ? null : chosen;
    if (after === undefined) return print(describe(owned));
    if (before === after) return print(`${describe(owned)} Nothing was changed.`);
    const statements = grantTier({ accountsDb: db, clock: { now } }, userId, after ?? "free");
    await change(db, { target: userId, before: { grant: before }, after: { grant: after } }, statements);
    print(describe(await read()));
  },
};

function describe(owned: readonly SubscriptionRow[]): string {
  const granting = owned.find((one) => one.granting);
  if (granting === undefined) return "The tier is free.";
  const { tier, status } = granting;
  const source = status === GRANTED_STATUS ? "granted by an operator" : `by a subscription that is ${status}`;
  return `The tier is ${tier}, ${source}.`;
}
