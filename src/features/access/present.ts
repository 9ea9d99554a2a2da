import type * as z from "zod";
import { toWire, toWireOrNull } from "../../kernel/clock.ts";
import { themeNamed } from "../../kernel/themes.ts";
import type { RequestContext } from "../../request-context.ts";
import { maxPlusOnes } from "../guests/party.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { responsesAt } from "../rsvp/answer-window.ts";
import { companionNamesFor } from "../rsvp/party-problems.ts";
import { presentDoorCode, presentRsvp } from "../rsvp/present.ts";
import { MAX_EDITS } from "../rsvp/rules.ts";
import { calendarLinks } from "./calendar.ts";
import type { Invitation, InvitationPreview } from "./schemas.ts";
import type { InvitationView, LinkPreview } from "./view-invitation.ts";

type Opened = InvitationView["invitation"];

/** What of a view is presented. */
export interface PresentedView extends Omit<InvitationView, "invitation"> {
  invitation: Pick<Opened, "branding" | "hostName" | "questions" | "checkedInAt" | "waitlistPosition"> & {
    event: Pick<Opened["event"], PresentedField>;
    guest: Pick<Opened["guest"], "name" | "partySize" | "companions" | "locale">;
  };
}

type PresentedField =
  | ("id" | "name" | "description" | "venue" | "eventDate" | "endTime" | "timezone" | "locale" | "rsvpDeadline")
  | ("doorOpensAt" | "companionNames" | "cancelledAt" | "cancelMessage");

type Response = NonNullable<InvitationView["rsvp"]>["response"];

/** The URL of a guest's calendar file. */
export function calendarUrl({ config }: Pick<RequestContext, "config">, { token }: Pick<GuestLink, "token">): string {
  return `${config.PUBLIC_URL}/access/${token}/calendar.ics`;
}

/**
 * @param icsUrl see `calendarUrl`
 * @param now epoch milliseconds: decides what can still be answered
 */
export function presentInvitation(view: PresentedView, icsUrl: string, now: number): z.output<typeof Invitation> {
  const { event, guest, branding, hostName, questions, checkedInAt } = view.invitation;
  const hasArrived = checkedInAt !== null && !view.submittedElsewhere;
  const known = guest.companions.length;
  const responses = responsesAt(event, now);
  const editsLeft = editsLeftOf(view, responses);
  const allowed = checkedInAt === null ? responses : [];
  return {
    event: {
      id: event.id,
      name: event.name,
      description: event.description,
      venue: event.venue,
      event_date: toWire(event.eventDate),
      end_time: toWireOrNull(event.endTime),
      timezone: event.timezone,
      host_name: hostName,
      status: event.cancelledAt === null ? "scheduled" : "cancelled",
      cancel_message: event.cancelledAt === null ? null : event.cancelMessage,
      door_opens_at: toWireOrNull(event.doorOpensAt),
      rsvp_deadline: toWireOrNull(event.rsvpDeadline),
      companion_names: companionNamesFor(event.companionNames, known),
    },
    branding: {
      primary_color: branding?.primaryColor ?? null,
      font: branding?.font ?? null,
      logo_url: branding?.logoUrl ?? null,
      cover_url: branding?.coverUrl ?? null,
      theme: themeNamed(branding?.theme),
    },
    guest: {
      name: guest.name,
      party_size: guest.partySize,
      max_plus_ones: maxPlusOnes(guest),
      companions: guest.companions.map(({ name }) => ({ name })),
    },
    questions: questions?.items ?? [],
    calendar_links: calendarLinks(event, icsUrl),
    ...(view.rsvp ? { rsvp: presentRsvp(view.rsvp, view.invitation.waitlistPosition) } : {}),
    ...(view.submittedElsewhere ? { rsvp_submitted_elsewhere: true as const } : {}),
    ...(hasArrived ? { arrived: true as const } : {}),
    allowed_responses: allowed,
    can_edit: editsLeft > 0 && canChange(view.rsvp, allowed),
    edits_left: editsLeft,
    ...(view.doorCode ? { check_in: presentDoorCode(view.doorCode) } : {}),
  };
}

/** None on a device that does not see the answer, nor when the event takes none. */
function editsLeftOf({ submittedElsewhere, rsvp }: PresentedView, responses: readonly unknown[]): number {
  if (submittedElsewhere || responses.length === 0) return 0;
  return MAX_EDITS - (rsvp?.editCount ?? 0);
}

/** Where only a no is taken, a no cannot be changed. */
function canChange(rsvp: InvitationView["rsvp"], allowed: readonly Response[]): boolean {
  return rsvp !== null && allowed.some((response) => response !== "declined" || rsvp.response !== "declined");
}

export function presentLinkPreview({ eventName, hostName }: LinkPreview): z.output<typeof InvitationPreview> {
  return { preview: true, event: { name: eventName, host_name: hostName } };
}
