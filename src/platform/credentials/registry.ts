import type { NoticeDetail, NoticeKind } from "../../../proto/bus/messages.ts";
import type { ListedKind } from "../../kernel/account-changes.ts";
import type { KeyPurpose } from "../../kernel/keyring.ts";

/**
 * An event that ends a credential before its time. `role_change`: its creator's role on the event is now lower than
 * `needsRole`. `creator_revoked`: the session or API key that created it has ended.
 */
export type RevokingEvent =
  | "reset_by_mail"
  | "password_change"
  | "undo_email_change"
  | "sign_out_everywhere"
  | "removal"
  | "role_change"
  | "account_deletion"
  | "creator_revoked";

/**
 * The kind in `GET /me/security`, and whether `DELETE /me/security/{kind}/{id}` requires a step-up; or the reason why
 * the list does not have it.
 */
type Listing = { listedAs: ListedKind; revoking: "at_once" | "step_up" } | { unlisted: string };

/** The section of a data export that has it, without its secret; or the reason why none has. */
type Exporting = { exportedAs: string } | { unexported: string };

/** A kind of credential: it can sign in or act for a user. */
interface Credential {
  /** Its abilities, as a text for hosts. */
  grants: string;
  /** Names of the operations that create or replace one. */
  createdBy: readonly string[];
  /**
   * Whether a session needs a step-up to create one. `with_second_factor`: only if the account has a passkey or an
   * authenticator app. Otherwise the operation requires the current password.
   */
  requiresStepUp: "always" | "with_second_factor" | "never";
  /** The email to the account's owner when one is created; of an invite, to the owners of the event. */
  notifies: NoticeKind | null;
  /** The email to the owner when the owner removes one. Left out: none, because signing in gets no weaker. */
  notifiesRemoval?: { kind: NoticeKind; detail: NoticeDetail };
  /** The other place, next to `/me/security`, where the owner can see and end it. */
  listedAt: string | null;
  listing: Listing;
  exporting: Exporting;
  revokedBy: readonly RevokingEvent[];
  /** The lowest role on its event that may create one. */
  needsRole?: "editor" | "owner";
  /** Columns that hold it, or the hash by which it is checked. */
  storedIn?: readonly string[];
  /** The keys that sign, encrypt or derive it. */
  keys?: readonly KeyPurpose[];
  /** The security scheme of the API that accepts it. */
  scheme?: "bearer" | "cookie" | "api_key" | "scanner";
}

const defineCredential = <const C extends Credential>(credential: C): C => credential;

/** Ends with its session, and so with all that ends sessions. */
const SESSION_ENDS = [
  "reset_by_mail",
  "password_change",
  "undo_email_change",
  "sign_out_everywhere",
  "account_deletion",
] as const;

/** Is sent to another person, and ends with the event or the row that it is about. */
const OF_GUEST = {
  requiresStepUp: "never",
  notifies: null,
  listedAt: null,
  listing: { unlisted: "Acts for a guest or an event, not for an account." },
  exporting: { unexported: "Is derived from an ID, and not stored." },
  revokedBy: [],
} as const;

const UNSTORED = "Is not stored, and ends after minutes or with its session.";
const NOT_STORED = { listing: { unlisted: UNSTORED }, exporting: { unexported: UNSTORED } } as const;

/** Every kind of credential. test/platform/credentials compares this list with schema, keys and routes. */
export const CREDENTIALS = {
  password: defineCredential({
    grants: "Signs in, together with the second factor where there is one.",
    createdBy: ["signUp", "verifyEmail", "changePassword", "resetPassword"],
    requiresStepUp: "with_second_factor",
    notifies: "password_changed",
    listedAt: null,
    listing: { unlisted: "Is replaced with `POST /me/password`." },
    exporting: { unexported: "Is stored as a hash." },
    revokedBy: ["reset_by_mail", "password_change", "account_deletion"],
    storedIn: ["users.password_hash"],
  }),
  email_address: defineCredential({
    grants: "Receives the links that reset the password.",
    createdBy: ["signUp", "requestEmailChange", "verifyEmail", "undoEmailChange"],
    requiresStepUp: "with_second_factor",
    notifies: "email_changed",
    listedAt: "/me",
    listing: { unlisted: "Is replaced with `POST /me/email`." },
    exporting: { exportedAs: "user" },
    revokedBy: ["undo_email_change", "account_deletion"],
  }),
  session: defineCredential({
    grants: "Acts for the account until it is signed out, at most 90 days.",
    createdBy: ["logIn", "completeLogIn", "logInWithPasskey", "refreshSession"],
    requiresStepUp: "never",
    notifies: null,
    listedAt: "/me/sessions",
    listing: { listedAs: "session", revoking: "at_once" },
    exporting: { exportedAs: "sessions" },
    revokedBy: SESSION_ENDS,
    storedIn: ["refresh_tokens.token_hash", "refresh_tokens.retry_key_hash"],
    keys: ["refresh_token", "session"],
    scheme: "bearer",
  }),
  session_cookie: defineCredential({
    grants: "Is a session in a browser of the console.",
    createdBy: ["logIn", "completeLogIn", "logInWithPasskey"],
    requiresStepUp: "never",
    notifies: null,
    listedAt: "/me/sessions",
    listing: { listedAs: "session", revoking: "at_once" },
    exporting: { exportedAs: "sessions" },
    revokedBy: SESSION_ENDS,
    keys: ["session_cookie"],
    scheme: "cookie",
  }),
  factor_token: defineCredential({
    grants: "Continues a sign-in or a step-up for five minutes.",
    createdBy: ["logIn"],
    requiresStepUp: "never",
    notifies: null,
    listedAt: null,
    ...NOT_STORED,
    revokedBy: SESSION_ENDS,
    keys: ["factor_token"],
  }),
  passkey: defineCredential({
    grants: "Signs in without the password.",
    createdBy: ["addPasskey"],
    requiresStepUp: "always",
    notifies: "passkey_added",
    listedAt: "/me/passkeys",
    notifiesRemoval: { kind: "second_factor_changed", detail: "passkey_removed" },
    listing: { listedAs: "passkey", revoking: "step_up" },
    exporting: { exportedAs: "passkeys" },
    revokedBy: ["account_deletion"],
    storedIn: ["passkeys.public_key", "used_challenges.challenge_hash"],
    keys: ["passkey_challenge"],
  }),
  authenticator_app: defineCredential({
    grants: "Gives the codes that signing in asks for after the password.",
    createdBy: ["setUpTotp", "confirmTotp"],
    requiresStepUp: "always",
    notifies: "second_factor_changed",
    listedAt: "/me/totp",
    notifiesRemoval: { kind: "second_factor_changed", detail: "turned_off" },
    listing: { listedAs: "authenticator_app", revoking: "step_up" },
    exporting: { exportedAs: "authenticator_app" },
    revokedBy: ["account_deletion"],
    storedIn: ["totp_secrets.sealed_secret"],
    keys: ["totp_secret"],
  }),
  recovery_code: defineCredential({
    grants: "Takes the place of a code from the authenticator app, once.",
    createdBy: ["confirmTotp", "renewRecoveryCodes"],
    requiresStepUp: "always",
    notifies: "second_factor_changed",
    listedAt: "/me/totp",
    notifiesRemoval: { kind: "second_factor_changed", detail: "recovery_codes_removed" },
    listing: { listedAs: "recovery_code", revoking: "step_up" },
    exporting: { exportedAs: "recovery_codes" },
    revokedBy: ["account_deletion"],
    storedIn: ["recovery_codes.code_hash"],
  }),
  api_key: defineCredential({
    grants: "Acts for the account in a program, as far as its scopes go.",
    createdBy: ["createApiKey", "rotateApiKey"],
    requiresStepUp: "always",
    notifies: "api_key_created",
    listedAt: "/api-keys",
    listing: { listedAs: "api_key", revoking: "at_once" },
    exporting: { exportedAs: "api_keys" },
    revokedBy: ["reset_by_mail", "account_deletion"],
    storedIn: ["api_keys.key_hash"],
    keys: ["api_key"],
    scheme: "api_key",
  }),
  webhook_endpoint: defineCredential({
    grants: "Receives what happens at the account's events.",
    createdBy: ["createWebhookEndpoint", "changeWebhookEndpoint", "rotateWebhookSecret"],
    requiresStepUp: "always",
    notifies: "credential_created",
    listedAt: "/webhook-endpoints",
    listing: { listedAs: "webhook_endpoint", revoking: "at_once" },
    exporting: { exportedAs: "webhook_endpoints" },
    revokedBy: ["reset_by_mail", "removal", "role_change", "account_deletion", "creator_revoked"],
    needsRole: "editor",
    storedIn: ["webhook_endpoints.sealed_secret", "webhook_endpoints.previous_sealed_secret"],
    keys: ["webhook_secret"],
  }),
  door_device: defineCredential({
    grants: "Checks guests in at the door of one event.",
    createdBy: ["createDoorDevice"],
    requiresStepUp: "always",
    notifies: "credential_created",
    listedAt: "/events/{eventId}/door-devices",
    listing: { listedAs: "door_device", revoking: "at_once" },
    exporting: { exportedAs: "door_devices" },
    revokedBy: ["reset_by_mail", "removal", "role_change", "account_deletion"],
    needsRole: "editor",
    keys: ["scanner", "door_list"],
    scheme: "scanner",
  }),
  scanner_ticket: defineCredential({
    grants: "Checks guests in from the host's own phone, at most 12 hours.",
    createdBy: ["mintScannerTicket"],
    requiresStepUp: "never",
    notifies: null,
    listedAt: "/events/{eventId}/door-devices",
    listing: { listedAs: "scanner_ticket", revoking: "at_once" },
    exporting: { exportedAs: "door_devices" },
    revokedBy: [...SESSION_ENDS, "removal", "role_change", "creator_revoked"],
    needsRole: "editor",
    keys: ["scanner", "door_list"],
    scheme: "scanner",
  }),
  live_ticket: defineCredential({
    grants: "Opens the live view of one event, once.",
    createdBy: ["mintLiveTicket"],
    requiresStepUp: "never",
    notifies: null,
    listedAt: null,
    ...NOT_STORED,
    // Every role may watch, so a change of the role leaves it.
    revokedBy: [...SESSION_ENDS, "removal", "creator_revoked"],
    keys: ["live_ticket"],
  }),
  account_link: defineCredential({
    grants: "Verifies the address, sets a new password, or gives the account another address, once.",
    createdBy: ["signUp", "resendVerification", "forgotPassword", "requestEmailChange"],
    requiresStepUp: "never",
    notifies: null,
    listedAt: null,
    listing: { listedAs: "account_link", revoking: "step_up" },
    exporting: { exportedAs: "email_changes" },
    revokedBy: ["reset_by_mail", "password_change", "undo_email_change", "account_deletion"],
    storedIn: ["secrets.hash"],
    keys: ["one_time_token"],
  }),
  undo_link: defineCredential({
    grants: "Gives the account its previous address back, for 72 hours.",
    createdBy: ["verifyEmail"],
    requiresStepUp: "never",
    notifies: null,
    listedAt: null,
    // Not by a reset: an attacker with the new address could request one.
    listing: { unlisted: "Is the way back after a takeover, so no session may end it." },
    exporting: { unexported: "Is in the email to the previous address, and ends after 72 hours." },
    revokedBy: ["undo_email_change", "account_deletion"],
    storedIn: ["secrets.hash"],
    keys: ["one_time_token"],
  }),
  invite: defineCredential({
    grants: "Gives the account with the invited address a role on an event, once.",
    createdBy: ["inviteCollaborator"],
    requiresStepUp: "always",
    notifies: "team_access",
    listedAt: "/events/{eventId}/collaborators",
    listing: { listedAs: "invite", revoking: "at_once" },
    exporting: { exportedAs: "pending_invites" },
    revokedBy: ["reset_by_mail", "removal", "role_change", "account_deletion"],
    needsRole: "owner",
    storedIn: ["secrets.hash"],
    keys: ["collaborator_invite"],
  }),
  reply_to_link: defineCredential({
    ...OF_GUEST,
    grants: "Confirms an address for replies to an event's emails.",
    createdBy: ["createEvent", "changeEvent"],
    exporting: { exportedAs: "reply_to_requests" },
    storedIn: ["secrets.hash"],
    keys: ["reply_to"],
  }),
  guest_link: defineCredential({
    ...OF_GUEST,
    grants: "Opens one guest's invitation.",
    createdBy: ["issueToken", "issueTokens", "rotateToken"],
    exporting: { exportedAs: "tokens" },
    listedAt: "/events/{eventId}/guests/{guestId}",
    keys: ["guest_token"],
  }),
  edit_nonce: defineCredential({
    ...OF_GUEST,
    grants: "Lets a guest edit from another device for 30 minutes.",
    createdBy: ["requestEditLink"],
    exporting: { unexported: "Ends after 30 minutes." },
    storedIn: ["secrets.hash"],
    keys: ["edit_nonce"],
  }),
  guest_code: defineCredential({
    ...OF_GUEST,
    grants: "Lets a guest in whose device is not known.",
    createdBy: ["sendChallenge"],
    exporting: { exportedAs: "challenges" },
    storedIn: ["challenges.code_mac"],
    keys: ["challenge_code"],
  }),
  guest_device: defineCredential({
    ...OF_GUEST,
    grants: "Shows a guest's own RSVP on the device that answered.",
    createdBy: ["viewInvitation"],
    exporting: { exportedAs: "devices" },
    listedAt: "/events/{eventId}/guests/{guestId}/devices",
    storedIn: ["guest_devices.device"],
    keys: ["guest_device"],
  }),
  door_code: defineCredential({
    ...OF_GUEST,
    grants: "Lets a guest in at the door.",
    createdBy: ["submitRsvp", "editRsvp", "answerOffer", "viewInvitation", "readDoorCode"],
    keys: ["door_code", "door_jwt"],
  }),
  report_link: defineCredential({
    ...OF_GUEST,
    grants: "Reports an access that was not the guest's own.",
    createdBy: ["submitRsvp"],
    keys: ["access_report"],
  }),
  unsubscribe_link: defineCredential({
    ...OF_GUEST,
    grants: "Stops the emails of a host to one address.",
    createdBy: ["issueToken"],
    keys: ["unsubscribe"],
  }),
  complaint_code: defineCredential({
    ...OF_GUEST,
    grants: "Lets hosts email an address again after an email to it was marked as spam.",
    createdBy: ["sendComplaintCode"],
    exporting: { unexported: "Ends after 30 minutes." },
    storedIn: ["secrets.hash"],
    keys: ["complaint_code"],
  }),
  alerts_link: defineCredential({
    ...OF_GUEST,
    grants: "Turns a member's alerts of one event off.",
    createdBy: ["changeAlerts"],
    keys: ["alerts"],
  }),
} satisfies Record<string, Credential>;

export type CredentialKind = keyof typeof CREDENTIALS;

/** The kinds that an event ends. */
export type RevokedBy<E extends RevokingEvent> = {
  [K in CredentialKind]: E extends (typeof CREDENTIALS)[K]["revokedBy"][number] ? K : never;
}[CredentialKind];
