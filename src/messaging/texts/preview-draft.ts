import type { RequestContext } from "../../context.ts";
import { one } from "../../db/one.ts";
import { mergeBranding } from "../../events/branding/change-branding.ts";
import { DEFAULT_BRANDING } from "../../events/branding/read-branding.ts";
import type { BrandingInput } from "../../events/branding/schemas.ts";
import { findEventMailFacts, findGuestRecipient } from "../../invitations/mails/guest-mail-queries.ts";
import { notFound } from "../../kernel/errors.ts";
import { type SmsSegments, smsSegments } from "../../kernel/sms-segments.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import type { EmailContent } from "../../platform/mail/draft.ts";
import { composeSms } from "../broadcasts/compose-message.ts";
import { assertSendable, type Channel } from "../content.ts";
import { broadcastOf, type DraftFacts, recipientOf, renderDraftEmail, sentAt } from "./render-draft.ts";
import type { WordsDraft } from "./words.ts";

/** The message as a guest would get it. Subject and HTML are null for a text message. */
export interface Preview {
  subject: string | null;
  html: string | null;
  text: string;
  sms: SmsSegments | null;
}

/** A preview has no recipient address. */
const NO_ADDRESS = "preview@usher.invalid";

/**
 * Renders a draft as a guest would get it. Writes nothing.
 * @throws AppError 404 for a guest of another event, 400 `validation_failed`
 */
export async function previewDraft(
  ctx: RequestContext,
  caller: EventCaller,
  { channel, branding, ...draft }: WordsDraft & { channel: Channel; branding?: BrandingInput | undefined },
): Promise<Preview> {
  const { kind, subject: ownSubject, body, translations } = draft;
  if (kind === "message") assertSendable({ channel, subject: ownSubject ?? "", body: body ?? "", translations });
  const { db } = ctx;
  const { saved, guest } = await authorizeMember(ctx, caller, {
    saved: one(findEventMailFacts(db, caller.eventId)),
    guest: draft.guestId !== undefined && one(findGuestRecipient(db, caller.eventId, draft.guestId)),
  });
  const facts = saved && branding ? withBranding(saved, branding, ctx.config.PUBLIC_URL) : saved;
  if (facts === undefined || (draft.guestId !== undefined && guest === undefined)) throw notFound();
  if (channel === "sms") {
    const text = await renderDraftSms(ctx, { event: facts, guest }, draft);
    return { subject: null, html: null, text, sms: smsSegments(text) };
  }
  const reader = { address: NO_ADDRESS, unsubscribeUrl: `${ctx.config.PUBLIC_URL}/unsubscribe` };
  const { subject, html, text, attachments } = await renderDraftEmail(ctx, { event: facts, guest }, draft, reader);
  return { subject, html: withInlineImages(html, attachments ?? []), text, sms: null };
}

function withBranding(facts: DraftFacts["event"], changes: BrandingInput, publicUrl: string): DraftFacts["event"] {
  const branding = mergeBranding(facts.branding ?? DEFAULT_BRANDING, changes, publicUrl);
  return { ...facts, branding: { eventId: facts.event.id, ...branding } };
}

/** Replaces the attached images of an email by data URLs, because only mail programs show `cid:` addresses. */
function withInlineImages(html: string, attachments: NonNullable<EmailContent["attachments"]>): string {
  return attachments.reduce((document, { contentId, contentType, content }) => {
    if (contentId === undefined || typeof content === "string") return document;
    return document.replaceAll(`cid:${contentId}`, `data:${contentType};base64,${content.toBase64()}`);
  }, html);
}

/** Renders the draft of a text message. */
function renderDraftSms(ctx: RequestContext, facts: DraftFacts, draft: WordsDraft): Promise<string> {
  return composeSms(ctx, broadcastOf(facts, draft), recipientOf(ctx, facts, draft, ""), sentAt(ctx, facts, draft));
}
