import { env } from "cloudflare:workers";

/** A row of `deliveries`. */
export interface DeliveryRow {
  id: string;
  dedupe_key: string;
  kind: string;
  event_id: string | null;
  guest_id: string | null;
  user_id: string | null;
  recipient_hash: string;
  status: string;
  reason: string | null;
  attempts: number;
  claimed_at: number | null;
  provider: string | null;
  provider_message_id: string | null;
}

/** Returns the deliveries to a guest, a user or an invite, oldest first. */
export async function deliveriesTo(recipientId: string): Promise<DeliveryRow[]> {
  const { results } = await env.DB.prepare("select * from deliveries where dedupe_key like '%:' || ? order by id")
    .bind(recipientId)
    .all<DeliveryRow>();
  return results;
}
