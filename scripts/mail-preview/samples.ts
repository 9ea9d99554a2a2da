import encodeQR from "qr";
import { editLink } from "../../src/access/edit-link.ts";
import { placeholderValues } from "../../src/events/placeholders/placeholders.ts";
import { reminderWords } from "../../src/events/reminders/reminder-words.ts";
import { confirmReplyTo } from "../../src/events/reply-to/confirm-reply-to.ts";
import type { HostTexts } from "../../src/i18n/texts.ts";
import { accountLocked } from "../../src/identity/mails/account-locked.ts";
import { type AccountNoticeProps, accountNotice } from "../../src/identity/mails/account-notice.ts";
import { alreadyRegistered } from "../../src/identity/mails/already-registered.ts";
import { changeEmail } from "../../src/identity/mails/change-email.ts";
import { resetPassword } from "../../src/identity/mails/reset-password.ts";
import { verifyEmail } from "../../src/identity/mails/verify-email.ts";
import { type LostInvitation, lostLinks } from "../../src/invitations/lost-links/lost-links.ts";
import {
  type ConfirmationProps,
  confirmation,
  DOOR_CODE_CONTENT_ID,
} from "../../src/invitations/mails/confirmation.ts";
import { type InvitationProps, invitation } from "../../src/invitations/mails/invitation.ts";
import type { Brand } from "../../src/kernel/brand.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { type EventAlertProps, eventAlert } from "../../src/live/alerts/event-alert.ts";
import { broadcast } from "../../src/messaging/mails/broadcast.ts";
import { type EventNoticeProps, eventNotice } from "../../src/messaging/mails/event-notice.ts";
import { type ReminderProps, reminder } from "../../src/messaging/mails/reminder.ts";
import type { RenderedMail } from "../../src/platform/mail/content.ts";
import type { EventFacts } from "../../src/platform/mail/wording.ts";
import { challengeCode } from "../../src/risk/challenges/challenge-code-mail.ts";
import { offerExpired } from "../../src/rsvp/mails/offer-expired.ts";
import { seatOffer } from "../../src/rsvp/mails/seat-offer.ts";
import { type CollaboratorInviteProps, collaboratorInvite } from "../../src/team/collaborator-invite.ts";

type Untranslated<Props> = Omit<Props, "texts">;

interface Sample {
  /** @param texts in the reader's language */
  render: (texts: HostTexts) => RenderedMail;
  /** True if guests get the email. Hosts, co-hosts and owners of addresses get the others. */
  isToGuest: boolean;
  /** The value of `src` in the email → data URL. */
  images: Record<string, string>;
}

const guestName = "Zoë 🎉 <script>alert(1)</script>";
const link = "https://usher.example/i/AZLc5kq3fS2v0yq8mR1t7Z4xU2bN6cWd9oPeGh1KjLm";
const unsubscribeUrl = "https://usher.example/unsubscribe?token=sample";
const loginUrl = "https://usher.example/app/sign-in";

const event: EventFacts = {
  name: "Midsummer Dinner & Dance",
  venue: "Orangerie, Schlossstraße 12, Berlin",
  startsAt: Date.UTC(2027, 5, 19, 16, 30),
  endsAt: Date.UTC(2027, 5, 19, 21, 30),
  timeZone: "Europe/Berlin",
  hostName: "Ana Lindqvist",
};

const brand: Brand = {
  primaryColor: "#b4234a",
  font: "Georgia",
  logoUrl: null,
  coverUrl: null,
};

const imageBrand: Brand = { ...brand, coverUrl: "https://usher.example/uploads/cover.jpg" };

/** A pale brand colour on white without images: the worst case for contrast. */
const paleBrand: Brand = { primaryColor: "#ffe45c", font: "Inter", logoUrl: null, coverUrl: null };

const body = `Dear Zoë 🎉 <script>,

the garden opens at six, and dinner is served at half past. There is a bus from the station:
https://transit.example/lines/42?from=station&to=orangerie.

Bring a jumper — it gets cool by the lake.
Ana`;

const invitationProps: Untranslated<InvitationProps> = {
  guestName,
  event,
  description:
    "Long tables under the trees, a band from Lund, and dancing until the lanterns go out.\n\nWear something light.",
  brand,
  link,
  partySize: 3,
  deadline: null,
  canAnswer: true,
  words: { subject: null, body: null },
  unsubscribeUrl,
};

const confirmationProps: Untranslated<ConfirmationProps> = {
  guestName,
  event,
  brand,
  response: "attending",
  plusOnes: 0,
  companions: [],
  seat: "confirmed",
  offerExpiresAt: null,
  waitlistPosition: null,
  link,
  hasDoorCode: true,
  body: null,
};

const lostInvitation: LostInvitation = {
  eventName: event.name,
  hostName: event.hostName,
  venue: event.venue,
  startsAt: event.startsAt,
  timeZone: event.timeZone,
  link,
};

const reminderProps: Untranslated<Omit<ReminderProps, "subject" | "body">> = {
  footer: null,
  event,
  brand,
  link,
  response: null,
  canAnswer: true,
  unsubscribeUrl,
};

const noticeEvent = { name: event.name, timeZone: event.timeZone, isReaders: true };
const unnamedEvent = { name: null, timeZone: "UTC", isReaders: false };
const reader = { isReader: true, name: "Zoë" };
const ana = { isReader: false, name: "Ana Lindqvist" };
const guest = { isReader: false, name: guestName };
const nobody = { isReader: false, name: null };

const ANSWERS: EventAlertProps["answers"] = [
  { name: guestName, response: "attending", plusOnes: 2, seat: "waitlisted", isNew: true },
  { name: "Ben", response: "declined", plusOnes: 0, seat: null, isNew: false },
];
const WAITING = [
  { name: guestName, heads: 3, isWaiting: true },
  { name: "Kim", heads: 1, isWaiting: false },
];

/** Every email with sample data that has edge cases (markup, emoji, a pale brand colour), by name. */
export const SAMPLES: Record<string, Sample> = {
  "verify-email": toHost((texts) =>
    verifyEmail({
      ...{ texts, verifyUrl: link, rejectUrl: link, validMinutes: 1440, signedUpAt: Date.UTC(2026, 4, 2, 16, 30) },
      from: { browser: "Firefox on Windows", place: "Lisbon, PT" },
    }),
  ),
  "change-email": toHost((texts) => changeEmail({ texts, confirmUrl: link, validMinutes: 1440 })),
  "reset-password": toHost((texts) => resetPassword({ texts, name: "Zoë", resetUrl: link, validMinutes: 60 })),
  "account-locked": toHost((texts) => accountLocked({ texts, name: "Zoë", resetUrl: link, validMinutes: 60 })),
  "already-registered": toHost((texts) =>
    alreadyRegistered({ texts, name: "Zoë", loginUrl, forgotPasswordUrl: loginUrl }),
  ),
  "event-changed": eventNoticeSample({
    oldName: "Midsummer Lunch",
    oldTime: { startsAt: event.startsAt - DAY_MS, endsAt: null, timeZone: event.timeZone },
  }),
  "event-changed-venue": eventNoticeSample(
    { oldVenue: { value: "Town hall" }, hasNewDescription: true },
    { hasAnswered: true, brand: paleBrand },
  ),
  "event-cancelled": eventNoticeSample(
    { kind: "cancelled" },
    { hostMessage: "The hall is flooded <b>to the ceiling</b>.\nSorry!" },
  ),
  "event-reinstated": eventNoticeSample({ kind: "reinstated", oldVenue: { value: null } }, { hasAnswered: true }),
  "event-changed-description": eventNoticeSample({ hasNewDescription: true }, { brand: null, hasAnswered: true }),
  "event-cancelled-no-words": eventNoticeSample(
    { kind: "cancelled" },
    { brand: null, event: { ...event, venue: null } },
  ),
  "event-reinstated-unchanged": eventNoticeSample({ kind: "reinstated" }),
  "alert-answers": alert({ about: "soon", answers: ANSWERS.slice(0, 1) }),
  "alert-daily": alert({ about: "daily", answers: ANSWERS, waiting: WAITING, lost: [{ name: guestName }] }),
  "alert-waitlist": alert({ about: "soon", waiting: WAITING }),
  "alert-risk": alert({ about: "risk", access: { guestName, isBlocked: false, at: event.startsAt } }),
  "alert-blocked": alert({ about: "risk", access: { guestName, isBlocked: true, at: event.startsAt } }),
  "alert-blocked-unreachable": alert({
    about: "risk",
    access: { guestName, isBlocked: true, isUnreachable: true, at: event.startsAt },
  }),
  "alert-codes": alert({ about: "risk", access: { about: "codes", guestName, isBlocked: true, at: event.startsAt } }),
  "alert-report": alert({ about: "risk", access: { about: "report", guestName, isBlocked: true, at: event.startsAt } }),
  "notice-password-reset": notice({
    kind: "password_reset",
    ended: ["CRM sync", "hooks.example.com"],
    kept: ["North"],
  }),
  "notice-password-changed": notice({ kind: "password_changed" }),
  "notice-email-changed": notice({ kind: "email_changed" }),
  "notice-email-changed-undo": notice({ kind: "email_changed", undoUrl: `${link}/undo` }),
  "notice-webhook-created": notice({ kind: "credential_created", detail: "webhook_endpoint", actor: reader }),
  "notice-door-device-created": notice({ kind: "credential_created", detail: "door_device", event: noticeEvent }),
  "notice-passkey-added": notice({ kind: "passkey_added" }),
  "notice-signed-in": notice({ kind: "signed_in", from: { browser: "Firefox on Windows", place: "Lisbon, PT" } }),
  "notice-api-key-created": notice({ kind: "api_key_created" }),
  "notice-api-key-expires": notice({ kind: "api_key_expires", ended: ["CRM sync"] }),
  "notice-second-factor-changed": notice({ kind: "second_factor_changed", detail: "turned_off" }),
  "notice-second-factor-on": notice({ kind: "second_factor_changed", detail: "turned_on" }),
  "notice-recovery-codes": notice({ kind: "second_factor_changed", detail: "recovery_codes_renewed" }),
  "notice-recovery-code-used": notice({ kind: "second_factor_changed", detail: "recovery_code_used" }),
  "notice-recovery-codes-removed": notice({ kind: "second_factor_changed", detail: "recovery_codes_removed" }),
  "notice-passkey-removed": notice({ kind: "second_factor_changed", detail: "passkey_removed" }),
  "notice-owner-added": notice({ kind: "owner_added", event: noticeEvent, actor: ana, member: guest }),
  "notice-owner-added-you": notice({ kind: "owner_added", event: noticeEvent, actor: ana, member: reader }),
  "notice-owner-removed": notice({ kind: "owner_removed", event: noticeEvent, actor: reader, member: nobody }),
  "notice-host-removed": notice({ kind: "owner_removed", detail: "host", event: noticeEvent, actor: ana, member: ana }),
  "notice-owner-removed-you": notice({ kind: "owner_removed", event: unnamedEvent, actor: nobody, member: reader }),
  "notice-data-exported": notice({ kind: "data_exported", detail: "account", actor: reader }),
  "notice-guests-exported": notice({ kind: "data_exported", detail: "guests", event: noticeEvent, actor: ana }),
  "notice-sending-paused": notice({ kind: "sending_paused", detail: "bounces" }),
  "notice-analytics-exported": notice({
    kind: "data_exported",
    detail: "analytics",
    event: noticeEvent,
    actor: nobody,
  }),
  "notice-guest-exported": notice({ kind: "data_exported", detail: "guest", event: noticeEvent, actor: reader }),
  "notice-sending-paused-spam": notice({ kind: "sending_paused", detail: "complaints" }),
  "notice-challenge-failed": notice({ kind: "challenge_failed" }),
  "notice-subscription-cancelled": notice({ kind: "subscription_cancelled" }),
  "notice-webhook-ended": notice({ kind: "webhook_ended" }),
  invitation: invited({}),
  "invitation-branded": invited({ brand: imageBrand, partySize: 2, deadline: Date.UTC(2027, 5, 12, 16) }),
  "invitation-pale": invited({ brand: paleBrand, partySize: null, description: null }),
  "invitation-own-words": invited({ words: { subject: "Zoë, dance with us?", body } }),
  "invitation-closed": invited({ canAnswer: false }),
  confirmation: confirmed({ plusOnes: 2, companions: ["Ben", "Chris"] }),
  "confirmation-alone": confirmed({ brand: paleBrand, reportUrl: `${link}/not-me` }),
  "confirmation-own-words": confirmed({ plusOnes: 2, body }),
  "confirmation-waitlisted": unseated({ seat: "waitlisted", waitlistPosition: 3, plusOnes: 1 }),
  "confirmation-offered": unseated({
    seat: "offered",
    plusOnes: 1,
    companions: ["Ben"],
    offerExpiresAt: event.startsAt,
  }),
  "confirmation-next": unseated({ seat: "waitlisted", waitlistPosition: 1 }),
  "confirmation-lapsed": unseated({ seat: null }),
  "confirmation-declined": unseated({ brand: null, response: "declined", seat: null }),
  "confirmation-maybe": unseated({ brand: null, response: "maybe", seat: null }),
  "challenge-code": toGuest((texts) =>
    challengeCode({ texts, guestName, event, brand, code: "042917", validMinutes: 10, reportUrl: `${link}/not-me` }),
  ),
  "seat-offer": toGuest((texts) =>
    seatOffer({ texts, guestName, event, brand, link, heads: 3, expiresAt: event.startsAt }),
  ),
  "seat-offer-alone": toGuest((texts) =>
    seatOffer({ texts, guestName, event, brand: null, link, heads: 1, expiresAt: event.startsAt }),
  ),
  "offer-expired": toGuest((texts) => offerExpired({ texts, guestName, event, brand: paleBrand, link })),
  reminder: reminding({}),
  "reminder-answered": reminding({ response: "attending", footer: "Parking is free behind the church.\nAna" }),
  "reminder-maybe": reminding({ response: "maybe" }),
  "reminder-closed": reminding({ brand: paleBrand, canAnswer: false }),
  "lost-links": toGuest((texts) =>
    lostLinks({ texts, invitations: [lostInvitation, { ...lostInvitation, venue: null }] }),
  ),
  "lost-link": toGuest((texts) => lostLinks({ texts, invitations: [lostInvitation] })),
  "confirm-reply-to": replyTo("Ana Lindqvist", event.name),
  "confirm-reply-to-unnamed": replyTo(null, null),
  "edit-link": toGuest((texts) =>
    editLink({
      texts,
      guestName,
      event,
      brand,
      editUrl: `${link}?edit=nonce`,
      validMinutes: 30,
      reportUrl: `${link}/not-me`,
    }),
  ),
  "collaborator-invite": inviteSample("editor", "Ana Lindqvist"),
  "collaborator-invite-owner": inviteSample("owner", "Ana Lindqvist"),
  "collaborator-invite-viewer": inviteSample("viewer", ""),
  broadcast: toGuest((texts) =>
    broadcast({ texts, subject: "How to get there 🚌 <script>", body, event, brand, link, unsubscribeUrl }),
  ),
};

function notice(props: Pick<AccountNoticeProps, "kind"> & Partial<AccountNoticeProps>): Sample {
  return toHost((texts) =>
    accountNotice({
      texts,
      detail: null,
      name: "Zoë",
      happenedAt: Date.UTC(2027, 5, 8, 9, 0),
      event: undefined,
      actor: nobody,
      member: nobody,
      ended: [],
      kept: [],
      from: undefined,
      undoUrl: null,
      appUrl: "https://usher.example",
      ...props,
    }),
  );
}

function invited(props: Partial<Untranslated<InvitationProps>>): Sample {
  const sample = props.brand === imageBrand ? picture : toGuest;
  return sample((texts) => invitation({ ...invitationProps, texts, ...props }));
}

function confirmed(props: Partial<Untranslated<ConfirmationProps>>): Sample {
  return picture((texts) => confirmation({ ...confirmationProps, texts, ...props }));
}

function unseated(props: Partial<Untranslated<ConfirmationProps>>): Sample {
  return toGuest((texts) => confirmation({ ...confirmationProps, hasDoorCode: false, texts, ...props }));
}

/** Shows the default text of the first reminder. */
function reminding(props: Partial<typeof reminderProps>): Sample {
  const { name, venue, startsAt: eventDate, timeZone: timezone } = event;
  const facts = { name, venue, eventDate, timezone, rsvpDeadline: null };
  return toGuest((texts) => {
    const values = placeholderValues({ guestName, link, event: facts }, texts, eventDate - 7 * DAY_MS);
    return reminder({ ...reminderProps, texts, ...reminderWords(texts, "reminder_7d", values), ...props });
  });
}

function replyTo(hostName: string | null, eventName: string | null): Sample {
  return toHost((texts) => confirmReplyTo({ texts, hostName, eventName, confirmUrl: link, validMinutes: 1440 }));
}

function inviteSample(role: CollaboratorInviteProps["role"], invitedByName: string): Sample {
  const facts = { event, acceptUrl: "https://usher.example/invites/sample", expiresAt: Date.UTC(2027, 5, 8, 9, 0) };
  return toHost((texts) => collaboratorInvite({ ...facts, texts, invitedByName, role }));
}

function toHost(render: Sample["render"]): Sample {
  return { render, isToGuest: false, images: {} };
}

function toGuest(render: Sample["render"]): Sample {
  return { render, isToGuest: true, images: {} };
}

function picture(render: Sample["render"]): Sample {
  return {
    render,
    isToGuest: true,
    images: { [`cid:${DOOR_CODE_CONTENT_ID}`]: doorCode(), [imageBrand.coverUrl ?? ""]: cover() },
  };
}

function doorCode(): string {
  const svg = encodeQR("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzYW1wbGUifQ.c2FtcGxlLXNpZ25hdHVyZQ", "svg", { border: 1 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

function cover(): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="480"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#b4234a"/><stop offset="1" stop-color="#f0a35e"/></linearGradient></defs><rect width="1200" height="480" fill="url(#g)"/><circle cx="900" cy="180" r="90" fill="#fff6"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

function eventNoticeSample(
  notice: Partial<EventNoticeProps["notice"]>,
  changes: Partial<EventNoticeProps> = {},
): Sample {
  const nothing = { kind: "changed" as const, oldName: null, oldTime: null, oldVenue: null, hasNewDescription: false };
  const facts = { guestName, event, brand, hostMessage: null, hasAnswered: false, link, unsubscribeUrl };
  return toGuest((texts) => eventNotice({ ...facts, texts, ...changes, notice: { ...nothing, ...notice } }));
}

function alert(props: Partial<EventAlertProps>): Sample {
  const quiet = { about: "soon" as const, answers: [], waiting: [], lost: [], access: null };
  const facts = { memberName: "Ana Lindqvist", event: noticeEvent, eventUrl: loginUrl, unsubscribeUrl };
  return toHost((texts) => eventAlert({ texts, ...facts, ...quiet, ...props }));
}
