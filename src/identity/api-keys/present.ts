import type * as z from "zod";
import { toWire, toWireOrNull } from "../../kernel/clock.ts";
import type { ApiKeyRow } from "./queries.ts";
import type { ApiKey } from "./schemas.ts";

/** An API key as it leaves on the wire, without the key itself. */
export function presentApiKey(row: Omit<ApiKeyRow, "keyHash" | "userId">): z.output<typeof ApiKey> {
  const { id, name, prefix, scopes, eventIds, createdAt, expiresAt, lastUsedAt, lastUsedPlace } = row;
  return {
    ...{ id, name, prefix, scopes, event_ids: eventIds, allowed_networks: row.allowedNetworks },
    created_at: toWire(createdAt),
    expires_at: toWire(expiresAt),
    last_used_at: toWireOrNull(lastUsedAt),
    last_used_place: lastUsedPlace,
  };
}
