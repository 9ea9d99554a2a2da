/** Changes of an event's configuration, team and messages that are recorded. */
export const AUDIT_ACTIONS = [
  "branding.updated",
  "thresholds.updated",
  "allowlist.added",
  "allowlist.removed",
  "collaborator.invited",
  "collaborator.role_changed",
  "collaborator.removed",
  "rsvp.adjusted",
  "message.created",
  "message.sent_now",
  "message.cancelled",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
