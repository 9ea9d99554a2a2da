import * as z from "zod";
import { email, flag, uuid, wireMoment } from "../http/fields.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { ROLES } from "../platform/authorization/caller.ts";
import { NOTIFIED } from "../sending/notify.ts";

const role = z.enum(ROLES);

/** An unescaped plus in a query arrives as a space, which no address contains. */
const unescaped = z.string().transform((text) => text.replaceAll(" ", "+"));
export const PendingQuery = z.object({ email: unescaped.pipe(email) });

export const InviteCollaborator = z.strictObject({ email, role }).openapi("InviteCollaborator");
export const ChangeRole = z.strictObject({ role }).openapi("ChangeRole");

/** A user with a role on an event. */
export const Collaborator = z
  .object({ event_id: uuid, user_id: uuid, name: z.string(), email: z.string(), role })
  .openapi("Collaborator");

/** An open invite. */
const PendingInvite = z
  .object({ event_id: uuid, email: z.string(), role, expires_at: wireMoment })
  .openapi("PendingCollaboratorInvite");

export const Collaborators = z
  .object({ items: z.array(Collaborator), pending: z.array(PendingInvite) })
  .openapi("Collaborators");

/** An invite as its sender sees it. Only the email has its link. */
export const Invite = PendingInvite.extend({ created_at: wireMoment, ...NOTIFIED }).openapi("CollaboratorInvite");

/** An invite as its recipient sees it. */
export const InvitePreview = z
  .object({
    event: z.object({ id: uuid, name: z.string(), event_date: wireMoment, timezone: z.string() }),
    role,
    invited_email: z.string(),
    invited_by: z.string().meta(forDocs({ description: "Name of the owner who sent the invite" })),
    expires_at: wireMoment,
  })
  .openapi("CollaboratorInvitePreview");

export const AcceptedInvite = z
  .object({
    event_id: uuid,
    role: role.meta(forDocs({ description: "Your role on the event" })),
    second_factor_required: flag(
      forDocs(
        "Whether the event requires a second factor that you do not have. Until you add a passkey or an authenticator app on the page `/app/account/security`, its routes return 403 `second_factor_required`",
      ),
    ),
  })
  .openapi("AcceptedCollaboratorInvite");

export type NewInvite = z.output<typeof InviteCollaborator>;
