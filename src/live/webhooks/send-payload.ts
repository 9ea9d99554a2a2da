import type { RequestContext } from "../../context.ts";
import type { LiveFrame } from "../../platform/activities/live-event.ts";
import { destinationProblem } from "./destination.ts";
import type { EndpointRow } from "./endpoint-queries.ts";
import { signedHeaders } from "./webhook-secret.ts";

type Target = Pick<EndpointRow, "id" | "url" | "sealedSecret" | "previousSealedSecret" | "previousUntil">;

/**
 * Sends a payload to an endpoint, signed at the current time. Checks the address again, because the rules may have
 * changed since.
 * @param id the `webhook-id`
 * @returns the status of the response; null without one in time, or for an address that may not be called
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

/** True for a 2xx. A redirect counts as a failure, because it is not followed. */
export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Payload of a webhook: the type, the time of the activity (RFC 3339), and the fields of its live message. */
export interface WebhookPayload {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** The payload of a stored activity. Null for an erased one, whose content was deleted. */
export function payloadOf(frame: LiveFrame): WebhookPayload | null {
  if (frame.type === "activity.erased") return null;
  const { type, at, event_id, sequence, ...facts } = frame;
  return { type, timestamp: at, data: { event_id, sequence, ...facts } };
}

/** Returns the problem of a webhook address under this service's configuration, or null if it may be called. */
export function problemOf({ config }: Pick<RequestContext, "config">, url: string): string | null {
  return destinationProblem(url, { publicUrl: config.PUBLIC_URL, allowsLoopback: config.WEBHOOKS_TO_LOOPBACK });
}
