import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { type AuthorizedUser, authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { challengeIn, type NewCredential, relyingPartyOf, verifyNewPasskey } from "./passkey-ceremony.ts";
import { type VerifiedChallenge, verifyChallenge } from "./passkey-challenge.ts";
import { hasRoomForPasskey, insertPasskey, type PasskeyRow, useChallenge } from "./passkey-queries.ts";

/**
 * Stores the passkey that a browser has made with the options of `offerPasskeyRegistration`. Its challenge works once. The owner
 * is told by mail.
 * @throws AppError 400 `invalid_passkey` for a response that is malformed, of another site, without user verification, to
 *   a challenge of another session, one older than 5 minutes or one that was used, or for a passkey that an account has;
 *   409 `passkey_limit_reached`
 */
export async function addPasskey(
  ctx: RequestContext,
  caller: Caller,
  input: { credential: NewCredential; name: string },
): Promise<PasskeyRow> {
  const { clock, config } = ctx;
  const { userId, sessionId } = caller;
  const { user } = await authorizeUser(ctx, caller, {});
  const purpose = { kind: "registration" as const, userId, sessionId };
  const answered = challengeIn(input.credential.response.clientDataJSON) ?? "";
  const challenge = await verifyChallenge(ctx, purpose, answered);
  if (challenge === null) throw new AppError("invalid_passkey");
  const made = await verifyNewPasskey(relyingPartyOf(config.PUBLIC_URL), input.credential, answered);
  if (made === null) throw new AppError("invalid_passkey");
  const now = clock.now();
  const row = { id: newId(now), userId, ...made, name: input.name, createdAt: now, lastUsedAt: null };
  await storePasskey(ctx, user, row, challenge);
  return row;
}

async function storePasskey(
  ctx: RequestContext,
  user: AuthorizedUser,
  row: PasskeyRow,
  challenge: VerifiedChallenge,
): Promise<void> {
  const { accountsDb: db } = ctx;
  const outboxEntries = enqueue(ctx, accountNotices(ctx, "passkey_added", [row.userId]), hasRoomForPasskey(db, user));
  try {
    const { stored } = await runBatch(db, {
      used: useChallenge(db, challenge),
      outbox: outboxEntries.statements,
      stored: insertPasskey(db, user, row),
    });
    if (stored[0] !== undefined) return outboxEntries.publishAfterResponse();
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    throw new AppError("invalid_passkey");
  }
  await authorizeUser(ctx, user.session, {});
  throw new AppError("passkey_limit_reached");
}
