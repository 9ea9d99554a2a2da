import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { seatsFreed } from "../events/seats/seats-freed.ts";
import { definedOnly } from "../kernel/defined-only.ts";
import { AppError, invalidField, notFound, nothingToChange } from "../kernel/errors.ts";
import { guestUpdated } from "../platform/activities/guest-activities.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import { answerFits, findAnswer, isLarge, type LargeAnswer, type Party } from "./answer-queries.ts";
import { toDuplicateGuest } from "./duplicate-guest.ts";
import { answersLowered, belowAnswers, lowerAnswer } from "./lower-answer.ts";
import { holdsCompanions, maxPlusOnes, type PartyLimit, withAtMost } from "./party.ts";
import { presentGuest } from "./present.ts";
import { findGuest, type GuestRow, isAsRead, updateGuest } from "./queries.ts";
import { type GuestChanges, partyTooSmall } from "./schemas.ts";

/** Attempts while the guest edits the answer that is to be lowered. */
const MAX_ATTEMPTS = 5;

/** A change, and the answer that has to be lowered for it. */
interface Change {
  /** As it was read. */
  guest: GuestRow;
  fields: Omit<Parameters<typeof updateGuest>[3], "updatedAt" | "codeAskedAt"> & { askForCode?: boolean };
  party: Party | null;
  large: LargeAnswer | null;
  /** The guest's `updated_at` as the caller has read it; undefined: whatever the guest is like. */
  expected: number | undefined;
}

/**
 * Changes the given fields of a guest. The guest's link stays valid. A party smaller than what the guest has answered for
 * is refused; with `adjust` the answer is lowered in the same batch, with a revision and an audit record. With
 * `expectedUpdatedAt` a guest whom somebody has changed since is left as it is.
 * @throws AppError 400 without a field or for a size that has no place for the companions, 404, 409 `duplicate_guest` or
 *   `duplicate_external_id` when another guest of the event has the address or the id, 409 `party_size_below_answers`,
 *   409 `guest_changed` with the guest as it is, 409 `list_changed` when others change the guest during every attempt, 403 for a caller whose role was lowered meanwhile
 */
export async function changeGuest(
  ctx: RequestContext,
  caller: EventCaller,
  guestId: string,
  { adjust = false, expectedUpdatedAt: expected, ...changes }: GuestChanges,
): Promise<GuestRow> {
  const fields = definedOnly(changes);
  if (Object.keys(fields).length === 0) throw nothingToChange();
  const { eventId } = caller;
  const changesParty = fields.partySize !== undefined || fields.companions !== undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    // After a write that did not happen this says why: the caller's role, or an answer that has come in since.
    const { member, found, answers } = await authorizeMember(ctx, caller, {
      found: findGuest(ctx.db, eventId, guestId),
      answers: !changesParty ? [] : [findAnswer(ctx.db, eventId, guestId)],
    });
    const [guest] = found;
    if (guest === undefined) throw notFound();
    if (expected !== undefined && guest.updatedAt !== expected)
      throw new AppError("guest_changed", { guest: presentGuest(guest) });
    const party = changesParty ? { eventId, guestId, before: guest, maxPlusOnes: mostPlusOnes(guest, fields) } : null;
    const large = answers.flat().find((answer) => party !== null && isLarge(answer, party)) ?? null;
    if (large !== null && party !== null && !adjust) throw belowAnswers([{ answer: large, ...party }]);
    const changed = await write(ctx, member, { guest, fields, party, large, expected });
    if (changed !== undefined) return changed;
  }
  throw new AppError("list_changed");
}

/** The most plus-ones of a guest's party after a change. @throws AppError 400 when it has no place for the companions */
function mostPlusOnes(guest: PartyLimit, fields: Change["fields"]): number {
  const { partySize = guest.partySize, companions = guest.companions } = fields;
  const party = { partySize, companions };
  if (holdsCompanions(party)) return maxPlusOnes(party);
  if (fields.partySize !== undefined) throw invalidField("party_size", partyTooSmall(companions));
  throw invalidField(
    "companions",
    `are more than the party of ${partySize} has places for; raise party_size with them`,
  );
}

/** One batch; undefined when the guest is gone, or the answer or the caller's role changed since the read. */
async function write(
  ctx: RequestContext,
  member: Member,
  { guest, fields, party, large, expected }: Change,
): Promise<GuestRow | undefined> {
  const { db, clock } = ctx;
  const { eventId } = member;
  const { id: guestId } = guest;
  const now = clock.now();
  const role =
    expected === undefined ? hasRole(db, member) : isAsRead(db, hasRole(db, member), eventId, guestId, expected);
  // After it was lowered, the answer fits.
  const guard = party === null ? role : answerFits(role, party);
  const offers = enqueue(ctx, large === null ? [] : seatsFreed(ctx, eventId, large.capacity), guard);
  const most = party?.maxPlusOnes ?? 0;
  const lowered =
    large === null ? [] : [{ answer: large, maxPlusOnes: most, companions: withAtMost(large.companions, most) }];
  const events = [...answersLowered(lowered, now), ...guestUpdated(guest, fields, now)];
  const activity = storeActivities(ctx, eventId, events, guard);
  try {
    const { updated, found } = await runBatch(db, {
      lowered: party === null || large === null ? [] : lowerAnswer(ctx, member, party, large, now, role),
      offers: [...offers.statements, ...activity.statements],
      updated: updateGuest(db, eventId, guestId, { ...columnsOf(fields, now), updatedAt: now }, guard),
      found: findGuest(db, eventId, guestId),
    });
    if (updated.length === 0) return undefined;
    offers.publishAfterResponse();
    activity.publishAfterResponse();
    if (large !== null) sealAfterResponse(ctx, eventId);
    return found[0];
  } catch (error) {
    throw toDuplicateGuest(error);
  }
}

/** The columns that changed fields are stored in. */
function columnsOf({ askForCode, ...columns }: Change["fields"], now: number) {
  return { ...columns, ...(askForCode === undefined ? {} : { codeAskedAt: askForCode ? now : null }) };
}
