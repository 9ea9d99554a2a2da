import { english } from "../../../i18n/english.ts";
import { eventTime } from "../../../i18n/event-time.ts";
import type { NoticeDetail, NoticeKind } from "../../notices/notice-kinds.ts";
import type { Block, RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { greeting } from "./wording.ts";

/** Somebody of whom a notice speaks; `name` is null for one who may not be named. */
interface Person {
  isReader: boolean;
  name: string | null;
}

export interface AccountNoticeProps {
  kind: NoticeKind;
  detail: NoticeDetail | null;
  /** The reader's own name. */
  name: string;
  /** Epoch milliseconds; shown in the event's zone, else in UTC. */
  happenedAt: number;
  /** `name` is null for an event whose name may not be shown. */
  event: { name: string | null; timeZone: string } | undefined;
  /** Who made the change. */
  actor: Person;
  /** Whom it is about. */
  member: Person;
  /** The service's own address. */
  appUrl: string;
}

/** The words of one kind of notice. */
interface Wording {
  subject: string;
  /** What happened, in a sentence. */
  what: string;
  /** What to do when it was not the reader's doing. */
  otherwise: string;
  /** Whether a new password is the remedy. */
  isAboutPassword: boolean;
}

const NOT_YOU = "If this wasn't you, reset your password now. That signs everyone out of your account, including you.";

const WHO_DID_IT = "Owners can see in the event's log who did it.";

/** Tells an account of a change, so that one that somebody else made is seen. Has no secret and no link with one. */
export function accountNotice(props: AccountNoticeProps): RenderedMail {
  const { subject, what, otherwise, isAboutPassword } = WORDINGS[props.kind](props);
  const rows = [{ label: "When", value: eventTime(english(), props.happenedAt, null, props.event?.timeZone ?? "UTC") }];
  if (props.event?.name) rows.push({ label: "Event", value: props.event.name });
  const by = nameOf(props.actor);
  if (by !== null) rows.push({ label: "By", value: by });
  const button: Block[] = isAboutPassword
    ? [{ kind: "button", label: "Reset your password", href: `${props.appUrl}/forgot-password` }]
    : [];
  return renderMail({
    subject,
    preheader: what,
    brand: null,
    heading: subject,
    blocks: [
      greeting(props.name),
      { kind: "paragraph", text: what },
      { kind: "details", rows },
      { kind: "note", text: otherwise },
      ...button,
    ],
    reason:
      "You're receiving this because it concerns your Usher account. It isn't a newsletter, so there's nothing to unsubscribe from.",
  });
}

const WORDINGS: Record<NoticeKind, (props: AccountNoticeProps) => Wording> = {
  password_reset: () => ({
    subject: "Your password was reset",
    what: "Someone used the link we emailed you to set a new password. You've been signed out everywhere.",
    otherwise: "If this wasn't you, someone can read your email. Secure your mailbox first, then reset your password.",
    isAboutPassword: true,
  }),
  password_changed: () => ({
    subject: "Your password was changed",
    what: "Your account has a new password.",
    otherwise: NOT_YOU,
    isAboutPassword: true,
  }),
  email_changed: () => ({
    subject: "Your email address was changed",
    what: "Your account has a new email address. From now on we'll write to that one; this is our last email to this one.",
    otherwise:
      "If this wasn't you, contact whoever runs this service right away: you can't sign in with this address any more.",
    isAboutPassword: false,
  }),
  passkey_added: () => ({
    subject: "A passkey was added to your account",
    what: "Your account has a new passkey that can sign in to it.",
    otherwise: `${NOT_YOU} Then remove the passkey you don't recognise.`,
    isAboutPassword: true,
  }),
  api_key_created: () => ({
    subject: "An API key was created for your account",
    what: "A new API key can now use your account, as far as its permissions go.",
    otherwise: `${NOT_YOU} Then delete the key in your account under API keys: a new password doesn't end it.`,
    isAboutPassword: true,
  }),
  second_factor_changed: ({ detail }) => ({
    subject: detail === "recovery_code_used" ? "A recovery code was used" : "Your second factor was changed",
    what: SECOND_FACTOR[detail ?? ""] ?? "The second step of your sign-in was changed.",
    otherwise: NOT_YOU,
    isAboutPassword: true,
  }),
  owner_added: (props) => ({
    subject: props.member.isReader ? "You're now an owner of an event" : "Your event has a new owner",
    what: `${subjectOf(props, "You're", "is")} now an owner of ${eventOf(props)}, and can manage everything there, including the team.`,
    ...(props.member.isReader
      ? { otherwise: "If you don't want that, you can leave the event on its team page.", isAboutPassword: false }
      : unlessExpected(props, "Any owner can undo this on the team page.")),
  }),
  owner_removed: (props) => ({
    subject: props.member.isReader ? "You no longer own an event" : "Your event has one fewer owner",
    what: `${subjectOf(props, "You're", "is")} no longer an owner of ${eventOf(props)}.`,
    ...unlessExpected(props, WHO_DID_IT),
  }),
  data_exported: (props) =>
    props.event === undefined
      ? {
          subject: "Your data was exported",
          what: "Everything stored about you and the events you own was downloaded.",
          otherwise: NOT_YOU,
          isAboutPassword: true,
        }
      : {
          subject: "Data from your event was exported",
          what: `${EXPORTED[props.detail ?? ""] ?? "Data"} of ${eventOf(props)} was downloaded.`,
          ...unlessExpected(props, WHO_DID_IT),
        },
  sending_paused: ({ detail }) => ({
    subject: "Sending is paused",
    what: `${PAUSED[detail ?? ""] ?? "We had to stop emails and texts from your events."} Until that's cleared up, your events won't send any emails or texts. Links and RSVPs still work.`,
    otherwise: `${detail === "complaints" ? "Please invite only people who expect to hear from you" : "Please check your guest lists for old and mistyped addresses"}, then contact whoever runs this service.`,
    isAboutPassword: false,
  }),
  challenge_failed: () => ({
    subject: "Someone knows your password",
    what: "Someone entered your password, but couldn't get past the second step. Nobody got in.",
    otherwise: "If this wasn't you, reset your password now: somebody else knows the one you have.",
    isAboutPassword: true,
  }),
  subscription_cancelled: () => ({
    subject: "A second subscription was cancelled",
    what: "You already had a subscription when a second one started, so we cancelled the second one right away. We've credited what you paid for it.",
    otherwise: "Your first subscription continues as it was. To change your plan, open the billing portal.",
    isAboutPassword: false,
  }),
  webhook_ended: (props) => ({
    subject: "We stopped a webhook",
    what: `Every call to one of your webhook endpoints${props.event === undefined ? "" : ` for ${eventOf(props)}`} has failed for five days, so we've stopped calling it.`,
    otherwise: "Once it works again, start it in your account under Webhooks. It then gets what was waiting for it.",
    isAboutPassword: false,
  }),
};

const SECOND_FACTOR: Readonly<Record<string, string>> = {
  turned_on: "Signing in to your account now takes a second step.",
  turned_off: "Signing in to your account no longer takes a second step.",
  recovery_codes_renewed: "Your account has new recovery codes; the old ones don't work any more.",
  recovery_code_used: "One of your recovery codes was used instead of a code from your app. It won't work again.",
};

const EXPORTED: Readonly<Record<string, string>> = {
  guests: "The guest list",
  guest: "The data of one guest",
  analytics: "The analytics",
};

const PAUSED: Readonly<Record<string, string>> = {
  bounces: "Too many emails from your events couldn't be delivered.",
  complaints: "Too many people marked emails from your events as spam.",
};

/** What to do about a change on an event that the reader did not expect. @param hint where to look */
function unlessExpected(
  { kind, actor, member }: AccountNoticeProps,
  hint: string,
): Pick<Wording, "otherwise" | "isAboutPassword"> {
  return actor.isReader
    ? { otherwise: NOT_YOU, isAboutPassword: true }
    : {
        otherwise: `If you weren't expecting that, talk to the ${kind === "owner_removed" && member.isReader ? "event's" : "other"} owners. ${hint}`,
        isAboutPassword: false,
      };
}

/** `You're`, `Ana is` or `A member of the team is`. */
function subjectOf({ member }: AccountNoticeProps, you: string, verb: string): string {
  return member.isReader ? you : `${member.name ?? "A member of the team"} ${verb}`;
}

function nameOf({ isReader, name }: Person): string | null {
  return isReader ? "You" : name;
}

function eventOf({ event }: AccountNoticeProps): string {
  return event?.name ?? "one of your events";
}
