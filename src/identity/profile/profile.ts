import type { SQL } from "drizzle-orm";
import { and, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { nothingToChange, unauthenticated } from "../../kernel/errors.ts";
import { accountChanged } from "../../platform/account-replicas/replicate-account.ts";
import type { Authorized } from "../../platform/authorization/authorization.ts";
import { type AuthorizedUser, authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import {
  hasLiveSession,
  isLiveSession,
  LIVE_USER,
  type LiveUser,
} from "../../platform/authorization/session-queries.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { Tier } from "../../platform/tiers/limits.ts";
import { tierIn, tierOfUser } from "../../platform/tiers/tier-of.ts";
import { isLive } from "../accounts/queries.ts";
import type { UserChanges } from "./schemas.ts";

/** A user and the tier that they pay for. */
export interface Me {
  user: LiveUser;
  tier: Tier;
}

/**
 * Changes the caller's name, which guests and other members see, and the language of the mails to the caller.
 * @throws AppError 400 `validation_failed` when there is nothing to change
 */
export async function changeUser(ctx: RequestContext, caller: Caller, input: UserChanges): Promise<Me> {
  const changes = definedOnly(input);
  if (Object.keys(changes).length === 0) throw nothingToChange();
  const me = await readMe(ctx, caller);
  const { accountsDb: db, clock } = ctx;
  const guard = hasLiveSession(db, me.user);
  const outboxEntries = enqueue(ctx, accountChanged(ctx, me.user.id), guard);
  const { changed } = await runBatch(db, {
    outbox: outboxEntries.statements,
    changed: updateUser(db, me.user.id, changes, clock.now(), guard),
  });
  if (changed[0] === undefined) throw unauthenticated();
  outboxEntries.publishAfterResponse();
  return { ...me, user: { ...me.user, ...changes } };
}

/** Stores when the caller accepted the terms and the privacy policy. Idempotent: the first time stays. */
export async function acceptTerms(ctx: RequestContext, caller: Caller): Promise<Me> {
  const me = await readMe(ctx, caller);
  if (me.user.termsAcceptedAt !== null && me.user.privacyPolicyAcceptedAt !== null) return me;
  const { accountsDb: db, clock } = ctx;
  const [[user]] = await db.batch([markTermsAccepted(db, me.user, clock.now())]);
  if (user === undefined) throw unauthenticated();
  return { ...me, user };
}

/** The caller's own account. */
export async function readMe(ctx: RequestContext, caller: Caller): Promise<Me & { user: AuthorizedUser }> {
  const { user, granted } = await authorizeUser(ctx, caller, { granted: tierOfUser(ctx, caller.userId) });
  return { user, tier: tierIn(granted) };
}

/** Renames an account. @param guard the condition `hasLiveSession` */
function updateUser(
  db: AccountsDatabase,
  userId: string,
  changes: { name?: string; locale?: string },
  now: number,
  guard: SQL,
) {
  return db
    .update(users)
    .set({ ...changes, updatedAt: now })
    .where(and(isLive(userId), guard))
    .returning({ id: users.id });
}

/** Stores the time of consent while the session is live; the first time of each stays. */
function markTermsAccepted(db: AccountsDatabase, { session }: Authorized<{ session: Caller }>, now: number) {
  return db
    .update(users)
    .set({
      termsAcceptedAt: sql`coalesce(${users.termsAcceptedAt}, ${now})`,
      privacyPolicyAcceptedAt: sql`coalesce(${users.privacyPolicyAcceptedAt}, ${now})`,
      updatedAt: now,
    })
    .where(isLiveSession(session))
    .returning(LIVE_USER);
}
