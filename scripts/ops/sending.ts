import { findSendingState, liftPause } from "../../src/features/sending/queries.ts";
import { shardOf } from "../../src/kernel/ids.ts";
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
    const read = async () => (await db.batch([findSendingState(db, userId, ops.now())]))[0][0] as State;
    const before = await read();
    if (action === "status") return ops.print(describe(before));
    if (before.pausedAt === null && before.bounced + before.complained === 0) {
      return ops.print(`${describe(before)} Nothing was changed.`);
    }
    const { reason, bounced, complained } = before;
    const after = { reason: null, bounced: 0, complained: 0 };
    await ops.change(db, { target: userId, before: { reason, bounced, complained }, after }, liftPause(db, userId));
    ops.print(describe({ ...before, ...after, pausedAt: null }));
  },
};

function describe({ reason, pausedAt, recipients, abandoned, bounced, complained }: State): string {
  const pause =
    pausedAt === null
      ? "Sending is not paused."
      : `Sending is paused since ${new Date(pausedAt).toISOString()}, because of ${reason}.`;
  return `${pause} In the last 24 hours: ${recipients} sent, ${bounced} bounced, ${complained} reported as spam, ${abandoned} deleted or replaced after they were mailed.`;
}
