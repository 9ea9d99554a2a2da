/** Who made a change, and the API key they made it by. */
export interface AuditActor {
  actorId: string;
  actorKey: { id: string; name: string } | undefined;
}

/** A member or a caller. */
interface Acting {
  session: { userId: string; apiKey?: { id: string; name: string } };
}

/** The actor of a change that a member makes. */
export function actorOf({ session: { userId, apiKey } }: Acting): AuditActor {
  return { actorId: userId, actorKey: apiKey && { id: apiKey.id, name: apiKey.name } };
}
