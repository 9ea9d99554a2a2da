import type * as z from "zod";
import { toWire } from "../kernel/clock.ts";
import type { InviteRow, PendingRow } from "./invite-queries.ts";
import type { CollaboratorRow } from "./queries.ts";
import type { Team } from "./read-collaborators.ts";
import type * as wire from "./schemas.ts";
import type { Invited } from "./write-invite.ts";

/** A collaborator, as it leaves on the wire. */
export function presentCollaborator(row: CollaboratorRow): z.output<typeof wire.Collaborator> {
  // Only a deleted account has no address, and a deleted account has no roles.
  return { event_id: row.eventId, user_id: row.userId, name: row.name, email: row.email ?? "", role: row.role };
}

/** The collaborators and open invites of an event, as they leave on the wire. */
export function presentTeam({ members, pending }: Team): z.output<typeof wire.Collaborators> {
  return { items: members.map(presentCollaborator), pending: pending.map(presentPending) };
}

/** A new invite, as it leaves on the wire. */
export function presentInvited(invited: Invited): z.output<typeof wire.Invite> {
  return { ...presentPending(invited), created_at: toWire(invited.createdAt) };
}

/** An invite for the holder of its link, as it leaves on the wire. */
export function presentPreview({ event, role, email, inviterName, expiresAt }: InviteRow) {
  return {
    event: { id: event.id, name: event.name, event_date: toWire(event.eventDate), timezone: event.timezone },
    role,
    invited_email: email,
    invited_by: inviterName,
    expires_at: toWire(expiresAt),
  } satisfies z.output<typeof wire.InvitePreview>;
}

function presentPending({ eventId, email, role, expiresAt }: PendingRow): z.output<typeof wire.PendingInvite> {
  return { event_id: eventId, email, role, expires_at: toWire(expiresAt) };
}
