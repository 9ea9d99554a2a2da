import { eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { seatsFreed } from "../events/seats/seats.ts";
import { definedOnly } from "../kernel/defined-only.ts";
import { AppError, invalidField, notFound, nothingToChange } from "../kernel/errors.ts";
import { saidNo } from "../kernel/standing.ts";
import { guestUpdated } from "../platform/activities/guest-activities.ts";
import { isSilent } from "../platform/authorization/api-key.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit, retried } from "../platform/commit/commit.ts";
import { nextVersion, requireExpected, unchanged } from "../platform/commit/unchanged.ts";
import { textTarget } from "../sending/text-rules.ts";
import {
  changesLimit,
  type DefaultParty,
  findAnswer,
  findDefaultParty,
  holdsCompanions,
  insertHostRevision,
  isAnswerAsRead,
  isDefaultAsRead,
  type LargeAnswer,
  lowerPlusOnes,
  maxPlusOnes,
  type Party,
  type PartyLimit,
  partySizeBelowRsvpError,
  reducedRsvpActivities,
  withAtMost,
} from "./party.ts";
import { presentGuest } from "./present.ts";
import { findGuest, type GuestFields, type GuestRow, isGuest, searchKeys, toDuplicateGuest } from "./queries.ts";
import { type GuestChanges, partyTooSmall } from "./schemas.ts";

/** Attempts while the guest edits the RSVP to be lowered. */
const MAX_ATTEMPTS = 5;

type Fields = Omit<Parameters<typeof updateGuest>[3], "codeAskedAt"> & { askForCode?: boolean };

/**
 * Changes the given fields of a guest. The guest's link stays valid. Rejects a party smaller than the guest's RSVP.
 * With `adjust`, lowers the RSVP in the same batch instead, with a revision and an audit record. With
 * `expectedUpdatedAt`, changes nothing if the guest has changed since.
 * @throws AppError 400 without a field, for a size that has no place for the companions, or for `askForCode` if the guest cannot be sent a
 * code, 404, 409 `duplicate_guest`
 * or `duplicate_external_id` if another guest of the event has the email address or the ID, 409
 * `party_size_below_answers`, 409 `guest_changed` with the current guest, 409 `list_changed` if every retry conflicts
 * with another write, 403 if the caller's role was lowered during the request
 */
export const changeGuest = retried(
  async (
    ctx: RequestContext,
    caller: EventCaller,
    guestId: string,
    { adjust = false, expectedUpdatedAt: expected, ...changes }: GuestChanges,
  ): Promise<GuestRow> => {
    const fields = definedOnly(changes);
    if (Object.keys(fields).length === 0) throw nothingToChange();
    const { db, clock } = ctx;
    const { eventId } = caller;
    const changesParty = fields.partySize !== undefined || fields.companions !== undefined;
    const {
      member,
      guest,
      answer = null,
      event,
    } = await authorizeMember(ctx, caller, {
      guest: one(findGuest(db, eventId, guestId, clock.now())),
      answer: changesParty && one(findAnswer(db, eventId, guestId)),
      event: changesParty && one(findDefaultParty(db, eventId)),
    });
    if (guest === undefined) throw notFound();
    requireExpected(expected, guest, () => new AppError("guest_changed", { guest: presentGuest(guest) }));
    const party = event && { eventId, guestId, ...newLimit(guest, fields, event) };
    const large = answer && party?.isChanged && isLarge(answer, party) ? answer : undefined;
    if (large && party && !adjust) throw partySizeBelowRsvpError([{ answer: large, ...party }]);
    if (fields.askForCode) await requireCodeChannel(ctx, eventId, { ...guest, ...fields });
    const now = clock.now();
    const lowered = large && party && lowerAnswer(ctx, party, large, now);
    const { changed } = await commit(ctx, {
      by: member,
      guard: [
        unchanged(guests, { eventId, id: guestId }, guest),
        party && isAnswerAsRead(party, answer),
        party && isDefaultAsRead(event, eventId),
      ],
      changes: {
        lowered: lowered?.changes ?? [],
        updated: updateGuest(db, eventId, guestId, columnsOf(fields, now), now),
      },
      reads: { changed: one(findGuest(db, eventId, guestId, now)) },
      audit: lowered?.audit ?? null,
      messages: large ? seatsFreed(ctx, eventId, large.capacity, isSilent(caller.session)) : [],
      activities: [...(lowered?.activities ?? []), ...guestUpdated(guest, fields, now)],
      at: now,
      lost: "list_changed",
    }).catch((error: unknown) => {
      throw toDuplicateGuest(error);
    });
    return changed ?? guest;
  },
  MAX_ATTEMPTS,
);

/**
 * The limit of a guest's party after a change, and whether the change sets it.
 * @throws AppError 400 when it has no place for the companions
 */
function newLimit(guest: PartyLimit, fields: Fields, event: DefaultParty) {
  const { partySize = guest.partySize, companions = guest.companions } = fields;
  const party = { partySize, companions };
  if (holdsCompanions(party)) {
    return { maxPlusOnes: maxPlusOnes(party, event), isChanged: changesLimit(guest, party) };
  }
  if (fields.partySize !== undefined) throw invalidField("party_size", partyTooSmall(companions));
  throw invalidField("companions", `are more than the party of ${partySize} has places for; raise the party size too`);
}

/** Requires that the guest can be sent a code. Otherwise the setting would have no effect. @throws AppError 400 */
async function requireCodeChannel(
  ctx: RequestContext,
  eventId: string,
  { email, phone }: Pick<GuestRow, "email" | "phone">,
): Promise<void> {
  if (email !== null) return;
  // Without a provider, text messages are only logged.
  if (phone !== null && ctx.sms.name !== "log") {
    const [event] = await findTextedEvent(ctx.db, eventId);
    if (event !== undefined && typeof (await textTarget(ctx, event, phone)) !== "string") return;
  }
  throw invalidField("ask_for_code", "This guest can't be sent a code. Add an email address first.");
}

function findTextedEvent(db: Database, eventId: string) {
  const { timezone, smsCountries } = events;
  return db.select({ timezone, smsCountries }).from(events).where(eq(events.id, eventId)).limit(1);
}

/** The columns that changed fields are stored in. */
function columnsOf({ askForCode, ...columns }: Fields, now: number) {
  return { ...columns, ...(askForCode === undefined ? {} : { codeAskedAt: askForCode ? now : null }) };
}

/** True if an RSVP has more plus-ones than the new party allows. */
function isLarge({ response, plusOnes }: LargeAnswer, { maxPlusOnes }: Party): boolean {
  return !saidNo(response) && plusOnes > maxPlusOnes;
}

/** Lowers an RSVP to the size of its party, and stores a revision. @param now epoch milliseconds */
function lowerAnswer({ db }: RequestContext, party: Party, large: LargeAnswer, now: number) {
  const companions = withAtMost(large.companions, party.maxPlusOnes);
  const { response, plusOnes } = large;
  return {
    changes: [insertHostRevision(db, party, now), lowerPlusOnes(db, party, { companions, updatedAt: now })],
    audit: {
      action: "rsvp.adjusted" as const,
      target: party.guestId,
      before: { response, plus_ones: plusOnes },
      after: { response, plus_ones: party.maxPlusOnes },
    },
    activities: reducedRsvpActivities([{ answer: large, maxPlusOnes: party.maxPlusOnes, companions }], now),
  };
}

/** Updates a guest. @throws a constraint violation if another guest of the event has the email address */
function updateGuest(
  db: Database,
  eventId: string,
  guestId: string,
  changes: Partial<GuestFields> & { codeAskedAt?: number | null },
  now: number,
) {
  return db
    .update(guests)
    .set({ ...changes, ...searchKeys(changes), updatedAt: nextVersion(guests, now) })
    .where(isGuest(eventId, guestId));
}
