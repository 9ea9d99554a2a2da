import { runBatch } from "../../src/db/batch.ts";
import { insertLateEntry } from "../../src/identity/accounts/log-change.ts";
import { removalNotices } from "../../src/identity/notices/account-notices.ts";
import { type ListedSession, listSessions } from "../../src/identity/sessions/sessions.ts";
import { newId } from "../../src/kernel/ids.ts";
import { endSessionsOf, ofUser } from "../../src/platform/authorization/session-queries.ts";
import { accountEndings } from "../../src/platform/credentials/endings.ts";
import { busMessage } from "../../src/platform/outbox/enqueue.ts";
import { serializeRow, toOutboxRows } from "../../src/platform/outbox/outbox-row.ts";
import { insertOutboxRows } from "../../src/platform/outbox/queries.ts";
import { EMAIL, findAccountId } from "./account.ts";
import type { Command } from "./command.ts";

/** More than an account has in 90 days. */
const MAX_LISTED = 1_000;

export const sessions: Command = {
  name: "sessions",
  args: [EMAIL, "list|end"],
  required: 1,
  summary: "lists an account's sessions, or ends all of them",
  details:
    "end also ends sign-ins that wait for a second factor. The next request of each session is rejected; its live views and " +
    "scanner tickets end within a minute. API keys, webhook endpoints and door devices stay.",
  async run(given, ops) {
    const [, action = "list"] = given.args;
    if (action !== "list" && action !== "end") throw given.wrong(`"${action}" is not list or end`);
    const userId = await findAccountId(ops, given);
    const now = ops.now();
    const { accounts: db } = ops;
    const { listed } = await runBatch(db, { listed: listSessions(db, { userId, now }, null, MAX_LISTED) });
    if (action === "list") return ops.print(listed.map(describe).join("\n") || "The account has no sessions.");
    if (listed.length === 0) return ops.print("The account has no sessions. Nothing was changed.");
    const ctx = { clock: { now: () => now } };
    const messages = [
      busMessage(ctx, "session.ended", { user_id: userId, ended_at: now }),
      ...removalNotices(ctx, "session", [userId]),
    ];
    const entry = { id: newId(now), userId, what: "signed_out_everywhere", credentialId: null } as const;
    await runBatch(db, {
      sessions: Object.values(endSessionsOf(db, ofUser(userId), now)),
      others: accountEndings(db, "sign_out_everywhere", { userId, now }),
      // Its consumer closes sockets, and copies the ended sessions to the databases of the account's events.
      outbox: insertOutboxRows(ops.open("DB"), toOutboxRows(messages, now).map(serializeRow), now),
      accountLog: insertLateEntry(db, { ...entry, place: null, device: null, at: now }),
      log: ops.logged(db, { target: userId, before: { sessions: listed.length }, after: { sessions: 0 } }),
    });
    ops.print(listed.length === 1 ? "The session has ended." : `All ${listed.length} sessions have ended.`);
  },
};

function describe({ id, method, device, place, createdAt, lastUsedAt, lastUsedPlace }: ListedSession): string {
  const [created, used] = [createdAt, lastUsedAt].map((at) => new Date(at).toISOString());
  const from = [device, place].filter(Boolean).join(", ") || "unknown";
  return `${id}  ${created} by ${method} from ${from}  last used ${used}${lastUsedPlace ? ` from ${lastUsedPlace}` : ""}`;
}
