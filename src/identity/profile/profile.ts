import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { users } from "../../db/schema/accounts.ts";
import { deliveries } from "../../db/schema/messages.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { shownStatus } from "../../kernel/delivery-outcome.ts";
import { nothingToChange } from "../../kernel/errors.ts";
import { accountChanged } from "../../platform/account-replicas/replicate-account.ts";
import { type AuthorizedUser, authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { LIVE_USER, type LiveUser } from "../../platform/authorization/session-queries.ts";
import { commit } from "../../platform/commit/commit.ts";
import { recipientHashes } from "../../platform/mail/host-sender.ts";
import type { Tier } from "../../platform/tiers/limits.ts";
import { tierIn, tierOfUser } from "../../platform/tiers/tier-of.ts";
import type { UserChanges } from "./schemas.ts";

/** A user and the tier that they pay for. */
export interface Me {
  user: LiveUser;
  tier: Tier;
  /** Whether the last email about the account to its address bounced. */
  emailBounced: boolean;
}

/**
 * Changes the caller's name, which guests and other members see, and the language of emails to the caller.
 * @throws AppError 400 `validation_failed` when there is nothing to change
 */
export async function changeUser(ctx: RequestContext, caller: Caller, input: UserChanges): Promise<Me> {
  const changes = definedOnly(input);
  if (Object.keys(changes).length === 0) throw nothingToChange();
  const me = await readMe(ctx, caller);
  const { accountsDb: db, clock } = ctx;
  const at = clock.now();
  await commit(ctx, {
    by: me.user,
    changes: { changed: updateUser(db, me.user.id, { ...changes, updatedAt: at }) },
    messages: accountChanged(ctx, me.user.id),
    at,
    lost: "unauthenticated",
  });
  return { ...me, user: { ...me.user, ...changes } };
}

/** Stores when the caller accepted the terms and the privacy policy. Idempotent: the first time stays. */
export async function acceptTerms(ctx: RequestContext, caller: Caller): Promise<Me> {
  const me = await readMe(ctx, caller);
  if (me.user.termsAcceptedAt !== null && me.user.privacyPolicyAcceptedAt !== null) return me;
  const { accountsDb: db, clock } = ctx;
  const at = clock.now();
  const changes = { user: one(markTermsAccepted(db, me.user.id, at)) };
  const { user } = await commit(ctx, { by: me.user, changes, at, lost: "unauthenticated" });
  return { ...me, ...(user && { user }) };
}

/** The caller's own account. */
export async function readMe(ctx: RequestContext, caller: Caller): Promise<Me & { user: AuthorizedUser }> {
  const { user, granted, mails } = await authorizeUser(ctx, caller, {
    granted: tierOfUser(ctx, caller.userId),
    mails: listLastMails(ctx.accountsDb, caller.userId),
  });
  const hashes: readonly string[] = user.email === null ? [] : await recipientHashes(ctx.keyring, user.email);
  const last = mails.find(({ recipientHash }) => hashes.includes(recipientHash));
  const emailBounced = last !== undefined && shownStatus(last.status, last.reason) === "bounced";
  return { user, tier: tierIn(granted), emailBounced };
}

/** In the words of the index `deliveries_account`: a bound value would read all deliveries of the user. */
const IS_ABOUT_ACCOUNT = sql`${deliveries.purpose} = 'account'`;

/** The last emails about an account. Some may have gone to an earlier address. */
function listLastMails(db: AccountsDatabase, userId: string) {
  return db
    .select({ status: deliveries.status, reason: deliveries.reason, recipientHash: deliveries.recipientHash })
    .from(deliveries)
    .where(and(eq(deliveries.userId, userId), IS_ABOUT_ACCOUNT, gt(deliveries.attempts, 0)))
    .orderBy(desc(deliveries.createdAt))
    .limit(MAX_MAILS);
}

/** One goes to each address after a change of it. */
const MAX_MAILS = 5;

function updateUser(
  db: AccountsDatabase,
  userId: string,
  changes: { name?: string; locale?: string; updatedAt: number },
) {
  return db.update(users).set(changes).where(eq(users.id, userId));
}

/** Stores the time of consent. The first time of each consent stays. */
function markTermsAccepted(db: AccountsDatabase, userId: string, now: number) {
  return db
    .update(users)
    .set({
      termsAcceptedAt: sql`coalesce(${users.termsAcceptedAt}, ${now})`,
      privacyPolicyAcceptedAt: sql`coalesce(${users.privacyPolicyAcceptedAt}, ${now})`,
      updatedAt: now,
    })
    .where(eq(users.id, userId))
    .returning(LIVE_USER);
}
