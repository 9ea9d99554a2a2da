import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { callerOf, SESSION } from "../accounts/session.ts";
import { presentSession } from "./present.ts";
import { Session, SessionPath } from "./schemas.ts";
import { readSessions, signOutOthers, signOutSession } from "./sessions.ts";

const tag = "Account";

export const sessionRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

sessionRoutes.openapi(
  endpoint({
    name: "readSessions",
    tag,
    method: "get",
    path: "/me/sessions",
    summary: "List where you are signed in, newest first",
    description: "A session lasts 90 days at most, and 30 days without a refresh or, with a cookie, without a request.",
    access: SESSION,
    query: z.object(pageQuery),
    answers: { 200: json(page(Session), "A page of your sessions.") },
  }),
  async (c) => {
    const caller = callerOf(c);
    const { rows, nextCursor } = await readSessions(c.var.ctx, caller, c.req.valid("query"));
    return c.json({ items: rows.map((row) => presentSession(row, caller.sessionId)), next_cursor: nextCursor }, 200);
  },
);

sessionRoutes.openapi(
  endpoint({
    name: "signOutOthers",
    tag,
    method: "delete",
    path: "/me/sessions",
    summary: "Sign out everywhere else",
    description:
      "Ends all your sessions but this one at once: their access tokens, refresh tokens, scanner tickets and live sockets. A sign-in that waits for its second factor ends, too.",
    access: SESSION,
    answers: { 204: { description: "The other sessions have ended." } },
  }),
  async (c) => {
    await signOutOthers(c.var.ctx, callerOf(c));
    return c.body(null, 204);
  },
);

sessionRoutes.openapi(
  endpoint({
    name: "signOutSession",
    tag,
    method: "delete",
    path: "/me/sessions/{sessionId}",
    summary: "Sign out of one session",
    description: "Ends it at once, with its access tokens, refresh tokens, scanner tickets and live sockets.",
    access: SESSION,
    params: SessionPath,
    answers: { 204: { description: "The session has ended." } },
  }),
  async (c) => {
    await signOutSession(c.var.ctx, callerOf(c), c.req.valid("param").sessionId);
    return c.body(null, 204);
  },
);
