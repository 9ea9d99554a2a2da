import { and, eq, isNull } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { events } from "../db/schema/events.ts";
import { secrets } from "../db/schema/secrets.ts";
import { invalidToken, requireSecret } from "../identity/accounts/require-secret.ts";
import { maskEmail } from "../kernel/email-address.ts";
import { unverifiedIdOf } from "../kernel/signed-id.ts";
import { commit } from "../platform/commit/commit.ts";
import { isOpen, ofOpenSecret, type PresentedSecret, useSecret } from "../platform/secrets/queries.ts";
import { onShardOf } from "../platform/shards/on-shard.ts";

/** The event and address of a request to verify an address for replies. */
export interface ReplyToRequest {
  /** Masked, in case the link was passed on. */
  address: string;
  eventName: string;
}

/**
 * Returns the request of a link without using the link. @throws AppError 400 `invalid_token` if it is used, replaced or
 * expired
 */
export async function previewReplyTo(ctx: RequestContext, token: string): Promise<ReplyToRequest> {
  const shard = onShardOf(ctx, unverifiedIdOf(token));
  const [found] = await findReplyToRequest(shard.db, await requireSecret(shard, "reply_to", token));
  if (found === undefined) throw invalidToken();
  return { eventName: found.eventName, address: maskEmail(found.payload.address ?? "") };
}

/**
 * Verifies the address for replies whose email had this link. The event's later emails use the address. Works once.
 * @throws AppError 400 `invalid_token` for a link that is used, replaced or expired
 */
export async function confirmReplyTo(ctx: RequestContext, token: string): Promise<void> {
  const shard = onShardOf(ctx, unverifiedIdOf(token));
  const secret = await requireSecret(shard, "reply_to", token);
  const { verified } = await commit(shard, {
    by: "service",
    changes: { verified: verifyReplyTo(shard.db, secret), used: useSecret(shard.db, secret) },
    at: secret.now,
    lost: "invalid_token",
  });
  if (verified.length === 0) throw invalidToken();
}

/** Reads an open request with the name of its event. */
function findReplyToRequest(db: Database, secret: PresentedSecret) {
  return db
    .select({ payload: secrets.payload, eventName: events.name })
    .from(secrets)
    .innerJoin(events, eq(events.id, secrets.eventId))
    .where(and(isOpen(secret), isNull(events.deletedAt)))
    .limit(1);
}

/** Uses the event's address for replies from now on: the one whose email had this link, if the event still has it. */
function verifyReplyTo(db: Database, secret: PresentedSecret) {
  return db
    .update(events)
    .set({ replyToVerifiedAt: secret.now })
    .where(
      and(
        eq(events.id, ofOpenSecret(secrets.eventId, secret)),
        eq(events.replyTo, ofOpenSecret(secrets.payload, secret, "address")),
        isNull(events.deletedAt),
      ),
    )
    .returning({ id: events.id });
}
