import { maskEmail } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { insertSuppression } from "./queries.ts";
import { openUnsubscribe } from "./unsubscribe-token.ts";

/** For a link that was cut off, or that another secret signed. */
const INVALID_LINK = "This link is not whole. Please use the one in the mail.";

/**
 * Suppresses invitations, reminders and broadcasts to the address in a token, for good. Idempotent.
 * @throws AppError 400 `invalid_token`
 */
export async function unsubscribe(ctx: RequestContext, token: string): Promise<void> {
  const emailKey = await open(ctx, token);
  const suppression = { emailKey, reason: "unsubscribed" as const, createdAt: ctx.clock.now() };
  // Every shard has its own list, which its events' statements join. When one shard fails the request fails, and can be
  // repeated.
  await Promise.all(onEachShard(ctx).map(({ db }) => insertSuppression(db, suppression)));
}

/** The address in a token, masked in case the link was passed on. @throws AppError 400 `invalid_token` */
export async function previewUnsubscribe(ctx: RequestContext, token: string): Promise<string> {
  return maskEmail(await open(ctx, token));
}

async function open({ keyring }: Pick<RequestContext, "keyring">, token: string): Promise<string> {
  const emailKey = await openUnsubscribe(await keyring.keysFor("unsubscribe"), token);
  if (emailKey === null) throw new AppError("invalid_token", {}, INVALID_LINK);
  return emailKey;
}
