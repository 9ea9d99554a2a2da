import type { RequestContext } from "../../context.ts";
import type { EndpointRow } from "./endpoint-queries.ts";
import type { WebhookPayload } from "./payload.ts";
import { problemOf } from "./require-destination.ts";
import { signedHeaders } from "./webhook-secret.ts";

type Target = Pick<EndpointRow, "id" | "url" | "sealedSecret" | "previousSealedSecret" | "previousUntil">;

/**
 * Sends a payload to an endpoint, signed now. The address is judged again, because the rules may have changed since.
 * @param id the `webhook-id`
 * @returns the answer's status; null without one in time, or for an address that may not be called
 */
export async function sendPayload(
  ctx: RequestContext,
  { id: endpointId, url, ...secrets }: Target,
  id: string,
  payload: WebhookPayload,
): Promise<number | null> {
  if (problemOf(ctx, url) !== null) return null;
  const body = JSON.stringify(payload);
  const headers = await signedHeaders(ctx, { endpointId, ...secrets }, { id, body, now: ctx.clock.now() });
  return ctx.postWebhook(url, body, headers);
}

/** Whether an answer says that the receiver has the payload. A redirect does not: it is not followed. */
export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
