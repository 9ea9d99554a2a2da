import * as z from "zod";
import { page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { routes } from "../../http/routes.ts";
import { SESSION } from "../accounts/session.ts";
import { Session } from "./schemas.ts";
import { readSessions, signOutOthers, signOutSession } from "./sessions.ts";

const sessionGroup = routes({ tag: "Account", access: SESSION });
export const sessionRoutes = sessionGroup.app;

sessionGroup.get("/me/sessions", {
  name: "readSessions",
  summary: "List sessions",
  description:
    "Returns your active sessions, newest first. A session lasts at most 90 days. It expires after 30 days without a refresh or, with a cookie, without a request.",
  query: z.object(pageQuery),
  response: [200, page(Session), "A page of sessions"],
  run: async (ctx, caller, { query }) => {
    const { rows, nextCursor } = await readSessions(ctx, caller, query);
    return { items: rows.map((row) => ({ ...row, current: row.id === caller.sessionId })), nextCursor };
  },
});

sessionGroup.delete("/me/sessions", {
  name: "signOutOthers",
  summary: "Sign out everywhere else",
  description:
    "Revokes all your other sessions immediately, with their access tokens, refresh tokens, scanner tickets and live sockets. Also revokes a sign-in that waits for its second factor.",
  response: [204, null, "The other sessions are revoked"],
  run: (ctx, caller) => signOutOthers(ctx, caller),
});

sessionGroup.delete("/me/sessions/{sessionId}", {
  name: "signOutSession",
  summary: "Revoke a session",
  description:
    "Revokes one session immediately, with its access tokens, refresh tokens, scanner tickets and live sockets.",
  response: [204, null, "The session is revoked"],
  run: (ctx, caller, { params }) => signOutSession(ctx, caller, params.sessionId),
});
