import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { AppError } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { findOptOut } from "../sending/suppression-queries.ts";
import { insertGuestWithinLimit } from "./insert-guest-within-limit.ts";
import { presentGuest } from "./present.ts";
import { findGuest, type GuestRow } from "./queries.ts";
import { indexParties, MAX_NAMESAKES, type NamesakeParty } from "./same-name.ts";
import type { GuestToCreate } from "./schemas.ts";
import { listPartyNames } from "./search.ts";

/** A new guest has no invitation, response or check-in. */
const NEW = {
  askForCode: false,
  rsvp: null,
  standing: "not_invited" as const,
  waitlistPosition: null,
  invitedAt: null,
  openedAt: null,
  checkedInAt: null,
  deliveryStatus: null,
  deliveryReason: null,
  deliveryAt: null,
  overTier: false,
};

/**
 * Adds a guest to an event.
 * @throws AppError 402 at the guest limit of the host's tier, 409 `duplicate_guest` or `duplicate_external_id` if
 * another guest of the event has the email address or the ID, 409 `name_on_list` if it is to ask about a name
 */
export const createGuest = idempotent(authorizeMember, create);

async function create(
  ctx: RequestContext,
  caller: EventCaller,
  { sameName, ...input }: GuestToCreate,
): Promise<GuestRow> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { member, granted, parties, optOut } = await authorizeMember(ctx, caller, {
    granted: tierOfEvent(ctx, eventId),
    parties: sameName === "ask" && listPartyNames(db, eventId),
    optOut: input.phone !== null && one(findOptOut(db, input.phone)),
  });
  const namesakes = indexParties(parties ?? [])(input.name);
  if (namesakes.length > 0) throw await nameOnList(ctx, caller, namesakes);
  const smsOptedOut = optOut !== undefined;
  const now = clock.now();
  const guest: GuestRow = { ...NEW, ...input, smsOptedOut, eventId, id: newId(now), createdAt: now, updatedAt: now };
  await insertGuestWithinLimit(ctx, member, guest, tierIn(granted), () => ({ result: guest }));
  return guest;
}

/** 409 with the guests in whose party someone has the name. */
async function nameOnList(
  ctx: RequestContext,
  caller: EventCaller,
  namesakes: readonly NamesakeParty[],
): Promise<AppError> {
  const shown = namesakes.slice(0, MAX_NAMESAKES);
  const { found } = await authorizeMember(ctx, caller, {
    found: shown.map(({ id }) => findGuest(ctx.db, caller.eventId, id, ctx.clock.now())),
  });
  const matches = found.flat().map((guest) => ({
    guest: presentGuest(guest),
    matched_companion: shown.find(({ id }) => id === guest.id)?.companion ?? null,
  }));
  return new AppError("name_on_list", { matches });
}
