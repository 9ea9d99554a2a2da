import * as z from "zod";

/**
 * The messages on the bus. A queue brings each at least once and in any order, so whoever consumes one is
 * idempotent: by `access_log_id` for accesses, by `id` of the envelope for everything that sends a mail.
 */

const id = z.uuid();
const moment = z.iso.datetime();

/** An access was logged. The engine scores it at `occurred_at` and learns from it, unless it is `recorded`. */
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
  /** The engine scored it while the guest waited, and has it in its store: the API has the score and nobody else needs it. */
  recorded: z.boolean().optional(),
});

/** What the engine found. The API sets the band by the event's thresholds, so a band in the message is only advice. */
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

/** An RSVP, a check-in or a host's verdict says who was behind an access. */
export const AccessConfirmed = z.object({
  event_id: id,
  guest_id: id,
  access_log_id: id,
  kind: z.enum(["rsvp", "check_in", "legitimate", "suspicious"]),
});

/** A guest was erased, or without one a whole event: what is known of them outside the database goes, too. */
export const AccessForget = z.object({ event_id: id, guest_id: id.optional() });

/** A guest answered or changed the answer. The notifier confirms it by mail, with the door code when attending. */
export const RsvpConfirmed = z.object({
  event_id: id,
  guest_id: id,
  rsvp_id: id,
  response: z.enum(["attending", "declined", "maybe"]),
  plus_ones: z.int().min(0),
  risk_score: z.int().optional(),
  submitted_at: moment,
  access_link: z.url(),
});

/** A link was issued to a guest who has an address. */
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
});

/** A mail about an account. The secret in its link is derived from `token_id` when the mail is written. */
export const AccountMail = z.object({
  user_id: id,
  kind: z.enum(["verify_email", "reset_password", "account_locked", "already_registered"]),
  token_id: id.optional(),
});

/** A guest asked for a link to edit from another device. */
export const EditLinkSend = z.object({
  event_id: id,
  guest_id: id,
  token_id: id,
  nonce_id: id,
});

/** Somebody was asked to help with an event. */
export const CollaboratorInviteSend = z.object({
  event_id: id,
  invite_id: id,
  email: z.string(),
  role: z.enum(["owner", "editor", "viewer"]),
  invited_by: id,
});

/** One part of the recipients of a host's message or of a reminder. What to write is read when it is sent. */
export const MessageDeliver = z.object({
  event_id: id,
  message_id: id,
  batch: z.int().min(0),
  /** The recipients' ids: from this one… */
  from_guest: id,
  /** …to before this text, in the order of their characters. */
  before_guest: z.string(),
});

/** Something of an account changed that its copies beside events must know. What it is now is read when it is done. */
export const AccountChanged = z.object({ user_id: id });

/** An account is gone: nobody is to be charged for it any more. */
export const SubscriptionEnd = z.object({ subscription_id: z.string() });

/** Every type of message, by its subject. */
export const BUS_MESSAGES = {
  "access.attempted": AccessAttempted,
  "access.confirmed": AccessConfirmed,
  "access.forget": AccessForget,
  "fraud.scored": FraudScored,
  "rsvp.confirmed": RsvpConfirmed,
  "invitation.send": InvitationSend,
  "account.mail": AccountMail,
  "edit_link.send": EditLinkSend,
  "collaborator_invite.send": CollaboratorInviteSend,
  "account.changed": AccountChanged,
  "subscription.end": SubscriptionEnd,
  "message.deliver": MessageDeliver,
} as const;

export type BusMessageType = keyof typeof BUS_MESSAGES;
export type BusBody<T extends BusMessageType> = z.output<(typeof BUS_MESSAGES)[T]>;

/** What lies in a queue: the subject, an id that stays the same through every repetition, and the body. */
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

/** The message, or null for anything that is none: it will not become one by being delivered again. */
export function parseBusMessage(value: unknown): BusMessage | null {
  const envelope = ENVELOPE.safeParse(value);
  if (!envelope.success) return null;
  const body = BUS_MESSAGES[envelope.data.type].safeParse(envelope.data.body);
  // The schema was chosen by the type, which the compiler cannot follow through an index.
  return body.success ? ({ ...envelope.data, body: body.data } as BusMessage) : null;
}
