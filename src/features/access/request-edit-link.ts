import { sha256Hex } from "../../kernel/bytes.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { emailKey, maskEmail } from "../../kernel/email-address.ts";
import { AppError, rateLimited } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { signId } from "../../kernel/signed-id.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { atLink } from "../invitations/guest-link.ts";
import { openInvitation } from "./open-invitation.ts";
import { insertEditNonce } from "./queries.ts";

/** How long a mailed edit link allows an edit. */
const NONCE_LIFE_MS = 30 * MINUTE_MS;
/** Beside the limit of each link: one person may be invited by many hosts, and every link can ask for mails. */
const PER_ADDRESS = { name: "edit-link-address", limit: 10, windowSeconds: 3_600 };

/**
 * Mails a link that allows one edit from any device to the guest's address on file.
 * @returns the address, masked
 * @throws AppError 409 `no_email_on_file`, 429 over a limit, 404 for a link that opens nothing
 */
export async function requestEditLink(
  anywhere: RequestContext,
  input: { token: string; rateLimitCheck: Promise<void> },
): Promise<{ sentTo: string }> {
  const ctx = atLink(anywhere, input.token);
  const invitation = await openInvitation(ctx, input, "db");
  const { guest, event, token } = invitation;
  if (guest.email === null) throw noEmailOnFile();
  await admitAddress(ctx, guest.email);

  const { db, clock, keyring } = ctx;
  const now = clock.now();
  const nonceId = newId(now);
  const nonce = await signId(await keyring.keysFor("edit_nonce"), nonceId);
  const message = { event_id: event.id, guest_id: guest.id, token_id: token.id, nonce_id: nonceId };
  const mail = enqueue(ctx, [busMessage(ctx, "edit_link.send", message)]);
  await db.batch([
    insertEditNonce(db, {
      nonceHash: await sha256Hex(nonce),
      tokenId: token.id,
      createdAt: now,
      expiresAt: now + NONCE_LIFE_MS,
    }),
    ...mail.statements,
  ]);
  mail.publishAfterResponse();
  return { sentTo: maskEmail(guest.email) };
}

async function admitAddress(ctx: RequestContext, address: string): Promise<void> {
  const verdict = await ctx.rateLimits.exact(PER_ADDRESS, await sha256Hex(emailKey(address)));
  if (verdict.allowed) return;
  throw rateLimited(verdict.resetSeconds);
}

/** 409: the host knows no address to send the link to. */
function noEmailOnFile(): AppError {
  return new AppError("no_email_on_file");
}
