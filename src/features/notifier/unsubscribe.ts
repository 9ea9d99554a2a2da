import { maskEmail } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { insertSuppression } from "./queries.ts";
import { openUnsubscribe } from "./unsubscribe-token.ts";

/**
 * Ends invitations, reminders and broadcasts to the address in a token, for good and however often it is asked.
 * @throws AppError 400 `invalid_token`
 */
export async function unsubscribe(ctx: RequestContext, token: string): Promise<void> {
  const emailKey = await open(ctx, token);
  const suppression = { emailKey, reason: "unsubscribed" as const, createdAt: ctx.clock.now() };
  // Whom an event's statements must leave alone is said beside each event. Where one of the databases fails, the
  // request does, and doing it again does no harm.
  await Promise.all(onEachShard(ctx).map(({ db }) => insertSuppression(db, suppression)));
}

/** The address in a token, masked: a link that was passed on shall not tell it. @throws AppError 400 `invalid_token` */
export async function previewUnsubscribe(ctx: RequestContext, token: string): Promise<string> {
  return maskEmail(await open(ctx, token));
}

async function open({ keyring }: Pick<RequestContext, "keyring">, token: string): Promise<string> {
  const emailKey = await openUnsubscribe(await keyring.keysFor("unsubscribe"), token);
  if (emailKey === null) throw invalidToken();
  return emailKey;
}

/** 400 for a link that was cut off or made by somebody else. */
function invalidToken(): AppError {
  return new AppError("invalid_token", {}, "This link is not whole. Please use the one in the mail.");
}
