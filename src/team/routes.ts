import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import type { CollaboratorRow } from "./change-role.ts";
import { changeRole, leaveEvent, removeCollaborator } from "./change-role.ts";
import { cancelInvite, inviteCollaborator } from "./invite-collaborator.ts";
import { INVITE_LIMITS } from "./limits.ts";
import { readCollaborators } from "./read-collaborators.ts";
import { ChangeRole, Collaborator, Collaborators, Invite, InviteCollaborator, PendingQuery } from "./schemas.ts";

const team = routes({ tag: "Collaborators", access: role("owner"), limits: [perUser("events")] });
export const collaboratorRoutes = team.app;

team.get("/events/{eventId}/collaborators", {
  name: "listCollaborators",
  summary: "List the collaborators and open invites of an event",
  access: role("viewer", "events:read"),
  response: [200, Collaborators, "The collaborators and the open invites."],
  run: async (ctx, caller) => {
    const { members, pending } = await readCollaborators(ctx, caller);
    return { items: members.map(withAddress), pending };
  },
});

team.post("/events/{eventId}/collaborators", {
  name: "inviteCollaborator",
  summary: "Invite a collaborator to an event",
  description:
    "Mails the address a link that works once, within 7 days, for the account with that address. A second invite replaces the open one, whose link stops working; an address is invited to an event once an hour and five times a day (429 `recipient_limit`). Each invited address takes one of the collaborator seats in the tier of the event's host (402), on any number of the host's events. 409 `already_member` when a collaborator of the event has the address.",
  limits: INVITE_LIMITS,
  body: InviteCollaborator,
  idempotent: true,
  response: [201, Invite, "The invite. Its mail will be sent."],
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
  summary: "Cancel an invite",
  description: "Its link stops working, and its seat becomes free.",
  query: PendingQuery,
  response: [204, null, "The invite is cancelled."],
  run: (ctx, caller, { query }) => cancelInvite(ctx, caller, query.email),
});

team.delete("/events/{eventId}/collaborators/me", {
  name: "leaveEvent",
  summary: "Leave an event",
  description:
    "400 `last_owner` for the only owner. When the event's host leaves, the other owner with the longest membership becomes the host, whose tier then applies.",
  access: role("viewer"),
  response: [204, null, "You have no role on the event any more."],
  errors: ["last_owner", "team_changed", "step_up_required"],
  run: leaveEvent,
});

team.patch("/events/{eventId}/collaborators/{userId}", {
  name: "changeRole",
  summary: "Change a collaborator's role",
  description:
    "Effective from their next request. A lower role ends their door devices, webhook endpoints of the event and open invites that they could not create with it. The only owner cannot be changed (400 `last_owner`). When the event's host is no longer an owner, the other owner with the longest membership becomes the host, whose tier then applies.",
  body: ChangeRole,
  response: [200, Collaborator, "The collaborator with the new role."],
  errors: ["last_owner", "team_changed", "step_up_required"],
  run: async (ctx, caller, { params, body }) => withAddress(await changeRole(ctx, caller, { ...params, ...body })),
});

team.delete("/events/{eventId}/collaborators/{userId}", {
  name: "removeCollaborator",
  summary: "Remove a collaborator from an event",
  description:
    "Effective from their next request. Their door devices, webhook endpoints of the event and open invites end for good. The only owner cannot be removed (400 `last_owner`). When the event's host is removed, the other owner with the longest membership becomes the host, whose tier then applies.",
  response: [204, null, "The collaborator is removed."],
  errors: ["last_owner", "team_changed", "step_up_required"],
  run: (ctx, caller, { params }) => removeCollaborator(ctx, caller, params.userId),
});

/** Only a deleted account has no address, and a deleted account has no roles. */
function withAddress(row: CollaboratorRow) {
  return { ...row, email: row.email ?? "" };
}
