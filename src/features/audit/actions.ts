/** Changes of an event's configuration, team, messages and door that are recorded. */
export const AUDIT_ACTIONS = [
  "branding.updated",
  "thresholds.updated",
  "allowlist.added",
  "allowlist.removed",
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
  "link.rotated",
  "event.deleted",
  "rsvp.adjusted",
  "message.created",
  "message.sent_now",
  "message.cancelled",
  "door_device.created",
  "door_device.revoked",
  "check_in.undone",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
