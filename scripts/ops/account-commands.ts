import { grantTier } from "../../src/billing/grant-tier.ts";
import { listSubscriptions, type SubscriptionRow } from "../../src/billing/queries.ts";
import { GRANTED_STATUS, grantIn } from "../../src/billing/subscription-state.ts";
import { runBatch } from "../../src/db/batch.ts";
import { TIERS } from "../../src/db/schema/billing.ts";
import { insertLateEntry } from "../../src/identity/accounts/log-change.ts";
import { findByAddress } from "../../src/identity/accounts/queries.ts";
import { removalNotices } from "../../src/identity/notices/account-notices.ts";
import { type ListedSession, listSessions } from "../../src/identity/sessions/sessions.ts";
import { emailKey } from "../../src/kernel/email-address.ts";
import { newId, shardOf } from "../../src/kernel/ids.ts";
import { endSessionsOf, ofUser } from "../../src/platform/authorization/session-queries.ts";
import { accountEndings } from "../../src/platform/credentials/endings.ts";
import { busMessage } from "../../src/platform/outbox/enqueue.ts";
import { serializeRow, toOutboxRows } from "../../src/platform/outbox/outbox-row.ts";
import { insertOutboxRows } from "../../src/platform/outbox/queries.ts";
import { findSendingState, liftPause } from "../../src/sending/budgets.ts";
import { CliError } from "../cli-error.ts";
import { type Command, DATABASE_OPTION, databaseOfShard, type Given, type Ops } from "./command.ts";

const EMAIL = "<account's email>";
/** More sessions than an account has in 90 days. */
const MAX_LISTED_SESSIONS = 1_000;

type SendingState = Awaited<ReturnType<typeof findSendingState>>[number];

export const tier: Command = {
  name: "tier",
  args: [EMAIL, TIERS.join("|")],
  required: 1,
  summary: "shows the tier of an account, or grants one without a payment",
  details: "free withdraws the grant. A paid subscription is not changed, and replaces the grant.",
  async run(given, ops) {
    const { accounts: db, logged, print, now } = ops;
    const chosen = TIERS.find((one) => one === given.args[1]);
    const userId = await findAccountId(ops, given);
    const { owned } = await runBatch(db, { owned: listSubscriptions(db, userId) });
    const before = grantIn(owned);
    const after = chosen === "free" ? null : chosen;
    if (after === undefined) return print(describeTier(owned));
    if (before === after) return print(`${describeTier(owned)} Nothing was changed.`);
    const changed = await runBatch(db, {
      grant: grantTier({ accountsDb: db, clock: { now } }, userId, after ?? "free"),
      log: logged(db, { target: userId, before: { grant: before }, after: { grant: after } }),
      owned: listSubscriptions(db, userId),
    });
    print(describeTier(changed.owned));
  },
};

export const sending: Command = {
  name: "sending",
  args: [EMAIL, "status|resume"],
  required: 1,
  options: DATABASE_OPTION,
  summary: "shows whether the emails and text messages of an account are paused, or lifts the pause",
  details:
    "resume also clears the account's bounces and complaints, so that the next one does not pause it again. --database " +
    "selects another database than that of the account's own events.",
  async run(given, ops) {
    const userId = await findAccountId(ops, given);
    const db = ops.open(given.options.database ?? databaseOfShard(shardOf(userId)));
    const { found } = await runBatch(db, { found: findSendingState(db, userId, ops.now()) });
    // A sum without GROUP BY always returns one row.
    const state = found[0] as SendingState;
    const { reason, bounced, complained, pausedAt } = state;
    if (given.args[1] !== "resume") return ops.print(describeSending(state));
    if (pausedAt === null && bounced + complained === 0)
      return ops.print(`${describeSending(state)} Nothing was changed.`);
    const before = { reason, bounced, complained };
    const after = { reason: null, bounced: 0, complained: 0 };
    const changed = await runBatch(db, {
      lifted: liftPause(db, userId),
      log: ops.logged(db, { target: userId, before, after }),
      found: findSendingState(db, userId, ops.now()),
    });
    ops.print(describeSending(changed.found[0] as SendingState));
  },
};

export const sessions: Command = {
  name: "sessions",
  args: [EMAIL, "list|end"],
  required: 1,
  summary: "lists an account's sessions, or ends all of them",
  details:
    "end also revokes sign-ins that wait for a second factor. The next request of each session is rejected; its live views " +
    "and scanner tickets end within a minute. API keys, webhook endpoints and door devices are not changed.",
  async run(given, ops) {
    const userId = await findAccountId(ops, given);
    const now = ops.now();
    const { accounts: db } = ops;
    const { listed } = await runBatch(db, { listed: listSessions(db, { userId, now }, null, MAX_LISTED_SESSIONS) });
    if (given.args[1] !== "end")
      return ops.print(listed.map(describeSession).join("\n") || "The account has no sessions.");
    const ctx = { clock: { now: () => now } };
    const messages = [
      busMessage(ctx, "session.ended", { user_id: userId, ended_at: now }),
      ...(listed.length === 0 ? [] : removalNotices(ctx, "session", [userId])),
    ];
    const entry = { id: newId(now), userId, what: "signed_out_everywhere", credentialId: null } as const;
    await runBatch(db, {
      sessions: Object.values(endSessionsOf(db, ofUser(userId), now)),
      others: accountEndings(db, "sign_out_everywhere", { userId, now }),
      // The consumer of these messages closes sockets, and copies ended sessions to the databases of the account's events.
      outbox: insertOutboxRows(ops.open("DB"), toOutboxRows(messages, now).map(serializeRow), now),
      accountLog: insertLateEntry(db, { ...entry, place: null, device: null, at: now }),
      log: ops.logged(db, { target: userId, before: { sessions: listed.length }, after: { sessions: 0 } }),
    });
    if (listed.length === 0)
      return ops.print("The account has no sessions. Sign-ins that wait for a second factor have ended.");
    ops.print(listed.length === 1 ? "The session has ended." : `All ${listed.length} sessions have ended.`);
  },
};

/** Returns the ID of the account that the first argument names. @throws CliError if there is none */
async function findAccountId({ accounts }: Ops, { args, wrong }: Given): Promise<string> {
  const [email = ""] = args;
  if (!/^[^@]+@[^@]+$/.test(email)) throw wrong(`"${email}" is not an email address`);
  const [[account]] = await accounts.batch([findByAddress(accounts, emailKey(email))]);
  if (account === undefined) throw new CliError(`There is no account with the email "${email}".`);
  return account.id;
}

function describeTier(owned: readonly SubscriptionRow[]): string {
  const granting = owned.find((one) => one.granting);
  if (granting === undefined) return "The tier is free.";
  const { tier, status } = granting;
  const source = status === GRANTED_STATUS ? "granted by an operator" : `by a subscription that is ${status}`;
  return `The tier is ${tier}, ${source}.`;
}

function describeSending(state: SendingState): string {
  const { reason, pausedAt, recipients, abandoned, bounced, complained } = state;
  const pause =
    pausedAt === null
      ? "Sending is not paused."
      : `Sending is paused since ${new Date(pausedAt).toISOString()}, because of ${reason}.`;
  return `${pause} In the last 24 hours: ${recipients} sent, ${bounced} bounced, ${complained} reported as spam, ${abandoned} deleted or replaced after they were emailed.`;
}

function describeSession({ id, method, device, place, createdAt, lastUsedAt, lastUsedPlace }: ListedSession): string {
  const [created, used] = [createdAt, lastUsedAt].map((at) => new Date(at).toISOString());
  const from = [device, place].filter(Boolean).join(", ") || "unknown";
  return `${id}  ${created} by ${method} from ${from}  last used ${used}${lastUsedPlace ? ` from ${lastUsedPlace}` : ""}`;
}
