import { isConstraintViolation } from "../../db/failures.ts";
import { AppError, type FieldProblem, invalidField, notFound } from "../../kernel/errors.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type BulkInvitee, findInviter, listInvitees } from "./bulk-queries.ts";
import { linkFor } from "./guest-link.ts";
import { planLinks } from "./plan-links.ts";
import { type BulkIssue, MAX_BULK_GUESTS } from "./schemas.ts";
import { type Outcome, writeLinks } from "./write-links.ts";

/** Each further try follows a change that somebody else made between our look at the guests and our write. */
const MAX_TRIES = 4;
/** More problems than this help nobody, and each costs bytes. */
const MAX_PROBLEMS = 50;

/** A guest's link, and whether the guest is mailed it. */
export interface IssuedLink {
  guest: Pick<BulkInvitee, "id" | "name" | "email" | "phone">;
  tokenId: string;
  link: string;
  notified: boolean;
}

/**
 * The one valid link of many guests, made where there is none: of all guests, or of those who are named. Guests whose
 * link was never mailed are mailed it; to mail a link again, it is issued for one guest.
 * @throws AppError 404 that names the ids of nobody on the event, and nothing is written; 409 `links_changed` when
 *   others do not stop making links for the same guests
 */
export async function issueTokens(
  ctx: RequestContext,
  caller: EventCaller,
  input: BulkIssue,
): Promise<{ issued: number; links: IssuedLink[] }> {
  const seen = new Map<string, BulkInvitee>();
  const { issued, links } = await issueOnce(ctx, caller, { ...input, seen });
  const told = links.flatMap(([guestId, tokenId, notified]) => {
    const guest = seen.get(guestId);
    return guest ? [{ guest, tokenId, notified }] : [];
  });
  return {
    issued,
    links: await Promise.all(told.map(async (one) => ({ ...one, link: await linkFor(ctx, one.tokenId) }))),
  };
}

/** `seen`: where the guests are put whom the verb looked at, for the answer. */
type Input = BulkIssue & { seen: Map<string, BulkInvitee> };

const issueOnce = idempotent(authorizeMember, issueAll);

async function issueAll(ctx: RequestContext, caller: EventCaller, input: Input): Promise<Outcome> {
  for (let tries = 0, before = -1; tries < MAX_TRIES; tries++) {
    const { inviter, guests } = await look(ctx, caller, input);
    const now = ctx.clock.now();
    const plan = planLinks(guests, input.notify, { now, database: ctx.shard });
    const owing = plan.filter(({ isNew, notified }) => isNew || notified).length;
    const outcome: Outcome = {
      issued: plan.filter(({ isNew }) => isNew).length,
      links: plan.map(({ guest, token, notified }) => [guest.id, token.id, notified]),
    };
    try {
      await writeLinks(ctx, caller, { inviter, plan, utmSource: input.utmSource, now, outcome });
      return outcome;
    } catch (error) {
      if (!isConstraintViolation(error)) throw error;
      // A link that was made meanwhile breaks the batch, and is there when we look again. So does a role that was lost.
      if (owing === before) break;
      before = owing;
    }
  }
  throw linksChanged();
}

async function look(ctx: RequestContext, caller: EventCaller, { guestIds, seen }: Input) {
  const { db } = ctx;
  const wanted = guestIds === undefined ? null : [...new Set(guestIds)];
  const {
    inviter: [inviter],
    guests,
  } = await authorizeMember(ctx, caller, {
    inviter: findInviter(db, caller.eventId),
    guests: listInvitees(db, caller.eventId, wanted, MAX_BULK_GUESTS + 1),
  });
  if (inviter === undefined) throw notFound();
  if (guests.length > MAX_BULK_GUESTS) {
    throw invalidField("guest_ids", `names up to ${MAX_BULK_GUESTS} guests, for the event has more`);
  }
  seen.clear();
  for (const guest of guests) seen.set(guest.id, guest);
  if (guestIds !== undefined && wanted !== null && guests.length < wanted.length) throw unknownGuests(guestIds, seen);
  return { inviter, guests };
}

/** 404, the same for a guest of another event and for nobody's id. */
function unknownGuests(guestIds: readonly string[], known: ReadonlyMap<string, unknown>): AppError {
  const errors: FieldProblem[] = guestIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `guest_ids.${index}`, message: "is no guest of this event" }],
  );
  return new AppError(
    "not_found",
    {
      errors: errors.slice(0, MAX_PROBLEMS),
    },
    "Some of the guests are not on this event; see `errors`.",
  );
}

/** 409: links were made each time between the look at the guests and the write. */
function linksChanged(): AppError {
  return new AppError("links_changed");
}
