import { and, eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import type { users } from "../db/schema/accounts.ts";
import type { EventRow } from "../db/schema/events.ts";
import { secrets } from "../db/schema/secrets.ts";
import { sha256Hex } from "../kernel/bytes.ts";
import { emailKey } from "../kernel/email-address.ts";
import { AppError, rateLimited } from "../kernel/errors.ts";
import type { Part } from "../platform/commit/commit.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import { deleteSecrets, insertSecret } from "../platform/secrets/queries.ts";
import { issueSecret } from "../platform/secrets/secrets.ts";

const HOUR = 3_600;
/** Limits of verification emails, per address and per user. */
const PER_ADDRESS = { name: "reply-to-mail", limit: 3, windowSeconds: HOUR };
const PER_USER = { name: "reply-to-mails", limit: 10, windowSeconds: HOUR };

/** The member who sets the address. */
export type Editor = Pick<typeof users.$inferSelect, "id" | "email" | "emailVerified">;

/** The changes that set an address for replies. */
export interface ReplyToChange {
  /** Changed columns of the event; empty if nothing changes. */
  columns: Partial<Pick<EventRow, "replyTo" | "replyToVerifiedAt">>;
  /** Joins the change of the event. */
  part: Part;
}

export const SAME_REPLY_TO: ReplyToChange = { columns: {}, part: {} };

/**
 * Plans a change of the address for replies. The editor's own address is already verified. Any other address gets an
 * email with a link, and is stored but not used until its owner follows the link. Setting the same unverified address
 * again sends another email.
 * @param event with the current address
 * @param wanted null clears it
 * @throws AppError 403 `email_unverified`, 429 `rate_limited` for an address that has to be emailed
 */
export async function planReplyTo(
  ctx: RequestContext,
  event: Pick<EventRow, "id" | "replyTo" | "replyToVerifiedAt">,
  wanted: string | null,
  editor: Editor,
): Promise<ReplyToChange> {
  const isEqual = (address: string | null) =>
    wanted !== null && address !== null && emailKey(wanted) === emailKey(address);
  if (isEqual(event.replyTo) && event.replyToVerifiedAt !== null) return SAME_REPLY_TO;
  const isOwn = isEqual(editor.email);
  if (wanted === null || (isOwn && editor.emailVerified)) {
    return {
      columns: { replyTo: wanted, replyToVerifiedAt: wanted === null ? null : ctx.clock.now() },
      part: { changes: [deleteReplyToRequest(ctx.db, event.id)] },
    };
  }
  if (!isOwn && !editor.emailVerified) throw new AppError("email_unverified");
  await countMail(ctx, wanted, editor.id);
  return askOwner(ctx, event.id, wanted);
}

/** Stores the request with the hash of its link, and enqueues the email with the link. */
async function askOwner(ctx: RequestContext, eventId: string, address: string): Promise<ReplyToChange> {
  const { id, row } = await issueSecret(ctx, "reply_to", { owner: eventId, payload: { address } });
  return {
    columns: { replyTo: address, replyToVerifiedAt: null },
    part: {
      changes: [insertSecret(ctx.db, row)],
      messages: [busMessage(ctx, "reply_to.send", { event_id: eventId, request_id: id })],
    },
  };
}

/** @throws AppError 429 `rate_limited` */
async function countMail({ rateLimits }: RequestContext, address: string, userId: string): Promise<void> {
  const verdicts = await Promise.all([
    rateLimits.exact(PER_ADDRESS, await sha256Hex(emailKey(address))),
    rateLimits.exact(PER_USER, await sha256Hex(userId)),
  ]);
  const refused = verdicts.filter(({ allowed }) => !allowed);
  if (refused.length > 0) throw rateLimited(Math.max(...refused.map(({ resetSeconds }) => resetSeconds)));
}

/** Revokes the request of an event, so that the link of its email does nothing any more. */
function deleteReplyToRequest(db: Database, eventId: string) {
  return deleteSecrets(db, and(eq(secrets.eventId, eventId), eq(secrets.kind, "reply_to")));
}
