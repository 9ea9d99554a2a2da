import { grantTier } from "../../src/billing/grant-tier.ts";
import { listSubscriptions, type SubscriptionRow } from "../../src/billing/queries.ts";
import { GRANTED_STATUS, grantIn } from "../../src/billing/subscription-state.ts";
import { runBatch } from "../../src/db/batch.ts";
import { TIERS } from "../../src/platform/tiers/limits.ts";
import { EMAIL, findAccountId } from "./account.ts";
import type { Command } from "./command.ts";

export const tier: Command = {
  name: "tier",
  args: [EMAIL, TIERS.join("|")],
  required: 1,
  summary: "shows the tier of an account, or grants one without a payment",
  details: "free withdraws the grant. A paid subscription stays as it is, and replaces the grant.",
  async run(given, ops) {
    const { accounts: db, logged, print, now } = ops;
    const [, name] = given.args;
    const chosen = TIERS.find((one) => one === name);
    if (name !== undefined && chosen === undefined) throw given.wrong(`"${name}" is no tier`);
    const userId = await findAccountId(ops, given);
    const { owned } = await runBatch(db, { owned: listSubscriptions(db, userId) });
    const before = grantIn(owned);
    const after = chosen === "free" ? null : chosen;
    if (after === undefined) return print(describe(owned));
    if (before === after) return print(`${describe(owned)} Nothing was changed.`);
    const changed = await runBatch(db, {
      grant: grantTier({ accountsDb: db, clock: { now } }, userId, after ?? "free"),
      log: logged(db, { target: userId, before: { grant: before }, after: { grant: after } }),
      owned: listSubscriptions(db, userId),
    });
    print(describe(changed.owned));
  },
};

function describe(owned: readonly SubscriptionRow[]): string {
  const granting = owned.find((one) => one.granting);
  if (granting === undefined) return "The tier is free.";
  const { tier, status } = granting;
  const source = status === GRANTED_STATUS ? "granted by an operator" : `by a subscription that is ${status}`;
  return `The tier is ${tier}, ${source}.`;
}
