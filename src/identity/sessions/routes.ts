import * as z from "zod";
import { page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { routes } from "../../http/routes.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { SESSION } from "../accounts/session.ts";
import { Session } from "./schemas.ts";
import { readSessions, signOutOthers, signOutSession } from "./sessions.ts";

const sessionGroup = routes({ tag: "Account", access: SESSION });
export const sessionRoutes = sessionGroup.app;

sessionGroup.get("/me/sessions", {
  name: "readSessions",
  summary: forDocs("List sessions"),
  description: forDocs(
    "Returns your active sessions, newest first. A session lasts at most 90 days. It expires after 30 days without a refresh or, with a cookie, without a request.",
  ),
  query: z.object(pageQuery),
  response: [200, page(Session), forDocs("A page of sessions")],
  run: async (ctx, caller, { query }) => {
    const { rows, nextCursor } = await readSessions(ctx, caller, query);
    return { items: rows.map((row) => ({ ...row, current: row.id === caller.sessionId })), nextCursor };
  },
});

sessionGroup.delete("/me/sessions", {
  name: "signOutOthers",
  summary: forDocs("Sign out everywhere else"),
  description: forDocs(
    "Revokes all your other sessions immediately, with their access tokens, refresh tokens, scanner tickets and live sockets. Also revokes a sign-in that waits for its second factor.",
  ),
  response: [204, null, forDocs("The other sessions are revoked")],
  run: (ctx, caller) => signOutOthers(ctx, caller),
});

sessionGroup.delete("/me/sessions/{sessionId}", {
  name: "signOutSession",
  summary: forDocs("Revoke a session"),
  description: forDocs(
    "Revokes one session immediately, with its access tokens, refresh tokens, scanner tickets and live sockets.",
  ),
  response: [204, null, forDocs("The session is revoked")],
  run: (ctx, caller, { params }) => signOutSession(ctx, caller, params.sessionId),
});
