import { emailKey } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { asUser } from "../accounts/as-user.ts";
import { hasSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { copyAccount, copyQuestion } from "../copies/copy-account.ts";
import { insertPlace } from "../databases/queries.ts";
import { onDatabaseOf } from "../databases/route.ts";
import { claim } from "../idempotency/claim.ts";
import { once } from "../idempotency/once.ts";
import { isAtLeast, type Role } from "../members/roles.ts";
import { atInvite, hashOfPresented, inviteGone } from "./invite-token.ts";
import { stillOpen } from "./preview-invite.ts";
import { findHeldRole, findInvite, grantRole, isRedeemable, redeemInvite } from "./queries.ts";

/** The role that a user has on an event after accepting. */
export interface Accepted {
  eventId: string;
  role: Role;
}

/** 403: the invite is for somebody else. */
function emailMismatch(): AppError {
  return new AppError("forbidden", "email_mismatch", "This invite is for another e-mail address than your account's.");
}

/**
 * Takes an invite up, once: the caller has its role from now on, or keeps a higher one. The address need not have been
 * verified before: the link went to it alone, and proves what a verification mail would.
 * @throws AppError 404 for a link that was never one, 410 `invite_gone`, 403 `email_mismatch`, which leaves it open, 401
 *   when the session has ended meanwhile
 */
export function acceptInvite(services: Services, caller: Caller, value: string): Promise<Accepted> {
  return acceptOnce(atInvite(services, value), caller, value);
}

const acceptOnce = once(asUser, accept);

async function accept(services: Services, caller: Caller, value: string): Promise<Accepted> {
  const { db, clock } = services;
  const tokenHash = await hashOfPresented(services, value);
  const [user, [found], [held], account] = await asUser(
    services,
    caller,
    [findInvite(db, tokenHash), findHeldRole(db, tokenHash, caller.userId)],
    copyQuestion(services, caller.userId),
  );
  const now = clock.now();
  const invite = stillOpen(found, now);
  if (user.email === null || emailKey(user.email) !== invite.emailKey) throw emailMismatch();

  const eventId = invite.event.id;
  const accepted = { eventId, role: held && isAtLeast(held.role, invite.role) ? held.role : invite.role };
  const guard = isRedeemable(db, tokenHash, now, hasSession(db, caller));
  await notePlace(services, user.id);
  const copies = copyAccount(services, account);
  const results = await db.batch([
    ...copies,
    grantRole(db, { eventId, userId: user.id, role: invite.role, createdAt: now }, guard),
    ...claim(services, caller, accepted, guard),
    // Last, because it ends what the guard asks for.
    redeemInvite(db, tokenHash, now, guard),
  ]);
  const granted = results[copies.length] as unknown[];
  if (granted.length === 0) {
    await asUser(services, caller, []);
    throw inviteGone();
  }
  return accepted;
}

/** Before the role, so that no event is missing from the user's list; a place too many is looked at in vain. */
async function notePlace(services: Services, userId: string): Promise<void> {
  const { accountsDb, database } = services;
  if (onDatabaseOf(services, userId).database !== database) await insertPlace(accountsDb, userId, database);
}
