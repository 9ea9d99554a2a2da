import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { recoveryCodes } from "../../db/schema/second-factors.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { revokeDoorDevice } from "../../door/devices/door-devices.ts";
import { logChange, logLate } from "../../identity/accounts/log-change.ts";
import { removeApiKey } from "../../identity/api-keys/api-keys.ts";
import { removalNotices } from "../../identity/notices/account-notices.ts";
import { removePasskey } from "../../identity/second-factors/passkeys.ts";
import { deleteRecoveryCodes, findAuthentication } from "../../identity/second-factors/queries.ts";
import { requireStepUp } from "../../identity/second-factors/require-step-up.ts";
import { removeTotp } from "../../identity/second-factors/totp-settings.ts";
import { signOutSession } from "../../identity/sessions/sessions.ts";
import type { AccountChange, ListedKind } from "../../kernel/account-changes.ts";
import { notFound } from "../../kernel/errors.ts";
import { deleteEndpoint } from "../../live/webhooks/change-endpoint.ts";
import { type AuthorizedUser, authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit, deniedOr } from "../../platform/commit/commit.ts";
import { CREDENTIALS } from "../../platform/credentials/registry.ts";
import { useSecretsOf } from "../../platform/secrets/queries.ts";
import { ACCOUNT_LINKS } from "../../platform/secrets/secrets.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { cancelInvite } from "../../team/invite-collaborator.ts";
import { idOfLink } from "./listed.ts";
import { listAccountLinks, listOfEvents } from "./queries.ts";

/** Ends one credential of the caller. @throws AppError 404 for one that the caller does not have */
type Revoker = (ctx: RequestContext, caller: Caller, id: string, user: AuthorizedUser) => Promise<void>;

/** How each kind is revoked. A missing kind does not compile. */
const REVOKERS: Record<ListedKind, Revoker> = {
  session: signOutSession,
  passkey: removePasskey,
  authenticator_app: (ctx, caller, id) => removeTotp(ctx, assertOwn(caller, id)),
  recovery_code: removeRecoveryCodes,
  api_key: removeApiKey,
  webhook_endpoint: deleteEndpoint,
  door_device: revokeDevice,
  scanner_ticket: revokeDevice,
  account_link: removeAccountLink,
  invite: revokeInvite,
};

/**
 * Ends one thing that can act for the caller's account.
 * @throws AppError 403 `step_up_required` for a kind whose entry in the registry says so, 404
 */
export async function revokeCredential(ctx: RequestContext, caller: Caller, kind: ListedKind, id: string) {
  const { user, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(ctx.accountsDb, caller) },
  );
  const { listing } = CREDENTIALS[kind];
  if ("revoking" in listing && listing.revoking === "step_up") await requireStepUp(ctx, caller, authentication);
  await REVOKERS[kind](ctx, caller, id, user);
}

/** An account has one app and one set of recovery codes, whose ID is its own. */
function assertOwn(caller: Caller, id: string): Caller {
  if (id !== caller.userId) throw notFound();
  return caller;
}

async function removeRecoveryCodes(ctx: RequestContext, caller: Caller, id: string, user: AuthorizedUser) {
  assertOwn(caller, id);
  const { accountsDb: db, clock } = ctx;
  await commit(ctx, {
    by: user,
    guard: [sql`exists (select 1 from ${recoveryCodes} where ${eq(recoveryCodes.userId, user.id)})`],
    changes: {
      removed: deleteRecoveryCodes(db, user.id),
      logged: logChange(ctx, user.id, "recovery_code_ended", id),
    },
    messages: removalNotices(ctx, "recovery_code", [user.id]),
    at: clock.now(),
    lost: "not_found",
  });
}

async function removeAccountLink(ctx: RequestContext, _: Caller, id: string, user: AuthorizedUser) {
  const { accountsDb: db, clock } = ctx;
  const at = clock.now();
  const links = await listAccountLinks(db, user.id, at);
  const hash = links.find((link) => idOfLink(link.hash) === id)?.hash ?? "";
  const { ended } = await commit(ctx, {
    by: user,
    changes: {
      ended: endAccountLink(db, user.id, hash, at),
      // Its condition is that the statement before it has changed a row.
      logged: logChange(ctx, user.id, "account_link_ended", id),
    },
    at,
    lost: deniedOr(ctx, user, "not_found"),
  });
  if (ended.length === 0) throw notFound();
}

async function revokeDevice(ctx: RequestContext, caller: Caller, id: string): Promise<void> {
  const { home, device } = await findOfEvents(ctx, caller, id);
  const found = device.find((row) => row.id === id);
  if (found === undefined) throw notFound();
  await revokeDoorDevice(home, { session: caller, eventId: found.eventId, minimumRole: "editor" }, id);
  const what: AccountChange = found.sessionId === null ? "door_device_ended" : "scanner_ticket_ended";
  logLate(ctx, caller.userId, what, id);
}

async function revokeInvite(ctx: RequestContext, caller: Caller, id: string): Promise<void> {
  const { home, invite } = await findOfEvents(ctx, caller, id);
  const found = invite.find((row) => row.id === id);
  if (found === undefined) throw notFound();
  await cancelInvite(home, { session: caller, eventId: found.eventId, minimumRole: "owner" }, found.name);
  logLate(ctx, caller.userId, "invite_ended", id);
}

/** Lists the caller's credentials on the shard that an ID names. */
async function findOfEvents(ctx: RequestContext, { userId }: Caller, id: string) {
  const home = onShardOf(ctx, id);
  return { home, ...(await runBatch(home.db, listOfEvents(home.db, userId, ctx.clock.now()))) };
}

/** Uses up a link of an account. */
function endAccountLink(db: AccountsDatabase, userId: string, hash: string, now: number) {
  return useSecretsOf(db, userId, ACCOUNT_LINKS, now, eq(secrets.hash, hash)).returning({
    hash: secrets.hash,
  });
}
