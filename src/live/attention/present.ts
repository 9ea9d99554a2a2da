import type * as z from "zod";
import type { AttentionRow } from "./queries.ts";
import type { Attention } from "./schemas.ts";

export function presentAttention({ eventId, overCapacity, ...counts }: AttentionRow): z.output<typeof Attention> {
  return { event_id: eventId, over_capacity: overCapacity, ...counts };
}
