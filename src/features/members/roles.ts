/** What a user may do with an event, least first: each role may do all that the ones before it may. */
export const ROLES = ["viewer", "editor", "owner"] as const;

export type Role = (typeof ROLES)[number];

/** Whether a role is enough where `needed` is asked for. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
