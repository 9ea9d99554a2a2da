import { eventTime } from "../../i18n/event-time.ts";
import type { HostTextId, HostTexts } from "../../i18n/texts.ts";
import type { Block, MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { GUEST_NAME, LINK, NOTED_EVENT } from "../../platform/mail/sample-data.ts";
import { clientRows, greeting } from "../../platform/mail/wording.ts";
import type { RemainingCredentials } from "../notices/account-notices.ts";
import type { NoticeDetail, NoticeKind } from "../notices/notice-kinds.ts";

/** A person in a notice; `name` is null for a person who may not be named. */
interface Person {
  isReader: boolean;
  name: string | null;
}

export interface AccountNoticeProps {
  texts: HostTexts;
  kind: NoticeKind;
  detail: NoticeDetail | null;
  /** The reader's own name. */
  name: string;
  /** Epoch milliseconds; shown in the event's zone, else in UTC. */
  happenedAt: number;
  /** `name` is null for an event whose name may not be shown; `isReaders` when the reader is its host. */
  event: { name: string | null; timeZone: string; isReaders: boolean } | undefined;
  /** The person who made the change. */
  actor: Person;
  /** The member that the change is about. */
  member: Person;
  /** Names of the credentials that a reset revoked, and of the door devices that it kept. */
  ended: readonly string[];
  kept: readonly string[];
  /** The credentials that no reset revokes. */
  remaining: RemainingCredentials;
  /** The client of a sign-in; undefined for every other notice. */
  from: { browser: string | null; place: string | null } | undefined;
  /** Undoes a change of address; null for every other notice. */
  undoUrl: string | null;
  /** The service's own address. */
  appUrl: string;
}

/** The texts of one kind of notice. */
interface Wording {
  subject: HostTextId;
  /** One sentence about the change. */
  what: HostTextId;
  /** Advice for a reader who did not make the change. */
  otherwise: HostTextId;
  /** Whether a new password is the remedy. */
  isAboutPassword?: true;
}

/**
 * Notifies an account of a change, so that its owner sees changes by other people. The only link with a secret undoes a
 * change of address, for the reader at the previous one.
 */
export function accountNotice(props: AccountNoticeProps): RenderedMail {
  const { texts, event, actor, detail } = props;
  const { format } = texts;
  const { subject, what, otherwise, isAboutPassword } = wordingOf(props);
  const values = { name: props.member.name ?? props.ended[0] ?? "", detail: detail ?? "" };
  const rows = [
    { label: format("notice.when"), value: eventTime(texts, props.happenedAt, null, event?.timeZone ?? "UTC") },
  ];
  if (event?.name) rows.push({ label: format("mail.event"), value: event.name });
  const by = actor.isReader ? format("common.you") : actor.name;
  if (by !== null) rows.push({ label: format("notice.by"), value: by });
  if (props.from !== undefined) rows.push(...clientRows(texts, props.from));
  return renderMail({
    texts,
    subject: format(subject),
    preheader: format(what, values),
    brand: null,
    heading: format(subject),
    blocks: [
      greeting(props.name, texts),
      { kind: "paragraph", text: format(what, values) },
      ...(detail === "host" && event?.isReaders
        ? [{ kind: "paragraph", text: format("notice.host-you") } as const]
        : []),
      { kind: "details", rows },
      ...listsOf(props),
      { kind: "note", text: format(props.undoUrl === null ? otherwise : "notice.email-changed-undo", values) },
      ...buttonOf(props, isAboutPassword),
    ],
    reason: format("notice.reason"),
  });
}

/** Returns the lists of the credentials that a reset revoked and kept. */
function listsOf({ kind, texts, ended, kept, remaining }: AccountNoticeProps): Block[] {
  // Its sentence has the name.
  if (kind === "api_key_expires" || kind === "api_key_rotated") return [];
  const lists = [
    { id: "notice.ended", names: ended },
    { id: "notice.kept", names: kept },
    { id: "notice.kept-passkeys", names: remaining.passkeys },
  ] as const;
  const paragraphs = [
    ...lists.flatMap(({ id, names }) =>
      names.length === 0 ? [] : [texts.format(id, { names: texts.formats.list(names) })],
    ),
    ...(remaining.app ? [texts.format("notice.kept-app")] : []),
    ...(remaining.undo ? [texts.format("notice.kept-undo")] : []),
  ];
  return paragraphs.map((text) => ({ kind: "paragraph", text }));
}

function buttonOf({ texts: { format }, undoUrl, appUrl }: AccountNoticeProps, isAboutPassword?: true): Block[] {
  if (undoUrl !== null) return [{ kind: "button", label: format("notice.undo"), href: undoUrl }];
  if (isAboutPassword) return [{ kind: "button", label: format("account.reset"), href: `${appUrl}/forgot-password` }];
  return [];
}

/** Of kinds with one wording each. */
const WORDINGS = {
  password_reset: {
    subject: "notice.password-reset",
    what: "notice.password-reset-says",
    otherwise: "notice.password-reset-else",
    isAboutPassword: true,
  },
  password_changed: {
    subject: "notice.password-changed",
    what: "notice.password-changed-says",
    otherwise: "notice.not-you",
    isAboutPassword: true,
  },
  email_changed: {
    subject: "notice.email-changed",
    what: "notice.email-changed-says",
    otherwise: "notice.email-changed-else",
  },
  passkey_added: {
    subject: "notice.passkey-added",
    what: "notice.passkey-added-says",
    otherwise: "notice.passkey-added-else",
    isAboutPassword: true,
  },
  api_key_created: {
    subject: "notice.api-key",
    what: "notice.api-key-says",
    otherwise: "notice.not-you",
    isAboutPassword: true,
  },
  api_key_rotated: {
    subject: "notice.api-key-replaced",
    what: "notice.api-key-replaced-says",
    otherwise: "notice.not-you",
    isAboutPassword: true,
  },
  api_key_expires: {
    subject: "notice.api-key-ends",
    what: "notice.api-key-ends-says",
    otherwise: "notice.api-key-ends-else",
  },
  signed_in: {
    subject: "notice.signed-in",
    what: "notice.signed-in-says",
    otherwise: "notice.not-you",
    isAboutPassword: true,
  },
  credential_created: {
    subject: "notice.access",
    what: "notice.access-says",
    otherwise: "notice.not-you",
    isAboutPassword: true,
  },
  sending_paused: { subject: "notice.paused", what: "notice.paused-says", otherwise: "notice.paused-else" },
  challenge_failed: {
    subject: "notice.challenge",
    what: "notice.challenge-says",
    otherwise: "notice.challenge-else",
    isAboutPassword: true,
  },
  subscription_cancelled: {
    subject: "notice.subscription",
    what: "notice.subscription-says",
    otherwise: "notice.subscription-else",
  },
  event_closed: {
    subject: "notice.event-closed",
    what: "notice.event-closed-says",
    otherwise: "notice.event-closed-else",
  },
  webhook_ended: { subject: "notice.webhook", what: "notice.webhook-says", otherwise: "notice.webhook-else" },
} satisfies Partial<Record<NoticeKind, Wording>>;

const NOT_YOU = { otherwise: "notice.not-you", isAboutPassword: true } as const;

function wordingOf({ kind, detail, event, actor, member }: AccountNoticeProps): Wording {
  switch (kind) {
    case "second_factor_changed": {
      const isUsed = detail === "recovery_code_used";
      return { subject: isUsed ? "notice.factor-used" : "notice.factor", what: "notice.factor-says", ...NOT_YOU };
    }
    case "challenge_failed":
      if (detail === "too_many_codes") return { subject: "notice.codes", what: "notice.codes-says", ...NOT_YOU };
      return WORDINGS[kind];
    case "owner_added":
      if (member.isReader)
        return { subject: "notice.owner-you", what: "notice.owner-you-says", otherwise: "notice.owner-you-else" };
      return {
        subject: "notice.owner-added",
        what: "notice.owner-added-says",
        ...(actor.isReader ? NOT_YOU : { otherwise: "notice.owner-added-else" }),
      };
    case "owner_removed":
      if (member.isReader)
        return {
          subject: "notice.owner-removed-you",
          what: "notice.owner-removed-you-says",
          ...(actor.isReader ? NOT_YOU : { otherwise: "notice.ask-event-owners" }),
        };
      return {
        subject: "notice.owner-removed",
        what: "notice.owner-removed-says",
        ...(actor.isReader ? NOT_YOU : { otherwise: "notice.ask-owners" }),
      };
    case "team_access":
      return {
        subject: "notice.team",
        what: "notice.team-says",
        ...(actor.isReader ? NOT_YOU : { otherwise: "notice.owner-added-else" }),
      };
    case "data_exported":
      if (event === undefined) return { subject: "notice.exported", what: "notice.exported-says", ...NOT_YOU };
      return {
        subject: "notice.exported-event",
        what: "notice.exported-event-says",
        ...(actor.isReader ? NOT_YOU : { otherwise: "notice.ask-owners" }),
      };
    default:
      return WORDINGS[kind];
  }
}

const READER: Person = { isReader: true, name: "Zoë" };
const ANA: Person = { isReader: false, name: "Ana Lindqvist" };
const NOBODY: Person = { isReader: false, name: null };
const UNNAMED_EVENT = { name: null, timeZone: "UTC", isReaders: false };

function sample(texts: HostTexts, props: Pick<AccountNoticeProps, "kind"> & Partial<AccountNoticeProps>): RenderedMail {
  return accountNotice({
    texts,
    detail: null,
    name: "Zoë",
    happenedAt: Date.UTC(2027, 5, 8, 9, 0),
    event: undefined,
    actor: NOBODY,
    member: NOBODY,
    ended: [],
    kept: [],
    remaining: { passkeys: [], app: false, undo: false },
    from: undefined,
    undoUrl: null,
    appUrl: "https://usher.example",
    ...props,
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "notice-password-reset": (texts) =>
    sample(texts, {
      kind: "password_reset",
      ended: ["CRM sync", "hooks.example.com"],
      kept: ["North"],
      remaining: { passkeys: ["Laptop"], app: true, undo: true },
    }),
  "notice-password-changed": (texts) => sample(texts, { kind: "password_changed" }),
  "notice-email-changed": (texts) => sample(texts, { kind: "email_changed" }),
  "notice-email-changed-undo": (texts) => sample(texts, { kind: "email_changed", undoUrl: `${LINK}/undo` }),
  "notice-webhook-created": (texts) =>
    sample(texts, { kind: "credential_created", detail: "webhook_endpoint", actor: READER }),
  "notice-webhook-changed": (texts) =>
    sample(texts, { kind: "credential_created", detail: "webhook_changed", actor: READER }),
  "notice-webhook-secret": (texts) =>
    sample(texts, { kind: "credential_created", detail: "webhook_secret", actor: READER }),
  "notice-door-device-created": (texts) =>
    sample(texts, { kind: "credential_created", detail: "door_device", event: NOTED_EVENT }),
  "notice-event-closed": (texts) => sample(texts, { kind: "event_closed", event: NOTED_EVENT }),
  "notice-passkey-added": (texts) => sample(texts, { kind: "passkey_added" }),
  "notice-signed-in": (texts) =>
    sample(texts, { kind: "signed_in", from: { browser: "Firefox on Windows", place: "Lisbon, PT" } }),
  "notice-api-key-created": (texts) => sample(texts, { kind: "api_key_created" }),
  "notice-api-key-rotated": (texts) => sample(texts, { kind: "api_key_rotated", ended: ["CRM sync"] }),
  "notice-api-key-expires": (texts) => sample(texts, { kind: "api_key_expires", ended: ["CRM sync"] }),
  "notice-second-factor-changed": (texts) => sample(texts, { kind: "second_factor_changed", detail: "turned_off" }),
  "notice-second-factor-on": (texts) => sample(texts, { kind: "second_factor_changed", detail: "turned_on" }),
  "notice-recovery-codes": (texts) =>
    sample(texts, { kind: "second_factor_changed", detail: "recovery_codes_renewed" }),
  "notice-recovery-code-used": (texts) =>
    sample(texts, { kind: "second_factor_changed", detail: "recovery_code_used" }),
  "notice-recovery-codes-removed": (texts) =>
    sample(texts, { kind: "second_factor_changed", detail: "recovery_codes_removed" }),
  "notice-passkey-removed": (texts) => sample(texts, { kind: "second_factor_changed", detail: "passkey_removed" }),
  "notice-owner-added": (texts) =>
    sample(texts, {
      kind: "owner_added",
      event: NOTED_EVENT,
      actor: ANA,
      member: { isReader: false, name: GUEST_NAME },
    }),
  "notice-owner-added-you": (texts) =>
    sample(texts, { kind: "owner_added", event: NOTED_EVENT, actor: ANA, member: READER }),
  "notice-team-invited": (texts) =>
    sample(texts, { kind: "team_access", detail: "invited", event: NOTED_EVENT, actor: READER }),
  "notice-team-joined": (texts) =>
    sample(texts, { kind: "team_access", detail: "joined", event: NOTED_EVENT, actor: ANA, member: ANA }),
  "notice-team-raised": (texts) =>
    sample(texts, { kind: "team_access", detail: "raised", event: NOTED_EVENT, actor: ANA, member: READER }),
  "notice-owner-removed": (texts) =>
    sample(texts, { kind: "owner_removed", event: NOTED_EVENT, actor: READER, member: NOBODY }),
  "notice-host-removed": (texts) =>
    sample(texts, { kind: "owner_removed", detail: "host", event: NOTED_EVENT, actor: ANA, member: ANA }),
  "notice-owner-removed-you": (texts) =>
    sample(texts, { kind: "owner_removed", event: UNNAMED_EVENT, actor: NOBODY, member: READER }),
  "notice-data-exported": (texts) => sample(texts, { kind: "data_exported", detail: "account", actor: READER }),
  "notice-guests-exported": (texts) =>
    sample(texts, { kind: "data_exported", detail: "guests", event: NOTED_EVENT, actor: ANA }),
  "notice-sending-paused": (texts) => sample(texts, { kind: "sending_paused", detail: "bounces" }),
  "notice-analytics-exported": (texts) =>
    sample(texts, {
      kind: "data_exported",
      detail: "analytics",
      event: NOTED_EVENT,
      actor: NOBODY,
    }),
  "notice-guest-exported": (texts) =>
    sample(texts, { kind: "data_exported", detail: "guest", event: NOTED_EVENT, actor: READER }),
  "notice-sending-paused-spam": (texts) => sample(texts, { kind: "sending_paused", detail: "complaints" }),
  "notice-challenge-failed": (texts) => sample(texts, { kind: "challenge_failed" }),
  "notice-too-many-codes": (texts) => sample(texts, { kind: "challenge_failed", detail: "too_many_codes" }),
  "notice-subscription-cancelled": (texts) => sample(texts, { kind: "subscription_cancelled" }),
  "notice-webhook-ended": (texts) => sample(texts, { kind: "webhook_ended" }),
};
