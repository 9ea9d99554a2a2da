/** The scopes of API keys. */
export const SCOPES = [
  "events:read",
  "events:write",
  "guests:read",
  "guests:write",
  "invitations:send",
  "messages:send",
  "check_in",
  "analytics:read",
  "webhooks:write",
] as const;

export type Scope = (typeof SCOPES)[number];

/** True if scopes include the required one. `events:write` and `guests:write` include reading. */
export function includesScope(scopes: readonly Scope[], required: Scope): boolean {
  return scopes.includes(required) || scopes.some((scope) => scope.replace(/:write$/, ":read") === required);
}
