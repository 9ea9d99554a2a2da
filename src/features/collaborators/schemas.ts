import * as z from "zod";
import { email, uuid, wireMoment } from "../../http/fields.ts";
import { ROLES } from "../members/roles.ts";
import { EventPath } from "../members/schemas.ts";

const role = z.enum(ROLES);

export const CollaboratorPath = EventPath.extend({ userId: uuid.toLowerCase() });
export const InvitePath = z.object({ token: z.string() });

/** A plus that was not escaped arrives as a space, which no address has. */
const unescaped = z.string().transform((text) => text.replaceAll(" ", "+"));
export const PendingQuery = z.object({ email: unescaped.pipe(email) });

export const InviteCollaborator = z.strictObject({ email, role }).openapi("InviteCollaborator");
export const ChangeRole = z.strictObject({ role }).openapi("ChangeRole");

/** Somebody who works on an event. */
export const Collaborator = z
  .object({ user_id: uuid, name: z.string(), email: z.string(), role })
  .openapi("Collaborator");

/** Somebody who is asked to. */
export const PendingInvite = z
  .object({ email: z.string(), role, expires_at: wireMoment })
  .openapi("PendingCollaboratorInvite");

export const Collaborators = z
  .object({ items: z.array(Collaborator), pending: z.array(PendingInvite) })
  .openapi("Collaborators");

/** An invite as the one who made it sees it: its link is in the mail alone. */
export const Invite = PendingInvite.extend({ event_id: uuid, created_at: wireMoment }).openapi("CollaboratorInvite");

/** An invite as the one who is asked sees it. */
export const InvitePreview = z
  .object({
    event: z.object({ id: uuid, name: z.string(), event_date: wireMoment, timezone: z.string() }),
    role,
    invited_email: z.string(),
    invited_by: z.string().meta({ description: "The name of the owner who asks" }),
    expires_at: wireMoment,
  })
  .openapi("CollaboratorInvitePreview");

export const AcceptedInvite = z
  .object({ event_id: uuid, role: role.meta({ description: "The role that you have now" }) })
  .openapi("AcceptedCollaboratorInvite");

export type NewInvite = z.output<typeof InviteCollaborator>;
