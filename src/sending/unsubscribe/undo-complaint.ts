import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { one } from "../../db/one.ts";
import { secrets } from "../../db/schema/secrets.ts";
import type { ReaderLocale } from "../../i18n/languages.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import {
  countSecretTry,
  findNewestSecret,
  insertSecret,
  isSecretOpen,
  type SecretRow,
  useSecret,
} from "../../platform/secrets/queries.ts";
import { codeOf, isCode, macOf, typedCode } from "../../platform/secrets/six-digit-code.ts";
import { onEachShard, onShard } from "../../platform/shards/on-shard.ts";
import { deleteComplaint, isComplained, listComplainedHosts } from "./complaint-queries.ts";
import { openSubscription, readState, type UnsubscribeState } from "./unsubscribe.ts";

/** How long a code works. */
export const CODE_LIFE_MS = 30 * MINUTE_MS;

const MAX_TRIES = 5;

/** Per address. All unsubscribe links of an address count together. */
const PER_DAY = { name: "complaint-code", limit: 3, windowSeconds: 86_400 };

/**
 * Sends a code to the address of an unsubscribe link, if a complaint stops the emails of all hosts to it. A new code ends
 * the previous one. Three a day per address. Returns the same whether or not a code is sent.
 * @param locale the language of the email
 * @throws AppError 400 `invalid_token`
 */
export async function sendComplaintCode(ctx: RequestContext, token: string, locale: ReaderLocale): Promise<void> {
  const { emailKey } = await openSubscription(ctx, token);
  const { allowed } = await ctx.rateLimits.exact(PER_DAY, await sha256Hex(emailKey));
  if (!allowed) return;
  const shard = onShard(ctx, 0);
  const row = await newCode(shard, emailKey, locale);
  const guard = isComplained(emailKey);
  const code = enqueue(shard, [busMessage(shard, "complaint_code.send", { request_id: row.payload.id ?? "" })], guard);
  const { inserted } = await runBatch(shard.db, {
    outbox: code.statements,
    inserted: insertSecret(shard.db, row, guard),
  });
  if (inserted.length > 0) code.publishAfterResponse();
}

/**
 * Undoes a complaint with the code that the address got, on every shard. The hosts whose emails were complained of stay
 * stopped. Each try is counted before the code is compared, and five wrong ones end the code.
 * @returns the state of the link, and the names of the hosts that stay stopped
 * @throws AppError 403 `wrong_code` with `tries_left`, 403 `challenge_failed`, 404 `challenge_missing`, 409 `code_used`,
 *   410 `code_expired`, 400 `invalid_token`, 400 for an invalid code
 */
export async function undoComplaint(
  ctx: RequestContext,
  token: string,
  code: string,
): Promise<UnsubscribeState & { stoppedHosts: string[] }> {
  const subscription = await openSubscription(ctx, token);
  const typed = typedCode(code);
  if (typed === null) throw invalidField("code", "Enter the six digits of the email.");
  const { emailKey } = subscription;
  const { hash, payload, createdAt } = await tryOnce(ctx, emailKey);
  const keys = await ctx.keyring.keysFor("complaint_code");
  if (!(await isCode(keys, { id: payload.id ?? "", codeMac: hash }, typed))) {
    throw new AppError("wrong_code", { tries_left: MAX_TRIES - Number(payload.tries) });
  }
  await undo(ctx, emailKey, { hash, createdAt });
  const [state, hosts] = await Promise.all([readState(ctx, subscription), namesOfStopped(ctx, emailKey)]);
  return { ...state, stoppedHosts: hosts };
}

/** The row of a new code. Its hash is the stored form of the code, and its ID is in the payload. */
async function newCode({ clock, keyring }: RequestContext, emailKey: string, locale: ReaderLocale): Promise<SecretRow> {
  const now = clock.now();
  const id = newId(now);
  const [key] = await keyring.keysFor("complaint_code");
  return {
    hash: await macOf(key, { id }, await codeOf(key, { id })),
    kind: "complaint_code",
    subject: emailKey,
    payload: { id, locale },
    userId: null,
    eventId: null,
    tokenId: null,
    usedAt: null,
    createdAt: now,
    expiresAt: now + CODE_LIFE_MS,
  };
}

/** Counts a try on the newest code of an address. @throws AppError for a code that cannot be tried */
async function tryOnce(ctx: RequestContext, emailKey: string): Promise<SecretRow> {
  const { db, clock } = onShard(ctx, 0);
  const now = clock.now();
  const newest = { kind: "complaint_code" as const, subject: emailKey };
  const { tried, found } = await runBatch(db, {
    tried: one(countSecretTry(db, newest, { maxTries: MAX_TRIES, now })),
    found: one(findNewestSecret(db, newest)),
  });
  if (tried !== undefined) return tried;
  if (found === undefined) throw new AppError("challenge_missing");
  if (found.usedAt !== null) throw codeUsed();
  if (found.expiresAt <= now) throw new AppError("code_expired");
  throw new AppError("challenge_failed", {}, "Too many wrong codes. Ask for a new code.");
}

/**
 * Uses the code last, on shard 0: if another shard fails, the code works again. Of parallel requests with a code one
 * wins.
 * @throws AppError 409 `code_used`
 */
async function undo(ctx: RequestContext, emailKey: string, code: Pick<SecretRow, "hash" | "createdAt">): Promise<void> {
  const [first, ...others] = onEachShard(ctx);
  if (first === undefined) return;
  const secret = { hash: code.hash, kind: "complaint_code" as const, now: ctx.clock.now() };
  await Promise.all(others.map(({ db }) => deleteComplaint(db, emailKey, code.createdAt)));
  const { used } = await runBatch(first.db, {
    removed: deleteComplaint(first.db, emailKey, code.createdAt, isSecretOpen(secret)),
    used: useSecret(first.db, secret).returning({ kind: secrets.kind }),
  });
  if (used.length === 0) throw codeUsed();
}

async function namesOfStopped(ctx: RequestContext, emailKey: string): Promise<string[]> {
  const found = await Promise.all(onEachShard(ctx).map(({ db }) => listComplainedHosts(db, emailKey)));
  return [...new Map(found.flat().map(({ hostId, hostName }) => [hostId, hostName])).values()];
}

function codeUsed(): AppError {
  return new AppError("code_used", {}, "This code has already been used. Ask for a new one.");
}
