import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { type CollaboratorRow, changeRole, leaveEvent, removeCollaborator } from "./change-role.ts";
import { cancelInvite, inviteCollaborator } from "./invite-collaborator.ts";
import { INVITE_LIMITS } from "./limits.ts";
import { readCollaborators } from "./read-collaborators.ts";
import { ChangeRole, Collaborator, Collaborators, Invite, InviteCollaborator, PendingQuery } from "./schemas.ts";

const team = routes({ tag: "Collaborators", access: role("owner"), limits: [perUser("events")] });
export const collaboratorRoutes = team.app;

team.get("/events/{eventId}/collaborators", {
  name: "listCollaborators",
  summary: forDocs("List collaborators"),
  description: forDocs("Returns all members of the event, owners first, and the open invites."),
  access: role("viewer", "events:read"),
  response: [200, Collaborators, forDocs("The collaborators and the open invites")],
  run: async (ctx, caller) => {
    const { members, pending } = await readCollaborators(ctx, caller);
    return { items: members.map(withAddress), pending };
  },
});

team.post("/events/{eventId}/collaborators", {
  name: "inviteCollaborator",
  summary: forDocs("Invite a collaborator"),
  description: forDocs(
    "Emails the address an invite to the event. An address that bounced, complained or unsubscribed is not emailed: `notified` is false with the `reason`, and the invite takes its seat until you cancel it. Its link works once within 7 days, for the account with that address. A new invite replaces the open one. An address can be invited to an event once per hour and five times per day (429 `recipient_limit`). Each invited address takes one collaborator seat of the host's tier (402), on any number of the host's events. Returns 409 `already_member` if a member has the address. Requires a step-up, and an email notifies the event's owners.",
  ),
  limits: INVITE_LIMITS,
  body: InviteCollaborator,
  idempotent: true,
  response: [201, Invite, forDocs("The invite")],
  errors: [
    "tier_limit",
    "already_member",
    "team_changed",
    "step_up_required",
    "email_unverified",
    "sending_paused",
    "sending_limit",
    "recipient_limit",
  ],
  run: (ctx, caller, { body }) => inviteCollaborator(ctx, caller, body),
});

team.delete("/events/{eventId}/collaborators/pending", {
  name: "cancelCollaboratorInvite",
  summary: forDocs("Cancel an invite"),
  description: forDocs("Cancels the open invite of an address: its link stops working, and its seat becomes free."),
  query: PendingQuery,
  response: [204, null, forDocs("The invite is cancelled")],
  run: (ctx, caller, { query }) => cancelInvite(ctx, caller, query.email),
});

team.delete("/events/{eventId}/collaborators/me", {
  name: "leaveEvent",
  summary: forDocs("Leave an event"),
  description: forDocs(
    "Removes your role on the event. The only owner cannot leave (400 `last_owner`). If the host leaves, the longest-serving other owner becomes the host, whose tier then applies. Owners need a step-up.",
  ),
  access: role("viewer"),
  response: [204, null, forDocs("You have no role on the event")],
  errors: ["last_owner", "team_changed", "step_up_required"],
  run: leaveEvent,
});

team.patch("/events/{eventId}/collaborators/{userId}", {
  name: "changeRole",
  summary: forDocs("Change a collaborator's role"),
  description: forDocs(
    "Changes the role from the collaborator's next request on. A lower role revokes the collaborator's door devices, webhook endpoints of the event and open invites that it may not create. The role of the only owner cannot change (400 `last_owner`). If the host stops being an owner, the longest-serving other owner becomes the host, whose tier then applies. A higher role, and a change from owner, requires a step-up. An email notifies the event's owners of a higher role.",
  ),
  body: ChangeRole,
  response: [200, Collaborator, forDocs("The collaborator with the new role")],
  errors: ["last_owner", "team_changed", "step_up_required"],
  run: async (ctx, caller, { params, body }) => withAddress(await changeRole(ctx, caller, { ...params, ...body })),
});

team.delete("/events/{eventId}/collaborators/{userId}", {
  name: "removeCollaborator",
  summary: forDocs("Remove a collaborator"),
  description: forDocs(
    "Removes the collaborator, effective from their next request. Revokes their door devices, webhook endpoints of the event and open invites for good. The only owner cannot be removed (400 `last_owner`). If the host is removed, the longest-serving other owner becomes the host, whose tier then applies. Removing an owner requires a step-up.",
  ),
  response: [204, null, forDocs("The collaborator is removed")],
  errors: ["last_owner", "team_changed", "step_up_required"],
  run: (ctx, caller, { params }) => removeCollaborator(ctx, caller, params.userId),
});

/** Only a deleted account has no address, and a deleted account has no roles. */
function withAddress(row: CollaboratorRow) {
  return { ...row, email: row.email ?? "" };
}
