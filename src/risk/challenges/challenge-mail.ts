import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { recipientTexts } from "../../events/placeholders/recipient-texts.ts";
import {
  findChallenge,
  findGuestRecipient,
  type GuestRecipientRow,
} from "../../invitations/mails/guest-mail-queries.ts";
import { brandOf } from "../../invitations/mails/guest-recipient.ts";
import { reportUrl } from "../../invitations/report-link.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { PurposeKeys } from "../../kernel/keyring.ts";
import { type Draft, type EmailContent, NO_RECIPIENT, type SkipReason } from "../../platform/mail/draft.ts";
import { hostSender } from "../../platform/mail/host-sender.ts";
import { eventFacts } from "../../platform/mail/wording.ts";
import { type CodeOf, codeOf, macOf } from "./challenge-code.ts";
import { challengeCode, challengeText } from "./challenge-code-mail.ts";

/**
 * Drafts the email or text message with a code that a guest asked for, while the code is valid. The code is computed
 * only here.
 */
export async function draftChallenge(ctx: RequestContext, body: BusBody<"challenge.send">): Promise<Draft> {
  const { db, clock, keyring } = ctx;
  const { event_id: eventId, guest_id: guestId, token_id: tokenId, challenge_id: id } = body;
  const [[row], [challenge]] = await db.batch([
    findGuestRecipient(db, eventId, guestId),
    findChallenge(db, eventId, guestId, id),
  ]);
  const isText = challenge?.channel === "sms";
  const address = (isText ? row?.guest.phone : row?.guest.email) ?? null;
  if (row === undefined || challenge === undefined || address === null) return NO_RECIPIENT;
  const recipient = { id: guestId, address, eventId, guestId, userId: null };
  const skip = (reason: SkipReason): Draft => ({ status: "skipped", kind: "challenge", recipient, reason });
  if (row.event.deletedAt !== null) return skip("event_closed");
  if (row.tokenId !== tokenId) return skip("link_replaced");
  const now = clock.now();
  if (challenge.expiresAt <= now) return skip("link_expired");
  const code = await storedCode(await keyring.keysFor("challenge_code"), { id, tokenId, codeMac: challenge.codeMac });
  if (code === null) return skip("link_used");
  const validMinutes = Math.max(1, Math.round((challenge.expiresAt - now) / MINUTE_MS));
  return {
    status: "ready",
    email: {
      kind: "challenge",
      recipient,
      ...(isText ? { channel: "sms" } : {}),
      render: async () =>
        isText
          ? textOf(ctx, row, { code, validMinutes })
          : mailOf(ctx, row, { code, validMinutes, tokenId, accessLogId: challenge.accessLogId }),
    },
  };
}

async function textOf(ctx: RequestContext, row: GuestRecipientRow, secret: { code: string; validMinutes: number }) {
  const { config } = ctx;
  const texts = await recipientTexts(ctx, { guest: row.guest.locale, event: row.event.locale });
  const text = challengeText(texts, { ...secret, eventName: row.event.name, host: new URL(config.PUBLIC_URL).host });
  return { subject: "", html: "", text };
}

async function mailOf(
  ctx: RequestContext,
  row: GuestRecipientRow,
  secret: { code: string; validMinutes: number; tokenId: string; accessLogId: string | null },
): Promise<EmailContent> {
  const { code, validMinutes, tokenId, accessLogId } = secret;
  const texts = await recipientTexts(ctx, { guest: row.guest.locale, event: row.event.locale });
  return {
    ...hostSender(row, texts),
    ...challengeCode({
      texts,
      guestName: row.guest.name,
      event: eventFacts(row, texts),
      brand: brandOf(ctx, row),
      code,
      validMinutes,
      reportUrl: accessLogId === null ? null : await reportUrl(ctx, { tokenId, accessLogId }),
    }),
  };
}

/** Returns the code of a stored challenge, to be sent. Null if no key of the service made it, or it has ended. */
async function storedCode(keys: PurposeKeys, challenge: CodeOf & { codeMac: string | null }): Promise<string | null> {
  for (const key of keys) {
    const code = await codeOf(key, challenge);
    if ((await macOf(key, challenge, code)) === challenge.codeMac) return code;
  }
  return null;
}
