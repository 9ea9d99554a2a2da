import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { perUser } from "../accounts/user-limit.ts";
import { eventCallerOf, role } from "../members/role-guard.ts";
import { EventPath } from "../members/schemas.ts";
import { cancelInvite } from "./cancel-invite.ts";
import { changeRole } from "./change-role.ts";
import { inviteCollaborator } from "./invite-collaborator.ts";
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
    summary: "Who works on an event, and who is asked to",
    access: role("viewer"),
    limits,
    params: EventPath,
    answers: { 200: json(Collaborators, "The team, and the invites that can still be accepted") },
  }),
  async (c) => c.json(presentTeam(await readCollaborators(c.var.ctx, eventCallerOf(c))), 200),
);

collaboratorRoutes.openapi(
  endpoint({
    name: "inviteCollaborator",
    tag,
    method: "post",
    path: "/events/{eventId}/collaborators",
    summary: "Ask somebody to work on an event",
    description:
      "The address is mailed a link that works once, for 7 days, for the account with that address. Asking again replaces the open invite: the earlier link ends. A person takes one of the seats that the tier of the event's host has (402), on however many of the host's events, from the moment of being asked. 409 `already_member` when somebody with the address works on the event already.",
    access: role("owner"),
    limits: INVITE_LIMITS,
    params: EventPath,
    body: InviteCollaborator,
    idempotent: true,
    answers: { 201: json(Invite, "The invite, which is on its way") },
    refusals: [402, 409],
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
    summary: "Take an invite back",
    description: "Its link ends, and the seat is free again.",
    access: role("owner"),
    limits,
    params: EventPath,
    query: PendingQuery,
    answers: { 204: { description: "The invite is gone" } },
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
    summary: "Stop working on an event",
    description:
      "400 `last_owner` for the only owner. An event that its host leaves goes to the longest-standing other owner, who pays from then on.",
    access: role("viewer"),
    limits,
    params: EventPath,
    answers: { 204: { description: "The event is not there for you any more" } },
    refusals: [400],
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
    summary: "Give a collaborator another role",
    description:
      "It holds from their next request on. The only owner stays one (400 `last_owner`). A host who is an owner no more hands the event over to the longest-standing other one, who pays from then on.",
    access: role("owner"),
    limits,
    params: CollaboratorPath,
    body: ChangeRole,
    answers: { 200: json(Collaborator, "The collaborator with the new role") },
    refusals: [409],
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
    summary: "End somebody's work on an event",
    description:
      "From their next request on the event is not there for them. The only owner stays (400 `last_owner`). An event whose host is removed goes to the longest-standing other owner, who pays from then on.",
    access: role("owner"),
    limits,
    params: CollaboratorPath,
    answers: { 204: { description: "They are not on the team any more" } },
    refusals: [400, 409],
  }),
  async (c) => {
    await removeCollaborator(c.var.ctx, eventCallerOf(c), c.req.valid("param").userId);
    return c.body(null, 204);
  },
);
