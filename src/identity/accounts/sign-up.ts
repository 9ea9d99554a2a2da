import type { RequestContext } from "../../context.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { newId } from "../../kernel/ids.ts";
import { hashPassword, PASSWORD_COSTS } from "../../kernel/password-hash.ts";
import { pickShard } from "../../kernel/pick-shard.ts";
import { commit } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { insertSecret } from "../../platform/secrets/queries.ts";
import { issueSecret } from "../../platform/secrets/secrets.ts";
import { browserOf, placeOf } from "./device.ts";
import { isMailAllowed } from "./mail-verification.ts";
import { validatePassword } from "./password-rules.ts";
import { DUMMY_USER_ID, findAccount, insertUser } from "./queries.ts";

/** The fields of a new account. */
export interface SignUp {
  email: string;
  password: string;
  name: string;
  /** BCP 47: the language of emails to the account. */
  locale: string;
}

/**
 * Creates an account and enqueues its verification email. For an address that has an account, its owner gets an email
 * instead and the account does not change, verified or not: a sign-up cannot take an account over. Both paths hash once
 * and cost the same round trips and writes, so the response does not reveal which it was.
 * @param facts the email says where the request came from
 * @throws AppError 400 `validation_failed` for a password that breaks a rule
 */
export async function signUp(ctx: RequestContext, input: SignUp, facts: RequestFacts): Promise<void> {
  await validatePassword(ctx, input.password, input.email);
  const passwordHash = hashPassword(input.password, PASSWORD_COSTS[ctx.config.PASSWORD_HASH_COST]);
  const [mailAllowed, [existing]] = await Promise.all([
    isMailAllowed(ctx, input.email),
    findAccount(ctx.accountsDb, emailKey(input.email)),
  ]);
  if (existing === undefined) await createAccount(ctx, input, passwordHash, facts);
  else await notifyOwner(ctx, existing.id, mailAllowed);
}

async function createAccount(
  ctx: RequestContext,
  input: SignUp,
  passwordHash: string,
  facts: RequestFacts,
): Promise<void> {
  const { accountsDb: db, clock, config } = ctx;
  const now = clock.now();
  // The ID holds the number of the shard of this host's events; the account itself is on shard 0 like all accounts.
  const userId = newId(now, pickShard(config.OPEN_DATABASES, Math.random()));
  const token = await issueSecret(ctx, "verify_email", { owner: userId });
  const message = busMessage(ctx, "account.mail", { user_id: userId, kind: "verify_email", token_id: token.id });
  const { email, name, locale } = input;
  const signedUpFrom = { browser: browserOf(facts.userAgent), place: placeOf(facts) };
  const user = { id: userId, email, emailKey: emailKey(email), name, locale, passwordHash, signedUpFrom };
  try {
    await commit(ctx, {
      by: "service",
      changes: { user: insertUser(db, user, now), token: insertSecret(db, token.row) },
      messages: [message],
      at: now,
      lost: "not_found",
    });
  } catch (error) {
    // A parallel sign-up with the same address was first, and has enqueued its own email.
    if (isConstraintViolation(error)) return;
    throw error;
  }
}

async function notifyOwner(ctx: RequestContext, userId: string, mailAllowed: boolean): Promise<void> {
  const { accountsDb: db } = ctx;
  const token = await issueSecret(ctx, "verify_email", { owner: DUMMY_USER_ID });
  const message = busMessage(ctx, "account.mail", { user_id: userId, kind: "already_registered" });
  await commit(ctx, {
    by: "service",
    changes: { token: insertSecret(db, token.row) },
    messages: mailAllowed ? [message] : [],
    at: ctx.clock.now(),
    lost: "not_found",
  });
}
