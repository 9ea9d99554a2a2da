import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { EventPath } from "../platform/authorization/schemas.ts";
import { changeRole } from "./change-role.ts";
import { cancelInvite, inviteCollaborator } from "./invite-collaborator.ts";
import { INVITE_LIMITS } from "./limits.ts";
import { presentCollaborator, presentInvited, presentTeam } from "./present.ts";
import { readCollaborators } from "./read-collaborators.ts";
import { leaveEvent, removeCollaborator } from "./remove-collaborator.ts";
import {
  ChangeRole,
  Collaborator,
  CollaboratorPath,
  Collaborators,
  Invite,
  InviteCollaborator,
  PendingQuery,
} from "./schemas.ts";

const tag = "Collaborators";
const limits = [perUser("events")];

export const collaboratorRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

collaboratorRoutes.openapi(
  endpoint({
    name: "listCollaborators",
    tag,
    method: "get",
    path: "/events/{eventId}/collaborators",
    summary: "List the collaborators and open invites of an event",
    access: role("viewer", "events:read"),
    limits,
    params: EventPath,
    answers: { 200: json(Collaborators, "The collaborators and the open invites.") },
  }),
  async (c) => c.json(presentTeam(await readCollaborators(c.var.ctx, eventCallerOf(c))), 200),
);

collaboratorRoutes.openapi(
  endpoint({
    name: "inviteCollaborator",
    tag,
    method: "post",
    path: "/events/{eventId}/collaborators",
    summary: "Invite a collaborator to an event",
    description:
      "Mails the address a link that works once, within 7 days, for the account with that address. A second invite replaces the open one, whose link stops working; an address is invited to an event once an hour and five times a day (429 `recipient_limit`). Each invited address takes one of the collaborator seats in the tier of the event's host (402), on any number of the host's events. 409 `already_member` when a collaborator of the event has the address.",
    access: role("owner"),
    limits: INVITE_LIMITS,
    params: EventPath,
    body: InviteCollaborator,
    idempotent: true,
    answers: { 201: json(Invite, "The invite. Its mail will be sent.") },
    refusals: [
      "tier_limit",
      "already_member",
      "team_changed",
      "step_up_required",
      "email_unverified",
      "sending_paused",
      "sending_limit",
      "recipient_limit",
    ],
  }),
  async (c) => {
    const invited = await inviteCollaborator(c.var.ctx, eventCallerOf(c), c.req.valid("json"));
    return c.json(presentInvited(invited), 201);
  },
);

collaboratorRoutes.openapi(
  endpoint({
    name: "cancelCollaboratorInvite",
    tag,
    method: "delete",
    path: "/events/{eventId}/collaborators/pending",
    summary: "Cancel an invite",
    description: "Its link stops working, and its seat becomes free.",
    access: role("owner"),
    limits,
    params: EventPath,
    query: PendingQuery,
    answers: { 204: { description: "The invite is cancelled." } },
  }),
  async (c) => {
    await cancelInvite(c.var.ctx, eventCallerOf(c), c.req.valid("query").email);
    return c.body(null, 204);
  },
);

collaboratorRoutes.openapi(
  endpoint({
    name: "leaveEvent",
    tag,
    method: "delete",
    path: "/events/{eventId}/collaborators/me",
    summary: "Leave an event",
    description:
      "400 `last_owner` for the only owner. When the event's host leaves, the other owner with the longest membership becomes the host, whose tier then applies.",
    access: role("viewer"),
    limits,
    params: EventPath,
    answers: { 204: { description: "You have no role on the event any more." } },
    refusals: ["last_owner", "team_changed", "step_up_required"],
  }),
  async (c) => {
    await leaveEvent(c.var.ctx, eventCallerOf(c));
    return c.body(null, 204);
  },
);

collaboratorRoutes.openapi(
  endpoint({
    name: "changeRole",
    tag,
    method: "patch",
    path: "/events/{eventId}/collaborators/{userId}",
    summary: "Change a collaborator's role",
    description:
      "Effective from their next request. A lower role ends their door devices, webhook endpoints of the event and open invites that they could not create with it. The only owner cannot be changed (400 `last_owner`). When the event's host is no longer an owner, the other owner with the longest membership becomes the host, whose tier then applies.",
    access: role("owner"),
    limits,
    params: CollaboratorPath,
    body: ChangeRole,
    answers: { 200: json(Collaborator, "The collaborator with the new role.") },
    refusals: ["last_owner", "team_changed", "step_up_required"],
  }),
  async (c) => {
    const change = { ...c.req.valid("param"), ...c.req.valid("json") };
    return c.json(presentCollaborator(await changeRole(c.var.ctx, eventCallerOf(c), change)), 200);
  },
);

collaboratorRoutes.openapi(
  endpoint({
    name: "removeCollaborator",
    tag,
    method: "delete",
    path: "/events/{eventId}/collaborators/{userId}",
    summary: "Remove a collaborator from an event",
    description:
      "Effective from their next request. Their door devices, webhook endpoints of the event and open invites end for good. The only owner cannot be removed (400 `last_owner`). When the event's host is removed, the other owner with the longest membership becomes the host, whose tier then applies.",
    access: role("owner"),
    limits,
    params: CollaboratorPath,
    answers: { 204: { description: "The collaborator is removed." } },
    refusals: ["last_owner", "team_changed", "step_up_required"],
  }),
  async (c) => {
    await removeCollaborator(c.var.ctx, eventCallerOf(c), c.req.valid("param").userId);
    return c.body(null, 204);
  },
);
