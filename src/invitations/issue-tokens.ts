import type { RequestContext } from "../context.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { unknownGuests } from "../guests/unknown-guests.ts";
import { AppError, invalidField, notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { findSender } from "../sending/queries.ts";
import { requireSender } from "../sending/require-sender.ts";
import { type BulkInvitee, findInviter, listInvitees } from "./bulk-queries.ts";
import { guestTokenOf, linkOf } from "./guest-link.ts";
import type { MailDecision } from "./mail-decision.ts";
import { planLinks } from "./plan-links.ts";
import { type BulkIssue, MAX_BULK_GUESTS } from "./schemas.ts";
import { type IssueResult, writeLinks } from "./write-links.ts";

/** Attempts while concurrent requests change the guests between the read and the write. */
const MAX_TRIES = 4;

/** A guest's link, and whether the guest is mailed it. */
export interface IssuedLink {
  guest: Pick<BulkInvitee, "id" | "name" | "email" | "phone">;
  tokenId: string;
  /** The signed token in the link. */
  token: string;
  link: string;
  mail: MailDecision;
}

/**
 * The valid links of all guests or of those named, issued where there is none. Guests whose link was never mailed are
 * mailed it; `issueToken` mails a link again.
 * @throws AppError 404 with the unknown ids, and nothing is written; what `requireSender` throws; 409 `links_changed` when concurrent changes win
 *   every attempt
 */
export async function issueTokens(
  ctx: RequestContext,
  caller: EventCaller,
  input: BulkIssue,
): Promise<{ issued: number; links: IssuedLink[] }> {
  const seen = new Map<string, BulkInvitee>();
  const { issued, links } = await issueOnce(ctx, caller, { ...input, seen });
  const found = links.flatMap(([guestId, tokenId, notified, reason, notifyAfter]) => {
    const guest = seen.get(guestId);
    return guest ? [{ guest, tokenId, mail: { notified, reason, notifyAfter } }] : [];
  });
  const withLinks = found.map(async (one): Promise<IssuedLink> => {
    const token = await guestTokenOf(ctx, one.tokenId);
    return { ...one, token, link: linkOf(ctx, token) };
  });
  return { issued, links: await Promise.all(withLinks) };
}

/** `seen` collects the guests that were read, for the response: the stored result has no names. */
type Input = BulkIssue & { seen: Map<string, BulkInvitee> };

const issueOnce = idempotent(authorizeMember, issueAll);

async function issueAll(ctx: RequestContext, caller: EventCaller, input: Input): Promise<IssueResult> {
  for (let tries = 0, before = -1; tries < MAX_TRIES; tries++) {
    const { member, inviter, sender, guests } = await readGuests(ctx, caller, input);
    const now = ctx.clock.now();
    const plan = planLinks(guests, input.notify, { event: inviter, now, shard: ctx.shard });
    requireSender(sender, plan.filter(({ mail }) => mail.notified).length, now);
    const pending = plan.filter(({ isNew, mail }) => isNew || mail.notified).length;
    const issueResult: IssueResult = {
      issued: plan.filter(({ isNew }) => isNew).length,
      links: plan.map(({ guest, token, mail }) => [guest.id, token.id, mail.notified, mail.reason, mail.notifyAfter]),
    };
    try {
      await writeLinks(ctx, member, {
        inviter,
        plan,
        utmSource: input.utmSource,
        tier: sender?.tier ?? "free",
        now,
        issueResult,
      });
      return issueResult;
    } catch (error) {
      if (!isConstraintViolation(error)) throw error;
      // A link that was issued meanwhile fails the batch, and is read by the next attempt. So does a lost role.
      if (pending === before) break;
      before = pending;
    }
  }
  throw new AppError("links_changed");
}

async function readGuests(ctx: RequestContext, caller: EventCaller, { guestIds, seen }: Input) {
  const { db } = ctx;
  const ids = guestIds === undefined ? null : [...new Set(guestIds)];
  const {
    member,
    inviter: [inviter],
    sender: [sender],
    guests,
  } = await authorizeMember(ctx, caller, {
    inviter: findInviter(db, caller.eventId),
    sender: findSender(db, caller.eventId, caller.session.userId, ctx.clock.now()),
    guests: listInvitees(db, caller.eventId, ids, MAX_BULK_GUESTS + 1),
  });
  if (inviter === undefined) throw notFound();
  if (guests.length > MAX_BULK_GUESTS) {
    throw invalidField(
      "guest_ids",
      `is required: the event has more than ${MAX_BULK_GUESTS} guests. Name up to ${MAX_BULK_GUESTS} at a time`,
    );
  }
  seen.clear();
  for (const guest of guests) seen.set(guest.id, guest);
  if (guestIds !== undefined && ids !== null && guests.length < ids.length) throw unknownGuests(guestIds, seen);
  return { member, inviter, sender, guests };
}
