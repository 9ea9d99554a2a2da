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
  summary: "List where you are signed in, newest first",
  description: "A session lasts 90 days at most, and 30 days without a refresh or, with a cookie, without a request.",
  query: z.object(pageQuery),
  response: [200, page(Session), "A page of your sessions."],
  run: async (ctx, caller, { query }) => {
    const { rows, nextCursor } = await readSessions(ctx, caller, query);
    return { items: rows.map((row) => ({ ...row, current: row.id === caller.sessionId })), nextCursor };
  },
});

sessionGroup.delete("/me/sessions", {
  name: "signOutOthers",
  summary: "Sign out everywhere else",
  description:
    "Ends all your sessions but this one at once: their access tokens, refresh tokens, scanner tickets and live sockets. A sign-in that waits for its second factor ends, too.",
  response: [204, null, "The other sessions have ended."],
  run: (ctx, caller) => signOutOthers(ctx, caller),
});

sessionGroup.delete("/me/sessions/{sessionId}", {
  name: "signOutSession",
  summary: "Sign out of one session",
  description: "Ends it at once, with its access tokens, refresh tokens, scanner tickets and live sockets.",
  response: [204, null, "The session has ended."],
  run: (ctx, caller, { params }) => signOutSession(ctx, caller, params.sessionId),
});
