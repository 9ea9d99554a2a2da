import type { RequestContext } from "../context.ts";
import { withdrawIfOver } from "../events/seats/expire-offers.ts";
import type { RequestFacts } from "../http/request-facts.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { AppError } from "../kernel/errors.ts";
import { standingOfRsvp } from "../kernel/standing.ts";
import { challengedGuest, type OpenedInvitation, openInvitation } from "../risk/open-invitation.ts";
import { challenged } from "../risk/refuse.ts";
import { claimOf, isOwnDevice } from "./own-device.ts";
import type { RsvpRow } from "./queries.ts";
import { type Answer, editedAnswer, isSameAnswer } from "./rules.ts";
import type { Edit } from "./schemas.ts";
import { validateRsvp } from "./validate-rsvp.ts";

/**
 * @param isShown whether the caller shows the invitation with the answer, as a page does
 * @param mustChange whether an edit that changes nothing is rejected with `UnchangedRsvp`
 * @param locale the language that the guest chose on the page, BCP 47
 */
export type EditInput = Edit & {
  facts: RequestFacts;
  isShown?: boolean;
  mustChange?: boolean;
  locale?: string | null;
};

/** An edit would change nothing. Nothing is written, and the edit does not count. */
export class UnchangedRsvp extends AppError {
  constructor() {
    super("validation_failed", {}, "The RSVP is the same as the stored one.");
  }
}

/** An edit and the values that it was decided on. */
export interface EditDecision {
  invitation: OpenedInvitation;
  /** The edited and the resulting RSVP. */
  rsvp: RsvpRow;
  answer: Answer;
  /** Hash of the nonce that allows the edit; null for a device that needs none. */
  nonceHash: string | null;
}

/**
 * Reads the RSVP and decides the result of the edit. One round trip, and two more if an offer of a seat is just over.
 * @throws AppError 404 `no_rsvp`, 403 `foreign_device`, 400, and 409 for an RSVP that is not accepted any more;
 * `UnchangedRsvp` if it must change, also at an event that accepts no RSVP
 */
export async function decideEdit(ctx: RequestContext, link: GuestLink, input: EditInput): Promise<EditDecision> {
  let opened = await openOwnAnswer(ctx, link, input);
  if (await withdrawIfOver(ctx, opened.rsvp)) opened = await openOwnAnswer(ctx, link, input);
  const { invitation, rsvp } = opened;
  const edited = editedAnswer(rsvp, input);
  if (input.mustChange && isStored(rsvp, edited, invitation)) throw new UnchangedRsvp();
  return { ...opened, answer: validateRsvp(invitation, input, edited, ctx.clock.now()) };
}

/**
 * True if an RSVP is stored as it was sent. An attending party without a seat asks for one again, which is a change.
 * @param stored null: there is none
 */
export function isStored(
  stored: (Pick<RsvpRow, "seat"> & Answer) | null,
  sent: Answer,
  { questions }: Pick<OpenedInvitation, "questions">,
): boolean {
  if (stored === null || standingOfRsvp(stored) === "unseated") return false;
  return isSameAnswer(stored, sent, new Set(questions?.items.map(({ id }) => id)));
}

/**
 * Reads an RSVP for a device that may change it. One round trip.
 * @throws AppError 404 `no_rsvp`, 403 `foreign_device`, and those of `openInvitation`
 */
export async function openOwnAnswer(
  ctx: RequestContext,
  link: GuestLink,
  { editNonce, facts, isShown = false }: Pick<EditInput, "editNonce" | "facts" | "isShown">,
): Promise<Omit<EditDecision, "answer">> {
  const invitation = await openInvitation(ctx, link, { editNonce, isShown });
  const { rsvp, nonceHash } = invitation;
  if (rsvp === null) throw new AppError("no_rsvp");
  const claim = claimOf(facts, invitation);
  if (!isOwnDevice(rsvp, claim)) throw await challenged(ctx, "foreign_device", challengedGuest(invitation));
  return { invitation, rsvp, nonceHash: isOwnDevice(rsvp, { ...claim, hasNonce: false }) ? null : nonceHash };
}
