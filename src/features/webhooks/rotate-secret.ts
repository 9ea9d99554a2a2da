import { runBatch } from "../../db/batch.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { hasLiveSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { actorOf } from "../audit/actor.ts";
import { auditEndpoint } from "./audit-endpoint.ts";
import { rotateEndpointSecret } from "./endpoint-queries.ts";
import { readEndpoint } from "./read-endpoints.ts";
import { newSecret, sealSecret } from "./webhook-secret.ts";

/** How long the secret before goes on signing beside the new one. */
const OVERLAP_MS = DAY_MS;

/**
 * Gives an endpoint a new secret. The one before signs beside it for a day; one that did so until now does not any more.
 * @returns the secret, which is not shown again, and until when both sign (epoch milliseconds)
 * @throws AppError 404, 409 `webhook_changed` when another rotation was faster
 */
export async function rotateSecret(
  ctx: RequestContext,
  caller: Caller,
  endpointId: string,
): Promise<{ secret: string; previousUntil: number }> {
  const { user, endpoint } = await readEndpoint(ctx, caller, endpointId);
  const { accountsDb: db, clock } = ctx;
  const now = clock.now();
  const secret = newSecret();
  const sealedSecret = await sealSecret(ctx, endpointId, secret);
  const previousUntil = now + OVERLAP_MS;
  const change = { action: "webhook.secret_rotated" as const, endpoint, actor: actorOf(user) };
  const audit = auditEndpoint(ctx, change, hasLiveSession(db, user));
  const { rotated } = await runBatch(db, {
    audit: audit.statements,
    rotated: rotateEndpointSecret(db, user, endpoint, { sealedSecret, previousUntil, updatedAt: now }),
  });
  if (rotated[0] === undefined) throw new AppError("webhook_changed");
  audit.afterCommit();
  return { secret, previousUntil };
}
