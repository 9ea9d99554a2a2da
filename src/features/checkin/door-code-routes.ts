import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { perUser } from "../accounts/user-limit.ts";
import { eventCallerOf, role } from "../members/role-guard.ts";
import { readDoorCode } from "./read-door-code.ts";
import { DoorCodePath, GuestDoorCode } from "./schemas.ts";

export const doorCodeRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

doorCodeRoutes.openapi(
  endpoint({
    name: "readDoorCode",
    tag: "Door",
    method: "get",
    path: "/events/{eventId}/guests/{guestId}/door-code",
    summary: "Get a guest's door code",
    description:
      "For a guest who can't open the invitation: print it, or pass it on. Only for a guest who is coming and has a seat; record the answer first for anybody else. The audit says who took it.",
    access: role("editor", "check_in"),
    limits: [perUser("events")],
    params: DoorCodePath,
    answers: { 200: json(GuestDoorCode, "The code, as text and as a picture") },
    refusals: ["no_door_code", "event_cancelled"],
  }),
  async (c) => {
    const { token, png } = await readDoorCode(c.var.ctx, eventCallerOf(c), c.req.valid("param").guestId);
    c.header("Cache-Control", "no-store");
    return c.json({ qr_token: token, qr_png: png }, 200);
  },
);
