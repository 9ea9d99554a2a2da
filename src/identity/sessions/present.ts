import type * as z from "zod";
import { toWire } from "../../kernel/clock.ts";
import type { ListedSession } from "./queries.ts";
import type { Session } from "./schemas.ts";

/** A session as it leaves on the wire. @param currentId the session of the request */
export function presentSession(session: ListedSession, currentId: string | null): z.output<typeof Session> {
  return {
    id: session.id,
    device: session.device,
    place: session.place,
    method: session.method,
    current: session.id === currentId,
    created_at: toWire(session.createdAt),
    last_used_at: toWire(session.lastUsedAt),
  };
}
