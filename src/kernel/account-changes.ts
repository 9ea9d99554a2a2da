/** The kinds of credentials that an account's security page lists. */
export const LISTED_KINDS = [
  "session",
  "passkey",
  "authenticator_app",
  "recovery_code",
  "api_key",
  "webhook_endpoint",
  "door_device",
  "scanner_ticket",
  "account_link",
  "invite",
] as const;

export type ListedKind = (typeof LISTED_KINDS)[number];

/** Entries of an account's log that are about no single credential, and uses of one. */
const OTHER_CHANGES = [
  "signed_in",
  "signed_out_everywhere",
  "account_locked",
  "password_changed",
  "password_reset",
  "email_changed",
  "email_change_undone",
  "recovery_code_used",
  "webhook_endpoint_changed",
  "api_key_rotated",
] as const;

export type AccountChange = (typeof OTHER_CHANGES)[number] | `${ListedKind}_${"created" | "ended"}`;

/** Every entry that an account's log can have. */
export const ACCOUNT_CHANGES: readonly AccountChange[] = [
  ...OTHER_CHANGES,
  ...LISTED_KINDS.flatMap((kind) => [`${kind}_created` as const, `${kind}_ended` as const]),
];
