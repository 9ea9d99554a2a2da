import { runBatch } from "../../db/batch.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { maskEmail } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { unverifiedIdOf, verifySignedId } from "../../kernel/signed-id.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { deleteUsedRequest, findReplyToRequest, verifyReplyTo } from "./reply-to-queries.ts";

/** What the link of a mail about replies is for. */
export interface ReplyToRequest {
  /** Masked, in case the link was passed on. */
  address: string;
  eventName: string;
}

/** What a link would do. Changes nothing. @throws AppError 400 `invalid_token` for one that is used, replaced or too old */
export async function previewReplyTo(ctx: RequestContext, token: string): Promise<ReplyToRequest> {
  const { db, clock } = onShardOf(ctx, unverifiedIdOf(token));
  const [found] = await findReplyToRequest(db, await hashOf(ctx, token), clock.now());
  if (found === undefined) throw new AppError("invalid_token");
  return { ...found, address: maskEmail(found.address) };
}

/**
 * Proves the address for replies whose mail had this link; from then on the event's mails have it. Works once.
 * @throws AppError 400 `invalid_token` for a link that is used, replaced or too old
 */
export async function confirmReplyTo(ctx: RequestContext, token: string): Promise<void> {
  const { db, clock } = onShardOf(ctx, unverifiedIdOf(token));
  const tokenHash = await hashOf(ctx, token);
  const { verified } = await runBatch(db, {
    verified: verifyReplyTo(db, tokenHash, clock.now()),
    used: deleteUsedRequest(db, tokenHash),
  });
  if (verified.length === 0) throw new AppError("invalid_token");
}

/** The stored hash of a link's token, after checking its signature. */
async function hashOf({ keyring }: Pick<RequestContext, "keyring">, token: string): Promise<string> {
  if ((await verifySignedId(await keyring.keysFor("reply_to"), token)) === null) throw new AppError("invalid_token");
  return sha256Hex(token);
}
