import type { BusBody, BusMessageType } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import type { HostTexts } from "../../i18n/texts.ts";
import type { Draft, Email, EmailContent, EmailRecipient, MailKind, SkipReason } from "./draft.ts";
import { hostTexts } from "./host-sender.ts";
import type { Purpose } from "./purposes.ts";

/** An email that queue messages of one type ask for. */
export interface MailDefinition<T extends BusMessageType> {
  message: T;
  /** Drafts the email from the current state of the database. Sends and stores nothing. */
  draft(ctx: RequestContext, body: BusBody<T>): Promise<Draft>;
}

/** An email without what its definition says. */
export type EmailParts = Omit<Email, "kind" | "purpose" | "recipient">;

/** Either why the email is not sent any more, or its parts. */
export type Decision = SkipReason | EmailParts;

interface MailSource<T extends BusMessageType, Found extends { recipient: EmailRecipient }> {
  message: T;
  kind: MailKind | ((body: BusBody<T>) => MailKind);
  /** The row of `PURPOSES` that decides when it is sent. */
  purpose: Purpose | ((body: BusBody<T>, found: Found) => Purpose);
  /** Reads the recipient, and the rows that the email is about. Undefined if there is no recipient to store a delivery for. */
  find(ctx: RequestContext, body: BusBody<T>): Promise<Found | undefined>;
  draft(ctx: RequestContext, found: Found, body: BusBody<T>): Decision | Promise<Decision>;
}

/** Defines an email. `src/mails.ts` lists the definitions. */
export function defineMail<T extends BusMessageType, Found extends { recipient: EmailRecipient }>(
  source: MailSource<T, Found>,
): MailDefinition<T> {
  return {
    message: source.message,
    async draft(ctx, body) {
      const found = await source.find(ctx, body);
      if (found === undefined) return { status: "no_recipient" };
      const { recipient } = found;
      const kind = typeof source.kind === "string" ? source.kind : source.kind(body);
      const purpose = typeof source.purpose === "string" ? source.purpose : source.purpose(body, found);
      const decision = await source.draft(ctx, found, body);
      if (typeof decision === "string") return { status: "skipped", kind, purpose, recipient, reason: decision };
      return { status: "ready", email: { kind, purpose, recipient, ...decision } };
    },
  };
}

/** An email in a host's or co-host's language. @param locale see `hostTexts` */
export function toHost(
  ctx: RequestContext,
  locale: string,
  write: (texts: HostTexts, unsubscribeUrl: string | undefined) => EmailContent,
): EmailParts {
  return { render: async (unsubscribeUrl) => write(await hostTexts(ctx, locale), unsubscribeUrl) };
}
