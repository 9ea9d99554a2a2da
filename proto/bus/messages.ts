import * as z from "zod";

/**
 * Messages of the bus. Queues deliver each at least once and in any order, so that consumers are idempotent: by
 * `access_log_id` for accesses, by the envelope's `id` for messages that send an email.
 */

const id = z.uuid();
const moment = z.iso.datetime();
const role = z.enum(["owner", "editor", "viewer"]);
const alertedRisk = z.enum(["high", "block"]);
const aboutAccess = z.enum(["codes", "report", "asked", "replies", "undone"]);
const auditedState = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .nullable()
  .default(null);

/** An access was logged. Unless it is `recorded`, the engine scores it at `occurred_at` and adds it to the guest's baseline. */
export const AccessAttempted = z.object({
  event_id: id,
  guest_id: id,
  token_id: id,
  access_log_id: id,
  fingerprint: z.record(z.string(), z.string()).optional(),
  ip_address: z.string().optional(),
  user_agent: z.string().optional(),
  referrer: z.string().optional(),
  occurred_at: moment,
  /** True if the engine scored and stored the access while the guest waited. The API then has the score. */
  recorded: z.boolean().optional(),
});

/** The engine's score of an access. `risk` is advisory: the API applies the event's thresholds. */
export const FraudScored = z.object({
  event_id: id,
  guest_id: id,
  token_id: id,
  access_log_id: id,
  score: z.int().min(0).max(100),
  risk: z.string().optional(),
  reasons: z.array(z.string()),
  scored_at: moment,
  geo_country: z.string().optional(),
  geo_city: z.string().optional(),
  geo_lat: z.number().min(-90).max(90).optional(),
  geo_lon: z.number().min(-180).max(180).optional(),
  /** Reason code → compact JSON. */
  evidence: z.record(z.string(), z.string()).default({}),
  automated: z.boolean().default(false),
});

/** An RSVP, a check-in or a host's verdict confirms or revokes an access. */
export const AccessConfirmed = z.object({
  event_id: id,
  guest_id: id,
  access_log_id: id,
  kind: z.enum(["rsvp", "check_in", "legitimate", "suspicious"]),
});

/** A guest was erased, or without `guest_id` a whole event: data outside the database must be erased as well. */
export const AccessForget = z.object({ event_id: id, guest_id: id.optional() });

/** A closed event that nobody can restore is erased now, part by part; the Scheduler would do it later. */
export const EventErase = z.object({ event_id: id });

/**
 * An event was closed, because its only owner deleted the account. Its members and guests are notified, part by part, and
 * then it is erased.
 */
export const EventClosed = z.object({
  event_id: id,
  /** ID of the last guest who was notified; absent: none yet. */
  after: id.optional(),
});

/** Notifies a guest that the event was closed. */
export const EventClosedSend = z.object({ event_id: id, guest_id: id });

/** An account was deleted, and the images that only it used must be erased. */
export const UploadsErase = z.object({ user_id: id });

/**
 * An event was copied; the audit of the copied event, which may be on another shard, records it. Times in epoch
 * milliseconds.
 */
export const EventCopied = z.object({
  event_id: id,
  copy_id: id,
  copied_by: id,
  copied_at: z.int(),
  /** The API key that the user copied it with. */
  key: z.object({ id, name: z.string() }).optional(),
  /** Name of the copy, and how many guests were copied. A replayed dead letter has neither. */
  copy: z.object({ name: z.string(), guests: z.int() }).optional(),
});

/** The audit record of a change on another shard than its event. Times in epoch milliseconds. */
export const AuditRecord = z.object({
  event_id: id,
  action: z.string(),
  actor_id: id,
  /** The API key that the user made the change with. */
  key: z.object({ id, name: z.string() }).optional(),
  target_id: z.string().optional(),
  recorded_at: z.int(),
  /** A replayed dead letter has neither. */
  before: auditedState,
  after: auditedState,
});

/** A guest sent or edited an RSVP. The notifier confirms it by mail, with the door code when attending. */
export const RsvpConfirmed = z.object({
  event_id: id,
  guest_id: id,
  rsvp_id: id,
  response: z.enum(["attending", "declined", "maybe"]),
  plus_ones: z.int().min(0),
  risk_score: z.int().optional(),
  submitted_at: moment,
  access_link: z.url(),
  /** A host recorded the RSVP, and the request has counted the email in the host's budget. */
  reserved: z.literal(true).optional(),
});

/** A link was issued to a guest with an email address. */
export const InvitationSend = z.object({
  event_id: id,
  guest_id: id,
  token_id: id,
  guest_name: z.string(),
  guest_email: z.string(),
  host_name: z.string(),
  event_name: z.string(),
  venue: z.string().optional(),
  event_date: moment,
  issued_at: moment,
  link: z.url(),
  /** The guest requested it by reporting an access, so the limits on invitations do not apply. */
  requested: z.literal(true).optional(),
});

/** An email about an account. The secret in its link is derived from `token_id` when the email is rendered. */
export const AccountMail = z.object({
  user_id: id,
  kind: z.enum(["verify_email", "reset_password", "account_locked", "already_registered", "change_email"]),
  token_id: id.optional(),
});

/** An access in the band `high` or `block`. The consumer reads which members of the event want this alert. */
export const AlertRisk = z.object({
  event_id: id,
  /** Absent for an alert about a network. */
  guest_id: id.optional(),
  risk: alertedRisk,
  happened_at: moment,
  /**
   * Kind of the alert: guessed codes, an access that the guest reported, a request to the host, many replies from one
   * network, or replies that a member has undone. Default: an access.
   */
  about: aboutAccess.optional(),
  /** The number of replies, for an alert about a network. */
  replies: z.int().min(0).optional(),
});

/** The score of an RSVP says that one network sent first RSVPs for many guests. The consumer counts them. */
export const NetworkReplied = z.object({ event_id: id, network: z.string(), happened_at: moment });

/**
 * A member undoes replies of a network. The consumer reads which ones are left to do. `silent`: the guests are not
 * emailed, because an API key without a scope of sending asked.
 */
export const RepliesUndo = z.object({ event_id: id, network_id: id, silent: z.boolean().optional() });

/** A member has undone the reply that somebody sent in a guest's name. `earlier`: the guest's reply before it is valid again. */
export const ReplyUndoneSend = z.object({ event_id: id, guest_id: id, network_id: id, earlier: z.boolean() });

/** Notifies one member of an event of activities after `since_at`, up to `until_at`. The content is read when it is sent. */
export const AlertSend = z.object({
  event_id: id,
  member_id: id,
  kind: z.enum(["soon", "daily", "risk"]),
  since_at: moment,
  until_at: moment,
  /** Of a risky access. */
  guest_id: id.optional(),
  risk: alertedRisk.optional(),
  about: aboutAccess.optional(),
  replies: z.int().min(0).optional(),
});

/** Changes for which an account gets a security email, so that its owner notices a change by another person. */
export const NOTICE_KINDS = [
  "password_reset",
  "password_changed",
  "email_changed",
  "passkey_added",
  "api_key_created",
  "api_key_rotated",
  "second_factor_changed",
  "owner_added",
  "owner_removed",
  "team_access",
  "data_exported",
  "sending_paused",
  "challenge_failed",
  "subscription_cancelled",
  "webhook_ended",
  "event_closed",
  "credential_created",
  "api_key_expires",
  "signed_in",
] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Detail of the change, where the text of the notice depends on it. */
export const NOTICE_DETAILS = [
  // second_factor_changed
  "turned_on",
  "turned_off",
  "recovery_codes_renewed",
  "recovery_code_used",
  "recovery_codes_removed",
  "passkey_removed",
  // data_exported
  "account",
  "guests",
  "guest",
  "analytics",
  // sending_paused
  "bounces",
  "complaints",
  // owner_removed
  "host",
  // team_access
  "invited",
  "joined",
  "raised",
  // credential_created
  "webhook_endpoint",
  "webhook_changed",
  "webhook_secret",
  "door_device",
  // challenge_failed
  "too_many_codes",
] as const;

export type NoticeDetail = (typeof NOTICE_DETAILS)[number];

/**
 * A security email about a change of an account. Contains only IDs: names are read when the email is written, and only verified ones
 * are shown. The event's ID is not `event_id`, because the message belongs to the accounts' shard and outlives the event.
 */
export const AccountNotice = z.object({
  user_id: id,
  kind: z.enum(NOTICE_KINDS),
  happened_at: moment,
  /** The event that the change is about. */
  about_event_id: id.optional(),
  /** The user who made the change. */
  made_by: id.optional(),
  /** Another user whom the change is about: the new or the removed owner, or the member with a higher role. */
  member_id: id.optional(),
  detail: z.enum(NOTICE_DETAILS).optional(),
  /** The email address to write to in place of the account's: the previous one after a change. */
  address: z.string().optional(),
  /** The secret of the link that undoes a change of the email address. */
  undo_id: id.optional(),
  /** Names of the credentials that a password reset revoked (`ended`), and of the door devices that it did not (`kept`). */
  ended: z.array(z.string()).optional(),
  kept: z.array(z.string()).optional(),
  /** The credentials that no password reset revokes: names of passkeys, an authenticator app, an open undo link. */
  remaining: z.object({ passkeys: z.array(z.string()), app: z.boolean(), undo: z.boolean() }).optional(),
  /** The client of an unusual sign-in. */
  from: z.object({ browser: z.string().nullable(), place: z.string().nullable() }).optional(),
});

/** A security email to all owners of an event, whom the consumer reads. */
export const OwnersNotice = AccountNotice.pick({ kind: true, happened_at: true, detail: true }).extend({
  event_id: id,
  made_by: id,
  member_id: id.optional(),
});

/** A guest requested a link to edit the RSVP from another device. */
export const EditLinkSend = z.object({
  event_id: id,
  guest_id: id,
  token_id: id,
  nonce_id: id,
  /** The last access of the device that requested it. */
  access_log_id: id.optional(),
});

/** A guest requested a code that verifies the email address or phone on file. The code is computed when it is sent. */
export const ChallengeSend = z.object({
  event_id: id,
  guest_id: id,
  token_id: id,
  challenge_id: id,
  /** The budgets of text messages in which the request has counted the code. */
  counted: z.object({ hour: z.int(), scopes: z.array(z.string()), segments: z.int() }).optional(),
});

/**
 * Seats of an event became free, or its capacity was raised: waitlisted parties may be offered seats. `silent`: guests are
 * not emailed, because the requester's API key has no scope of sending, so the seats stay free.
 */
export const SeatsOffer = z.object({ event_id: id, silent: z.boolean().optional() });

/** A waitlisted party was offered seats until `expires_at`. */
export const SeatOfferSend = z.object({
  event_id: id,
  guest_id: id,
  expires_at: moment,
  /** A host offered them, and the request has counted the email in the host's budget. */
  reserved: z.literal(true).optional(),
});

/** A party that had waited has a confirmed seat, because the event has no capacity any more. */
export const SeatConfirmed = z.object({ event_id: id, guest_id: id });

/** A seat offer expired without an RSVP. */
export const SeatOfferExpired = z.object({ event_id: id, guest_id: id, expired_at: moment });

/** A collaborator was invited to an event. */
export const CollaboratorInviteSend = z.object({
  event_id: id,
  invite_id: id,
  email: z.string(),
  role: role,
  invited_by: id,
});

/** An email address for replies to an event's emails must be verified with the link of this email. */
export const ReplyToSend = z.object({ event_id: id, request_id: id });

/** The links of an email address's open invitations were requested. The consumer reads whether it has any. */
export const LostLinkSend = z.object({ email: z.string() });

/** A code was requested that undoes a complaint about emails to an address. The code is computed when it is sent. */
export const ComplaintCodeSend = z.object({ request_id: id });

/** A member requested a test of an email to guests. An absent text is the saved one, null is the default text. */
export const TestMailSend = z.object({
  event_id: id,
  user_id: id,
  kind: z.enum(["invitation", "confirmation", "reminder", "message"]),
  subject: z.string().nullish(),
  body: z.string().nullish(),
  /** The guest whose name and RSVP it shows. */
  guest_id: id.optional(),
  /** The language to show it in, BCP 47. */
  locale: z.string().optional(),
});

/** A batch of recipients of a host's message or of a reminder. The text is read when it is sent. */
export const MessageDeliver = z.object({
  event_id: id,
  message_id: id,
  batch: z.int().min(0),
  /** First ID of the recipients, … */
  from_guest: id,
  /** … and the exclusive end of their IDs, ordered as text. */
  before_guest: z.string(),
});

/** An account changed, and its replicas on other shards must be updated. The consumer reads its current state. */
export const AccountChanged = z.object({ user_id: id });

/** Sessions of a user were revoked at `ended_at` (epoch milliseconds) or later, so their sockets must close. */
export const SessionEnded = z.object({ user_id: id, ended_at: z.int() });

/** A member of an event was removed or got a lower role at `ended_at` (epoch milliseconds). */
export const MembershipEnded = z.object({
  user_id: id,
  event_id: id,
  ended_at: z.int(),
  role: role.optional(),
});

/** A subscription must be cancelled: that of a deleted account, or a second one. */
export const SubscriptionEnd = z.object({
  subscription_id: z.string(),
  /** The user who has another subscription that grants the tier, and is notified. */
  beside_user_id: id.optional(),
});

/**
 * An activity of an event, which its monitor must number. `activity` is a `LiveEvent`; without it, the monitor reads the activities
 * since the message was created from the database.
 */
export const ActivityPublish = z.object({
  event_id: id,
  /** The guest that the activity is about, with whom it is erased. */
  guest_id: id.optional(),
  activity: z.looseObject({ type: z.string() }).optional(),
});

/** Activities of an event are pending for webhook endpoints. The consumer reads which ones. */
export const WebhooksDeliver = z.object({ event_id: id });

/** Message schemas by type. */
export const BUS_MESSAGES = {
  "access.attempted": AccessAttempted,
  "access.confirmed": AccessConfirmed,
  "access.forget": AccessForget,
  "event.erase": EventErase,
  "event.closed": EventClosed,
  "event_closed.send": EventClosedSend,
  "event.copied": EventCopied,
  "audit.record": AuditRecord,
  "uploads.erase": UploadsErase,
  "fraud.scored": FraudScored,
  "rsvp.confirmed": RsvpConfirmed,
  "invitation.send": InvitationSend,
  "account.mail": AccountMail,
  "account.notice": AccountNotice,
  "owners.notice": OwnersNotice,
  "alert.risk": AlertRisk,
  "alert.send": AlertSend,
  "network.replied": NetworkReplied,
  "replies.undo": RepliesUndo,
  "reply_undone.send": ReplyUndoneSend,
  "edit_link.send": EditLinkSend,
  "challenge.send": ChallengeSend,
  "seats.offer": SeatsOffer,
  "seat.confirmed": SeatConfirmed,
  "seat_offer.send": SeatOfferSend,
  "seat_offer.expired": SeatOfferExpired,
  "collaborator_invite.send": CollaboratorInviteSend,
  "reply_to.send": ReplyToSend,
  "test_mail.send": TestMailSend,
  "lost_link.send": LostLinkSend,
  "complaint_code.send": ComplaintCodeSend,
  "account.changed": AccountChanged,
  "session.ended": SessionEnded,
  "membership.ended": MembershipEnded,
  "subscription.end": SubscriptionEnd,
  "message.deliver": MessageDeliver,
  "activity.publish": ActivityPublish,
  "webhooks.deliver": WebhooksDeliver,
} as const;

export type BusMessageType = keyof typeof BUS_MESSAGES;
export type BusBody<T extends BusMessageType> = z.output<(typeof BUS_MESSAGES)[T]>;

/** A queue message: type, an id that is the same for every delivery, and body. */
export type BusMessage = { [T in BusMessageType]: { type: T; id: string; body: BusBody<T> } }[BusMessageType];

export type AccessAttempted = BusBody<"access.attempted">;
export type AccessConfirmed = BusBody<"access.confirmed">;
export type AccessForget = BusBody<"access.forget">;
export type FraudScored = BusBody<"fraud.scored">;

const ENVELOPE = z.object({
  type: z.enum(Object.keys(BUS_MESSAGES) as [BusMessageType]),
  id: z.string(),
  body: z.unknown(),
});

/** Parses a queue message; null when it is malformed, as redelivery would not help. */
export function parseBusMessage(value: unknown): BusMessage | null {
  const envelope = ENVELOPE.safeParse(value);
  if (!envelope.success) return null;
  const body = BUS_MESSAGES[envelope.data.type].safeParse(envelope.data.body);
  // The schema matches the type, which the compiler cannot infer through an index.
  return body.success ? ({ ...envelope.data, body: body.data } as BusMessage) : null;
}
