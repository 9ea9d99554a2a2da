/** Roles on an event, from least to most: each includes the permissions of those before it. */
export const ROLES = ["viewer", "editor", "owner"] as const;

export type Role = (typeof ROLES)[number];

/** Whether a role includes the permissions of another. */
export function isAtLeast(role: Role, minimum: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(minimum);
}
