/** What hosts do to an event's configuration and communication that leaves a record. */
export const AUDIT_ACTIONS = [
  "branding.updated",
  "thresholds.updated",
  "allowlist.added",
  "allowlist.removed",
  "collaborator.invited",
  "collaborator.role_changed",
  "collaborator.removed",
  "message.created",
  "message.sent_now",
  "message.cancelled",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
