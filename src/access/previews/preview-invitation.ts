import type { RequestContext } from "../../context.ts";
import { one } from "../../db/one.ts";
import { mergeBranding } from "../../events/branding/change-branding.ts";
import { DEFAULT_BRANDING, findBranding } from "../../events/branding/read-branding.ts";
import { findEvent } from "../../events/queries.ts";
import { findQuestions } from "../../events/questions/questions.ts";
import type { DefaultParty } from "../../guests/party.ts";
import { findGuest } from "../../guests/queries.ts";
import { findEventMailFacts } from "../../invitations/mails/guest-mail-queries.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { safeDisplayName } from "../../kernel/display-name.ts";
import { notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { assertMakesEvents } from "../../platform/authorization/api-key.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import type { PresentedView } from "../schemas.ts";
import type { InvitationDraft, NewEventDraft } from "./schemas.ts";

/** The guest of a preview when none is chosen. Without a default of the event, the party is a couple. */
function inventedGuest({ defaultPartySize }: DefaultParty): Presented["guest"] {
  return { name: "Anna Smith", partySize: defaultPartySize ?? 2, companions: [], greeting: null, locale: null };
}

type Presented = PresentedView["invitation"];

/**
 * The invitation to an event as its guests see it, with changes that are not saved. Writes nothing.
 * @throws AppError 404 for a guest of another event
 */
export async function previewInvitation(
  ctx: RequestContext,
  caller: EventCaller,
  { event: changes = {}, branding = {}, guestId }: InvitationDraft,
): Promise<PresentedView> {
  const { db } = ctx;
  const { eventId } = caller;
  const { event, facts, stored, questions, guest } = await authorizeMember(ctx, caller, {
    event: one(findEvent(db, eventId)),
    facts: one(findEventMailFacts(db, eventId)),
    stored: one(findBranding(db, eventId)),
    questions: one(findQuestions(db, eventId)),
    guest: guestId !== undefined && one(findGuest(db, eventId, guestId, ctx.clock.now())),
  });
  if (event === undefined || (guestId !== undefined && guest === undefined)) throw notFound();
  return draftView({
    event: { ...event, ...definedOnly(changes) },
    branding: mergeBranding(stored ?? DEFAULT_BRANDING, branding, ctx.config.PUBLIC_URL),
    hostName: facts?.hostName ?? "",
    questions: questions ?? null,
    guest: guest ?? null,
  });
}

/**
 * The invitation to an event that is not created yet, as its guests would see it. Writes nothing.
 * @throws AppError 403 `insufficient_scope` for an API key of certain events
 */
export async function previewNewEvent(
  ctx: RequestContext,
  caller: Caller,
  { event, branding = {} }: NewEventDraft,
): Promise<PresentedView> {
  assertMakesEvents(caller);
  const { user } = await authorizeUser(ctx, caller, {});
  return draftView({
    event: { ...event, id: newId(ctx.clock.now()), cancelledAt: null, cancelMessage: null },
    branding: mergeBranding(DEFAULT_BRANDING, branding, ctx.config.PUBLIC_URL),
    hostName: safeDisplayName(user.name) ?? "",
    questions: null,
    guest: null,
  });
}

/**
 * The view of an invitation before the first RSVP.
 * @param draft.guest null: an invented one
 */
function draftView(
  draft: Pick<Presented, "event" | "branding" | "hostName" | "questions"> & { guest: Presented["guest"] | null },
): PresentedView {
  return {
    invitation: {
      ...draft,
      guest: draft.guest ?? inventedGuest(draft.event),
      checkedInAt: null,
      waitlistPosition: null,
    },
    rsvp: null,
    submittedElsewhere: false,
    challenge: null,
  };
}
