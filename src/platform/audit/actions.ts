/** Changes of an event's configuration, team, messages and door that are recorded. */
export const AUDIT_ACTIONS = [
  "branding.updated",
  "thresholds.updated",
  "allowlist.added",
  "allowlist.removed",
  "replies.accepted",
  "replies.undone",
  "code_network.removed",
  "collaborator.invited",
  "collaborator.joined",
  "collaborator.role_changed",
  "collaborator.removed",
  "data.exported",
  "guests.exported",
  "guest.exported",
  "guest.deleted",
  "guests.updated",
  "guests.deleted",
  "analytics.exported",
  "guest_device.forgotten",
  "link.rotated",
  "access.reported",
  "event.updated",
  "event.deleted",
  "event.cancelled",
  "event.copied",
  "event.reinstated",
  "rsvp.adjusted",
  "seat.offered",
  "capacity.lowered",
  "rsvp.recorded",
  "questions.updated",
  "texts.updated",
  "message.created",
  "message.sent_now",
  "message.cancelled",
  "door_device.created",
  "door_device.revoked",
  "check_in.undone",
  "door_code.read",
  "webhook.created",
  "webhook.updated",
  "webhook.deleted",
  "webhook.secret_rotated",
] as const;

/** The action whose actor is the guest in `target`. Older records of it have no kind of actor. */
export const GUESTS_ACTION = "access.reported" satisfies (typeof AUDIT_ACTIONS)[number];

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The actor of a change, and the API key that the actor used. */
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
