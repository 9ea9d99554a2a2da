import type * as z from "zod";
import { toWire, toWireOrNull } from "../../kernel/clock.ts";
import type { RequestContext } from "../../request-context.ts";
import { maxPlusOnes } from "../guests/party.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { presentDoorCode, presentRsvp } from "../rsvp/present.ts";
import { MAX_EDITS } from "../rsvp/rules.ts";
import { calendarLinks } from "./calendar.ts";
import type { Invitation, InvitationPreview } from "./schemas.ts";
import type { InvitationView, LinkPreview } from "./view-invitation.ts";

/** The URL of a guest's calendar file. */
export function calendarUrl({ config }: Pick<RequestContext, "config">, { token }: Pick<GuestLink, "token">): string {
  return `${config.PUBLIC_URL}/access/${token}/calendar.ics`;
}

/** @param icsUrl see `calendarUrl` */
export function presentInvitation(view: InvitationView, icsUrl: string): z.output<typeof Invitation> {
  const { event, guest, branding, hostName, checkedInAt } = view.invitation;
  const hasArrived = checkedInAt !== null && !view.submittedElsewhere;
  const editsLeft = view.submittedElsewhere ? 0 : MAX_EDITS - (view.rsvp?.editCount ?? 0);
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
    },
    branding: {
      primary_color: branding?.primaryColor ?? null,
      font: branding?.font ?? null,
      logo_url: branding?.logoUrl ?? null,
      cover_url: branding?.coverUrl ?? null,
    },
    guest: { name: guest.name, party_size: guest.partySize, max_plus_ones: maxPlusOnes(guest) },
    calendar_links: calendarLinks(event, icsUrl),
    ...(view.rsvp ? { rsvp: presentRsvp(view.rsvp) } : {}),
    ...(view.submittedElsewhere ? { rsvp_submitted_elsewhere: true as const } : {}),
    ...(hasArrived ? { arrived: true as const } : {}),
    can_edit: view.rsvp !== null && editsLeft > 0 && checkedInAt === null,
    edits_left: editsLeft,
    ...(view.doorCode ? { check_in: presentDoorCode(view.doorCode) } : {}),
  };
}

export function presentLinkPreview({ eventName, hostName }: LinkPreview): z.output<typeof InvitationPreview> {
  return { preview: true, event: { name: eventName, host_name: hostName } };
}
