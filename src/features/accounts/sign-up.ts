import { isConstraintViolation } from "../../db/failures.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { newId } from "../../kernel/ids.ts";
import { hashPassword, PASSWORD_COSTS } from "../../kernel/password-hash.ts";
import { placeHost } from "../../kernel/placement.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { isMailAllowed } from "./mail-throttle.ts";
import { issueOneTimeToken } from "./one-time-token.ts";
import { requireGoodPassword } from "./password-rules.ts";
import { findAccount, insertOneTimeToken, insertUser, NOBODY_ID } from "./queries.ts";

/** A new account as it was asked for. */
export interface SignUp {
  email: string;
  password: string;
  name: string;
}

/**
 * Creates an account and owes its verification mail. Where the address is taken, its owner gets a mail instead and the
 * account stays as it is, verified or not: a sign-up never changes a password, so nobody takes an account over by it.
 * Both ways hash once, take as many trips and write, and neither tells the caller which it was.
 * @throws AppError 400 for a password that is refused
 */
export async function signUp(ctx: RequestContext, input: SignUp): Promise<void> {
  requireGoodPassword(input.password, input.email);
  const passwordHash = hashPassword(input.password, PASSWORD_COSTS[ctx.config.PASSWORD_HASH_COST]);
  const [mayMail, [taken]] = await Promise.all([
    isMailAllowed(ctx, input.email),
    findAccount(ctx.accountsDb, emailKey(input.email)),
  ]);
  if (taken === undefined) await createAccount(ctx, input, passwordHash);
  else await remindOwner(ctx, taken.id, mayMail);
}

async function createAccount(ctx: RequestContext, input: SignUp, passwordHash: string): Promise<void> {
  const { accountsDb: db, clock, config } = ctx;
  const now = clock.now();
  // The number in the id is where this host's events will be; the account itself is where all accounts are.
  const userId = newId(now, placeHost(config.OPEN_DATABASES, Math.random()));
  const token = await issueOneTimeToken(ctx, "verify_email", userId);
  const outboxEntries = enqueue(ctx, [
    busMessage(ctx, "account.mail", { user_id: userId, kind: "verify_email", token_id: token.id }),
  ]);
  const user = { id: userId, email: input.email, emailKey: emailKey(input.email), name: input.name, passwordHash };
  try {
    await db.batch([insertUser(db, user, now), insertOneTimeToken(db, token.row), ...outboxEntries.statements]);
  } catch (error) {
    // Somebody signed up with the address in between; the mail of that request is on its way.
    if (isConstraintViolation(error)) return;
    throw error;
  }
  outboxEntries.publishAfterResponse();
}

async function remindOwner(ctx: RequestContext, userId: string, mayMail: boolean): Promise<void> {
  const { accountsDb: db } = ctx;
  const token = await issueOneTimeToken(ctx, "verify_email", NOBODY_ID);
  const message = busMessage(ctx, "account.mail", { user_id: userId, kind: "already_registered" });
  const outboxEntries = enqueue(ctx, mayMail ? [message] : []);
  await db.batch([insertOneTimeToken(db, token.row), ...outboxEntries.statements]);
  outboxEntries.publishAfterResponse();
}
