/** One key per purpose, so that what is signed for one is not accepted for another. */
export type KeyPurpose =
  | "session"
  | "session_cookie"
  | "refresh_token"
  | "one_time_token"
  | "guest_token"
  | "edit_nonce"
  | "collaborator_invite"
  | "reply_to"
  | "door_code"
  | "scanner"
  | "live_ticket"
  | "unsubscribe"
  | "alerts"
  | "recipient_hash"
  | "factor_token"
  | "passkey_challenge"
  | "totp_secret";
