import type { LiveFrame } from "../../platform/activities/live-event.ts";

/** What a webhook carries: the type, when it happened (RFC 3339), and the fields of the live frame. */
export interface WebhookPayload {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** The payload of a stored frame; null for one that was erased, of which nothing is left to tell. */
export function payloadOf(frame: LiveFrame): WebhookPayload | null {
  if (frame.type === "activity.erased") return null;
  const { type, at, event_id, sequence, ...facts } = frame;
  return { type, timestamp: at, data: { event_id, sequence, ...facts } };
}
