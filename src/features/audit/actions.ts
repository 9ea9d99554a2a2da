/** Changes of an event's configuration, team and messages that are recorded. */
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
  "analytics.exported",
  "link.rotated",
  "scanner.ticket_issued",
  "event.deleted",
  "rsvp.adjusted",
  "message.created",
  "message.sent_now",
  "message.cancelled",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
