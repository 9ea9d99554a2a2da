import type { RequestContext } from "../../context.ts";
import { recipientTexts } from "../../events/placeholders/recipient-texts.ts";
import { toGuest } from "../../invitations/mails/define-guest-mail.ts";
import {
  findChallenge,
  findGuestRecipient,
  type GuestRecipientRow,
} from "../../invitations/mails/guest-mail-queries.ts";
import { reportUrl } from "../../invitations/report-link.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { PurposeKeys } from "../../kernel/keyring.ts";
import { defineMail } from "../../platform/mail/define-mail.ts";
import { type CodeOf, codeOf, macOf } from "./challenge-code.ts";
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
    return { guest, challenge, recipient: { id: guestId, address, eventId, guestId, userId: null } };
  },
  async draft(ctx, { guest, challenge }, { token_id: tokenId, challenge_id: id }) {
    const { codeMac, expiresAt, accessLogId } = challenge;
    if (guest.event.deletedAt !== null) return "event_closed";
    if (guest.tokenId !== tokenId) return "link_replaced";
    const now = ctx.clock.now();
    if (expiresAt <= now) return "link_expired";
    const code = await storedCode(await ctx.keyring.keysFor("challenge_code"), { id, tokenId, codeMac });
    if (code === null) return "link_used";
    const secret = { code, validMinutes: Math.max(1, Math.round((expiresAt - now) / MINUTE_MS)) };
    if (challenge.channel === "sms") return { channel: "sms", render: () => textOf(ctx, guest, secret) };
    return toGuest(ctx, { ...guest, tokenId }, async (props) =>
      challengeCode({
        ...props,
        ...secret,
        reportUrl: accessLogId === null ? null : await reportUrl(ctx, { tokenId, accessLogId }),
      }),
    );
  },
});

async function textOf(ctx: RequestContext, row: GuestRecipientRow, secret: { code: string; validMinutes: number }) {
  const { config } = ctx;
  const texts = await recipientTexts(ctx, { guest: row.guest.locale, event: row.event });
  const text = challengeText(texts, { ...secret, eventName: row.event.name, host: new URL(config.PUBLIC_URL).host });
  return { subject: "", html: "", text };
}

/** Returns the code of a stored challenge, to be sent. Null if no key of the service made it, or it has ended. */
async function storedCode(keys: PurposeKeys, challenge: CodeOf & { codeMac: string | null }): Promise<string | null> {
  for (const key of keys) {
    const code = await codeOf(key, challenge);
    if ((await macOf(key, challenge, code)) === challenge.codeMac) return code;
  }
  return null;
}
