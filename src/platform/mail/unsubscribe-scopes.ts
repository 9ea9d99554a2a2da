/** Whose invitations, reminders and broadcasts an address does not get: of the link's host, of all hosts, or of nobody. */
export const UNSUBSCRIBE_SCOPES = ["host", "all", "none"] as const;

export type UnsubscribeScope = (typeof UNSUBSCRIBE_SCOPES)[number];
