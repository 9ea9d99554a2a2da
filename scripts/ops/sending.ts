import { runBatch } from "../../src/db/batch.ts";
import { shardOf } from "../../src/kernel/ids.ts";
import { findSendingState, liftPause } from "../../src/sending/queries.ts";
import { EMAIL, findAccountId } from "./account.ts";
import { type Command, DATABASE_OPTION, databaseIn, databaseOfShard } from "./command.ts";

type State = Awaited<ReturnType<typeof findSendingState>>[number];

export const sending: Command = {
  name: "sending",
  args: [EMAIL, "status|resume"],
  required: 1,
  options: DATABASE_OPTION,
  summary: "shows whether an account's emails and texts to others are paused, or lifts the pause",
  details:
    "resume also clears the account's bounces and complaints, so that the next one does not pause it again. --database " +
    "selects another database than that of the account's own events.",
  async run(given, ops) {
    const [, action = "status"] = given.args;
    if (action !== "status" && action !== "resume") throw given.wrong(`"${action}" is not status or resume`);
    databaseIn(given, "DB");
    const userId = await findAccountId(ops, given);
    const db = ops.open(databaseIn(given, databaseOfShard(shardOf(userId))));
    const { found } = await runBatch(db, { found: findSendingState(db, userId, ops.now()) });
    // Sums without groups are one row.
    const state = found[0] as State;
    const { reason, bounced, complained, pausedAt } = state;
    if (action === "status") return ops.print(describe(state));
    if (pausedAt === null && bounced + complained === 0) return ops.print(`${describe(state)} Nothing was changed.`);
    const [before, after] = [
      { reason, bounced, complained },
      { reason: null, bounced: 0, complained: 0 },
    ];
    const changed = await runBatch(db, {
      lifted: liftPause(db, userId),
      log: ops.logged(db, { target: userId, before, after }),
      found: findSendingState(db, userId, ops.now()),
    });
    ops.print(describe(changed.found[0] as State));
  },
};

function describe({ reason, pausedAt, recipients, abandoned, bounced, complained }: State): string {
  const pause =
    pausedAt === null
      ? "Sending is not paused."
      : `Sending is paused since ${new Date(pausedAt).toISOString()}, because of ${reason}.`;
  return `${pause} In the last 24 hours: ${recipients} sent, ${bounced} bounced, ${complained} reported as spam, ${abandoned} deleted or replaced after they were mailed.`;
}
