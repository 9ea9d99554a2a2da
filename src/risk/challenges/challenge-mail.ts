import type { RequestContext } from "../../context.ts";
import type { EventRow } from "../../db/schema/events.ts";
import { recipientTexts } from "../../events/placeholders/recipient-texts.ts";
import { toGuest } from "../../invitations/mails/define-guest-mail.ts";
import { findChallenge, findGuestRecipient } from "../../invitations/mails/guest-mail-queries.ts";
import { reportUrl } from "../../invitations/report-link.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { defineMail } from "../../platform/mail/define-mail.ts";
import { codesByMac } from "../../platform/secrets/six-digit-code.ts";
import { releaseText } from "../../sending/text-budgets.ts";
import { challengeCode, challengeText } from "./challenge-code-mail.ts";

/** The email or text message with a code that a guest asked for, while the code is valid. The code is computed only here. */
export const challengeMail = defineMail({
  message: "challenge.send",
  kind: "challenge",
  purpose: "asked",
  async find({ db }, { event_id: eventId, guest_id: guestId, challenge_id: id }) {
    const [[guest], [challenge]] = await db.batch([
      findGuestRecipient(db, eventId, guestId),
      findChallenge(db, eventId, guestId, id),
    ]);
    const address = (challenge?.channel === "sms" ? guest?.guest.phone : guest?.guest.email) ?? null;
    if (guest === undefined || challenge === undefined || address === null) return undefined;
    const hostIds = [guest.event.hostId];
    return { guest, challenge, recipient: { id: guestId, address, eventId, guestId, userId: null, hostIds } };
  },
  async draft(ctx, { guest, challenge }, { token_id: tokenId, challenge_id: id, counted }) {
    const { codeMac, expiresAt, accessLogId } = challenge;
    if (guest.event.deletedAt !== null) return "event_closed";
    if (guest.tokenId !== tokenId) return "link_replaced";
    const now = ctx.clock.now();
    if (expiresAt <= now) return "link_expired";
    const codes = await codesByMac(await ctx.keyring.keysFor("challenge_code"), { id, tokenId });
    const code = codes.get(codeMac ?? "");
    // The challenge has ended, or no key of the service made the code.
    if (code === undefined) return "link_used";
    const secret = { code, validMinutes: Math.max(1, Math.round((expiresAt - now) / MINUTE_MS)) };
    if (challenge.channel === "sms") {
      const reader = { event: guest.event, locale: guest.guest.locale };
      return {
        channel: "sms",
        render: async () => ({ subject: "", html: "", text: await codeText(ctx, reader, secret) }),
        onUnsent: async () => counted && releaseText(ctx, counted),
      };
    }
    return toGuest(ctx, "asked", { ...guest, tokenId }, async (props) =>
      challengeCode({
        ...props,
        ...secret,
        reportUrl: accessLogId === null ? null : await reportUrl(ctx, { tokenId, accessLogId }),
      }),
    );
  },
});

/** Returns the text message with a code, in the guest's language. @param locale the guest's; null: the event's */
export async function codeText(
  ctx: RequestContext,
  { event, locale }: { event: Pick<EventRow, "name" | "locale" | "addressForm">; locale: string | null },
  secret: { code: string; validMinutes: number },
): Promise<string> {
  const texts = await recipientTexts(ctx, { guest: locale, event });
  return challengeText(texts, { ...secret, eventName: event.name, host: new URL(ctx.config.PUBLIC_URL).host });
}
