import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { toWire } from "../../kernel/clock.ts";
import { perUser } from "../accounts/user-limit.ts";
import { eventCallerOf, role } from "../members/role-guard.ts";
import { EventPath } from "../members/schemas.ts";
import { addWalkIn } from "./add-walk-in.ts";
import { checkInGuest } from "./check-in-guest.ts";
import { mintScannerTicket } from "./mint-scanner-ticket.ts";
import { presentCheckIn, presentMatches, presentPreview, presentSummary } from "./present.ts";
import { previewCheckIn } from "./preview-check-in.ts";
import { findAtDoor, readCheckIns } from "./read-check-ins.ts";
import { door } from "./scanner-ticket.ts";
import {
  CheckIn,
  CheckInList,
  CheckInListQuery,
  CheckInPath,
  CheckInPreview,
  DoorMatches,
  DoorSearchQuery,
  PreviewCheckIn,
  RecordCheckIn,
  RecordWalkIn,
  ScannerTicket,
} from "./schemas.ts";
import { undoCheckIn } from "./undo-check-in.ts";

const tag = "Door";

export const checkInRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

checkInRoutes.openapi(
  endpoint({
    name: "mintScannerTicket",
    tag,
    method: "post",
    path: "/events/{eventId}/scanner-ticket",
    summary: "A ticket with which a phone works at the door",
    description: "It lasts 12 hours, opens the door's routes of this event, and falls with your role.",
    access: role("editor"),
    limits: [perUser("events")],
    params: EventPath,
    answers: { 201: json(ScannerTicket, "The ticket, and the page to open on the phone") },
    refusals: [402],
  }),
  async (c) => {
    const { ticket, url, expiresAt } = await mintScannerTicket(c.var.ctx, eventCallerOf(c));
    return c.json({ ticket, url, expires_at: toWire(expiresAt) }, 201);
  },
);

checkInRoutes.openapi(
  endpoint({
    name: "previewCheckIn",
    tag,
    method: "post",
    path: "/events/{eventId}/check-in/preview",
    summary: "Who stands at the door, and what to look at before letting them in",
    access: door("editor"),
    params: EventPath,
    body: PreviewCheckIn,
    answers: { 200: json(CheckInPreview, "The guest") },
    refusals: [410],
  }),
  async (c) => c.json(presentPreview(await previewCheckIn(c.var.ctx, eventCallerOf(c), c.req.valid("json"))), 200),
);

checkInRoutes.openapi(
  endpoint({
    name: "checkInGuest",
    tag,
    method: "post",
    path: "/events/{eventId}/check-in",
    summary: "Let a guest in",
    description: "Once. A guest who declined, or whose link was replaced, comes in with `override` alone.",
    access: door("editor"),
    params: EventPath,
    body: RecordCheckIn,
    answers: {
      201: json(CheckIn, "The guest is in"),
      200: json(CheckIn, "The same scan again: this is the check-in that it made"),
    },
    refusals: [409, 410],
  }),
  async (c) => {
    const checkedIn = await checkInGuest(c.var.ctx, eventCallerOf(c), c.req.valid("json"));
    return c.json(presentCheckIn(checkedIn), checkedIn.repeated ? 200 : 201);
  },
);

checkInRoutes.openapi(
  endpoint({
    name: "addWalkIn",
    tag,
    method: "post",
    path: "/events/{eventId}/walk-ins",
    summary: "Let somebody in who is not on the list",
    access: door("editor"),
    params: EventPath,
    body: RecordWalkIn,
    idempotent: true,
    answers: { 201: json(CheckIn, "On the list, and in") },
    refusals: [402, 409],
  }),
  async (c) => c.json(presentCheckIn(await addWalkIn(c.var.ctx, eventCallerOf(c), c.req.valid("json"))), 201),
);

checkInRoutes.openapi(
  endpoint({
    name: "listCheckIns",
    tag,
    method: "get",
    path: "/events/{eventId}/check-ins",
    summary: "Who is in, newest first, and the door in numbers",
    access: door("viewer"),
    params: EventPath,
    query: CheckInListQuery,
    answers: { 200: json(CheckInList, "A page of arrivals, and the summary of all") },
  }),
  async (c) => {
    const { rows, nextCursor, summary } = await readCheckIns(c.var.ctx, eventCallerOf(c), c.req.valid("query"));
    return c.json({ items: rows.map(presentCheckIn), next_cursor: nextCursor, summary: presentSummary(summary) }, 200);
  },
);

checkInRoutes.openapi(
  endpoint({
    name: "findAtDoor",
    tag,
    method: "get",
    path: "/events/{eventId}/check-in/guests",
    summary: "Find a guest by name, for a lost phone",
    access: door("editor"),
    params: EventPath,
    query: DoorSearchQuery,
    answers: { 200: json(DoorMatches, "At most 20 guests") },
  }),
  async (c) => {
    const matches = await findAtDoor(c.var.ctx, eventCallerOf(c), c.req.valid("query").q);
    return c.json(presentMatches(matches), 200);
  },
);

checkInRoutes.openapi(
  endpoint({
    name: "undoCheckIn",
    tag,
    method: "delete",
    path: "/events/{eventId}/check-ins/{checkInId}",
    summary: "Take back a mistaken check-in",
    access: role("editor"),
    limits: [perUser("events")],
    params: CheckInPath,
    answers: { 204: { description: "The guest is not in" } },
  }),
  async (c) => {
    await undoCheckIn(c.var.ctx, eventCallerOf(c), c.req.valid("param").checkInId);
    return c.body(null, 204);
  },
);
