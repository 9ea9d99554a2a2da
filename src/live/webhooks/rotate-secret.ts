import type { RequestContext } from "../../context.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { logChange } from "../../identity/accounts/log-change.ts";
import { requireStepUpFor } from "../../identity/second-factors/require-step-up.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { actorOf } from "../../platform/audit/actions.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit, deniedOr } from "../../platform/commit/commit.ts";
import { nextVersion, unchanged } from "../../platform/commit/unchanged.ts";
import { auditEndpoint } from "./audit-endpoint.ts";
import { endpointNotices } from "./endpoint-notices.ts";
import { hasSealedSecret, updateEndpoint } from "./endpoint-queries.ts";
import { readToChange } from "./read-endpoint.ts";
import { newSecret, sealSecret } from "./webhook-secret.ts";

/** Time for which the previous secret also signs. */
const OVERLAP_MS = DAY_MS;

/**
 * Gives an endpoint a new secret. The previous secret also signs for one day. A secret before that stops immediately,
 * so a lost race is not retried: the retry would end the secret that receivers still use.
 * @returns the secret, which is not shown again, and until when both sign (epoch milliseconds)
 * @throws AppError 403 `step_up_required`, errors of `readToChange`, 409 `webhook_changed` when another change was
 *   faster
 */
export async function rotateSecret(
  ctx: RequestContext,
  caller: Caller,
  endpointId: string,
): Promise<{ secret: string; previousUntil: number }> {
  const { user, endpoint, authentication } = await readToChange(ctx, caller, endpointId);
  await requireStepUpFor("webhook_endpoint", ctx, caller, authentication);
  const { accountsDb: db, clock } = ctx;
  const now = clock.now();
  const secret = newSecret();
  const previousUntil = now + OVERLAP_MS;
  const audit = auditEndpoint(ctx, { action: "webhook.secret_rotated", endpoint, actor: actorOf(user) });
  const { sealedSecret: previousSealedSecret } = endpoint;
  await commit(ctx, {
    by: user,
    guard: [
      unchanged(webhookEndpoints, { id: endpointId }, endpoint),
      // A change of the platform secret encrypts it again and gives the row no new version.
      hasSealedSecret(db, endpointId, previousSealedSecret),
    ],
    changes: {
      audit: audit.statements,
      rotated: updateEndpoint(db, endpointId, {
        sealedSecret: await sealSecret(ctx, endpointId, secret),
        previousSealedSecret,
        previousUntil,
        updatedAt: nextVersion(webhookEndpoints, now),
      }),
      logged: logChange(ctx, user.id, "webhook_endpoint_changed", endpointId),
    },
    messages: endpointNotices(ctx, user, "webhook_secret"),
    immediate: audit.immediate,
    effects: audit.effects,
    at: now,
    lost: deniedOr(ctx, user, "webhook_changed"),
  });
  return { secret, previousUntil };
}
