import * as z from "zod";
import { events } from "../db/schema/events.ts";
import { calendarLinks } from "../events/calendar.ts";
import { Question } from "../events/questions/schemas.ts";
import { EVENT_STATUSES } from "../events/schemas.ts";
import { flag, uuid, wireMoment } from "../http/fields.ts";
import { CHALLENGE } from "../http/problem.ts";
import { DoorCode } from "../invitations/door-code/door-code-schemas.ts";
import { toIsoTime, toWireOrNull } from "../kernel/clock.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { RESPONSES } from "../kernel/rsvp.ts";
import { saidNo } from "../kernel/standing.ts";
import { THEME_NAMES, themeNamed } from "../kernel/themes.ts";
import { MAX_EDITS } from "../rsvp/rules.ts";
import { GuestRsvp, presentRsvp } from "../rsvp/schemas.ts";
import { companionNamesFor, mostPlusOnes, responsesAt } from "../rsvp/validate-rsvp.ts";
import type { InvitationView, LinkPreview } from "./view-invitation.ts";

export const AccessQuery = z.object({
  edit: z
    .string()
    .max(200)
    .optional()
    .meta(forDocs({ description: "Edit nonce from an email" })),
});

/** The invitation as a guest sees it: without score and reasons. */
export const Invitation = z
  .object({
    event: z.object({
      id: uuid,
      name: z.string(),
      description: z.string().nullable(),
      venue: z.string().nullable(),
      event_date: wireMoment,
      end_time: wireMoment.nullable(),
      timezone: z.string(),
      host_name: z.string(),
      status: z.enum(EVENT_STATUSES),
      cancel_message: z
        .string()
        .nullable()
        .meta(forDocs({ description: "Message of the host about the cancellation; null: none" })),
      door_opens_at: wireMoment
        .nullable()
        .meta(forDocs({ description: "Time from which guests may come; null: the host has not chosen one" })),
      rsvp_deadline: wireMoment
        .nullable()
        .meta(forDocs({ description: "After it, guests can only decline; null: the end of the event" })),
      companion_names: z.enum(events.companionNames.enumValues).meta(
        forDocs({
          description:
            "Whether this guest names the companions. `optional` instead of `off` if the host has named the guest's companions",
        }),
      ),
    }),
    branding: z.object({
      primary_color: z.string().nullable(),
      font: z.string().nullable(),
      logo_url: z.string().nullable(),
      cover_url: z.string().nullable(),
      theme: z.enum(THEME_NAMES),
    }),
    guest: z.object({
      name: z.string(),
      greeting: z
        .string()
        .nullable()
        .meta(forDocs({ description: "How the host wants the guest greeted: `Mum and Dad`; null: by the name" })),
      party_size: z.int().nullable(),
      max_plus_ones: z.int(),
      companions: z
        .array(z.object({ name: z.string() }))
        .meta(forDocs({ description: "Companions named by the host: suggest them before there is an RSVP" })),
    }),
    questions: z.array(Question).meta(forDocs({ description: "Questions of the host, in this order" })),
    calendar_links: z.object({ google: z.url(), outlook: z.url(), yahoo: z.url(), ics: z.url() }),
    rsvp: GuestRsvp.optional(),
    rsvp_submitted_elsewhere: z.literal(true).optional(),
    challenge: CHALLENGE.meta(
      forDocs({
        description:
          "With `rsvp_submitted_elsewhere`: channels to which a code can be sent that verifies this device; see `POST /access/{token}/challenge`. Absent if no code can be sent: see `POST /access/{token}/ask-host`",
      }),
    ),
    arrived: z
      .literal(true)
      .optional()
      .meta(
        forDocs({
          description:
            "Someone of the party is checked in, so the RSVP cannot change. Absent on a device that may not see the RSVP",
        }),
      ),
    allowed_responses: z.array(z.enum(RESPONSES)).meta(
      forDocs({
        description:
          "Responses that are accepted now: only `declined` after the deadline, none if the event is cancelled or over, or someone of the party is checked in",
      }),
    ),
    can_edit: flag(forDocs("Whether the RSVP can be changed now")),
    edits_left: z.int().meta(forDocs({ description: "Number of edits left; also 0 if the event accepts no RSVP" })),
    check_in: DoorCode.optional(),
  })
  .openapi("Invitation");

/** The invitation as a program sees it. */
export const InvitationPreview = z
  .object({
    preview: z.literal(true),
    event: z.object({ name: z.string(), host_name: z.string() }),
  })
  .openapi("InvitationPreview");

export const EditLinkSent = z.object({ sent_to: z.string() }).openapi("EditLinkSent");

type Opened = InvitationView["invitation"];

/** The part of a view that is presented. */
export interface PresentedView extends Omit<InvitationView, "invitation" | "doorCode"> {
  invitation: Pick<Opened, "branding" | "hostName" | "questions" | "checkedInAt" | "waitlistPosition"> & {
    event: Pick<Opened["event"], PresentedField>;
    guest: Pick<Opened["guest"], "name" | "greeting" | "partySize" | "companions" | "locale">;
  };
}

type PresentedField =
  | "id"
  | "name"
  | "description"
  | "venue"
  | "eventDate"
  | "endTime"
  | "timezone"
  | "locale"
  | "addressForm"
  | "rsvpDeadline"
  | "doorOpensAt"
  | "companionNames"
  | "defaultPartySize"
  | "cancelledAt"
  | "cancelMessage";

type Response = NonNullable<InvitationView["rsvp"]>["response"];

/**
 * @param icsUrl see `calendarUrl`
 * @param now epoch milliseconds: decides which responses are still accepted
 * @returns the invitation without `check_in`, which the API adds; a page shows the short code instead
 */
export function presentInvitation(view: PresentedView, icsUrl: string, now: number): z.output<typeof Invitation> {
  const { event, guest, branding, hostName, questions, checkedInAt } = view.invitation;
  const hasArrived = checkedInAt !== null && !view.submittedElsewhere;
  const responses = responsesAt(event, now);
  const editsLeft = editsLeftOf(view, responses);
  const allowed = checkedInAt === null ? responses : [];
  return {
    event: {
      id: event.id,
      name: event.name,
      description: event.description,
      venue: event.venue,
      event_date: toIsoTime(event.eventDate),
      end_time: toWireOrNull(event.endTime),
      timezone: event.timezone,
      host_name: hostName,
      status: event.cancelledAt === null ? "scheduled" : "cancelled",
      cancel_message: event.cancelledAt === null ? null : event.cancelMessage,
      door_opens_at: toWireOrNull(event.doorOpensAt),
      rsvp_deadline: toWireOrNull(event.rsvpDeadline),
      companion_names: companionNamesFor(event.companionNames, guest.companions.length),
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
      greeting: guest.greeting,
      party_size: guest.partySize,
      max_plus_ones: mostPlusOnes(guest, event, view.rsvp),
      companions: guest.companions.map(({ name }) => ({ name })),
    },
    questions: questions?.items ?? [],
    calendar_links: calendarLinks(event, icsUrl),
    ...(view.rsvp ? { rsvp: presentRsvp(view.rsvp, view.invitation.waitlistPosition) } : {}),
    ...(view.submittedElsewhere ? { rsvp_submitted_elsewhere: true as const } : {}),
    ...(view.challenge === null ? {} : { challenge: view.challenge }),
    ...(hasArrived ? { arrived: true as const } : {}),
    allowed_responses: allowed,
    can_edit: editsLeft > 0 && canChange(view.rsvp, allowed),
    edits_left: editsLeft,
  };
}

/** Returns 0 for a device that may not see the RSVP, and if the event accepts no RSVP. */
function editsLeftOf({ submittedElsewhere, rsvp }: PresentedView, responses: readonly unknown[]): number {
  if (submittedElsewhere || responses.length === 0) return 0;
  return MAX_EDITS - (rsvp?.editCount ?? 0);
}

/** True unless there is no RSVP, no response is allowed, or a declined RSVP may only be declined again. */
function canChange(rsvp: InvitationView["rsvp"], allowed: readonly Response[]): boolean {
  return rsvp !== null && allowed.some((response) => !saidNo(response) || !saidNo(rsvp.response));
}

export function presentLinkPreview({ eventName, hostName }: LinkPreview): z.output<typeof InvitationPreview> {
  return { preview: true, event: { name: eventName, host_name: hostName } };
}
