import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { GuestDoorCode, presentDoorCodes } from "../invitations/door-code/door-code-schemas.ts";
import { readDoorCode } from "./read-door-code.ts";
import { DoorCodePath } from "./schemas.ts";

export const doorCodeRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

doorCodeRoutes.openapi(
  endpoint({
    name: "readDoorCode",
    tag: "Door",
    method: "get",
    path: "/events/{eventId}/guests/{guestId}/door-code",
    summary: "Get a guest's door code",
    description:
      "For a guest who can't open the invitation: print it, or pass it on. Requires an attending guest with a seat; record the RSVP of any other guest first. The door accepts both forms; the short code has fewer modules, so cameras read it faster. The audit records who read the code.",
    access: role("editor", "check_in"),
    limits: [perUser("events")],
    params: DoorCodePath,
    answers: { 200: json(GuestDoorCode, "The code in both forms, each as text and as a picture") },
    refusals: ["no_door_code", "event_cancelled"],
  }),
  async (c) => {
    const codes = await readDoorCode(c.var.ctx, eventCallerOf(c), c.req.valid("param").guestId);
    c.header("Cache-Control", "no-store");
    return c.json(presentDoorCodes(codes), 200);
  },
);
