import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import worker from "../../../src/worker.ts";
import { call, type Host, requestBy, signedInHost } from "../../support/account.ts";
import { issuedToken, postRequest, signIn, type Tokens } from "../../support/auth.ts";
import { runScheduler } from "../../support/broadcast.ts";
import { eventually } from "../../support/eventually.ts";
import { makeEvent } from "../../support/guest.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { raceBeforeWrite, UNARMED_SCHEDULER } from "../../support/race.ts";

/** All that one session of a host holds. */
interface Holdings {
  tokens: Tokens;
  sessionId: string;
  liveTicket: string;
  scannerTicket: string;
  socket: { closed(): number | null };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** A request through the Worker, with all that it does after its response. */
async function completed(request: Request, changes: object = UNARMED_SCHEDULER): Promise<Response> {
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...changes }, context);
  await waitOnExecutionContext(context);
  return response;
}

const openSocket = (eventId: string, ticket: string): Promise<Response> =>
  exports.default.fetch(
    new Request(`https://usher.test/events/${eventId}/live?ticket=${ticket}`, { headers: { Upgrade: "websocket" } }),
  );

async function liveTicket(accessToken: string, eventId: string): Promise<string> {
  const response = await call("POST", "/auth/ws-ticket", { event_id: eventId }, bearer(accessToken));
  expect(response.status).toBe(201);
  return (await response.json<{ ticket: string }>()).ticket;
}

async function openedSocket(accessToken: string, eventId: string): Promise<Holdings["socket"]> {
  const response = await openSocket(eventId, await liveTicket(accessToken, eventId));
  expect(response.status).toBe(101);
  let code: number | null = null;
  response.webSocket?.addEventListener("close", (event) => {
    code = event.code;
  });
  response.webSocket?.accept();
  return { closed: () => code };
}

/** A new session of the host, with everything that can be opened in it. */
async function newSession(host: Host, eventId: string): Promise<Holdings> {
  const tokens = await signIn(host.email, host.password);
  const { items } = await (await call("GET", "/me/sessions", undefined, bearer(tokens.access_token))).json<{
    items: { id: string; current: boolean }[];
  }>();
  const minted = await call("POST", `/events/${eventId}/scanner-ticket`, {}, bearer(tokens.access_token));
  expect(minted.status).toBe(201);
  return {
    tokens,
    sessionId: items.find(({ current }) => current)?.id ?? "",
    liveTicket: await liveTicket(tokens.access_token, eventId),
    scannerTicket: (await minted.json<{ ticket: string }>()).ticket,
    socket: await openedSocket(tokens.access_token, eventId),
  };
}

/** The results of all uses: `alive` if every one works, or the statuses. */
async function answersOf({ tokens, ...held }: Holdings, eventId: string) {
  const door = await call("GET", `/events/${eventId}/check-ins`, undefined, bearer(held.scannerTicket));
  const walkIn = await call("POST", `/events/${eventId}/walk-ins`, { name: "Late" }, bearer(held.scannerTicket));
  const me = await call("GET", "/me", undefined, bearer(tokens.access_token));
  const event = await call("GET", `/events/${eventId}`, undefined, bearer(tokens.access_token));
  const write = await call("PATCH", `/events/${eventId}`, { name: "Taken over" }, bearer(tokens.access_token));
  const another = await call("POST", "/auth/ws-ticket", { event_id: eventId }, bearer(tokens.access_token));
  const ticket = await openSocket(eventId, held.liveTicket);
  ticket.webSocket?.accept();
  const refresh = await call("POST", "/auth/refresh", { refresh_token: tokens.refresh_token });
  const responses = { door, walkIn, me, event, write, another, ticket, refresh };
  return Object.fromEntries(Object.entries(responses).map(([name, { status }]) => [name, status]));
}

const DEAD = { door: 401, walkIn: 401, me: 401, event: 401, write: 401, another: 401, ticket: 401, refresh: 401 };

const POLICY_VIOLATION = 1008;

/** Ways to end a session; `by` is another session of the same host. */
const ENDINGS: Record<string, (host: Host, ended: Holdings) => Promise<Request>> = {
  "signing out": async (_, { tokens }) => postRequest("/auth/logout", { refresh_token: tokens.refresh_token }),
  "a password reset": async (host) =>
    postRequest("/auth/reset-password", {
      token: await issuedToken(host.id, "reset_password"),
      password: "quite another phrase",
    }),
  "the replay of a used refresh token": async (_, held) => {
    const used = held.tokens.refresh_token;
    const response = await call("POST", "/auth/refresh", { refresh_token: used });
    held.tokens.refresh_token = (await response.json<Tokens>()).refresh_token;
    return postRequest("/auth/refresh", { refresh_token: used });
  },
  "signing out everywhere else": async (host) => requestBy(host, "DELETE", "/me/sessions"),
  "deleting the account": async (host) => requestBy(host, "DELETE", "/me"),
  "ending it from another session": async (host, { sessionId }) =>
    requestBy(host, "DELETE", `/me/sessions/${sessionId}`),
};

async function hostOn(shard: number): Promise<{ host: Host; eventId: string }> {
  const host = await signedInHost({ shard, tier: "business" });
  return { host, eventId: (await makeEvent(host)).id };
}

describe.each([0, 1])("session on the event of database %i", (shard) => {
  it.each(Object.keys(ENDINGS))(
    "returns errors in all eight places after %s, and closes the socket",
    async (ending) => {
      const { host, eventId } = await hostOn(shard);
      const held = await newSession(host, eventId);
      const request = await ENDINGS[ending]?.(host, held);
      if (request === undefined) throw new Error("no such ending");
      expect(held.socket.closed()).toBeNull();

      const response = await completed(request);
      expect([200, 204, 401]).toContain(response.status);
      expect(await answersOf(held, eventId)).toEqual(DEAD);
      await eventually(() => expect(held.socket.closed()).toBe(POLICY_VIOLATION));
    },
  );

  it("stays valid, with its socket, when another session of the host ends", async () => {
    const { host, eventId } = await hostOn(shard);
    const [kept, ended] = [await newSession(host, eventId), await newSession(host, eventId)];
    expect((await completed(postRequest("/auth/logout", { refresh_token: ended.tokens.refresh_token }))).status).toBe(
      204,
    );
    await eventually(() => expect(ended.socket.closed()).toBe(POLICY_VIOLATION));
    const answers = await answersOf(kept, eventId);
    expect(answers).toEqual({
      door: 200,
      walkIn: 201,
      me: 200,
      event: 200,
      write: 200,
      another: 201,
      ticket: 101,
      refresh: 200,
    });
    expect(kept.socket.closed()).toBeNull();
  });
});

describe("DELETE /me/sessions/{sessionId}", () => {
  it("takes effect even if the Worker dies right after its response", async () => {
    const { host, eventId } = await hostOn(1);
    const held = await newSession(host, eventId);
    // Nothing that the request leaves for later runs.
    const dying = { ...createExecutionContext(), waitUntil: () => undefined, passThroughOnException: () => undefined };
    const logOut = postRequest("/auth/logout", { refresh_token: held.tokens.refresh_token });
    const incoming = logOut as Request<unknown, IncomingRequestCfProperties>;
    expect((await worker.fetch(incoming, { ...env, ...UNARMED_SCHEDULER }, dying as ExecutionContext)).status).toBe(
      204,
    );
    const pending = "select body from outbox where type = 'session.ended' and body ->> '$.user_id' = ?";
    const { body } = (await env.DB.prepare(pending).bind(host.id).first<{ body: string }>()) ?? { body: "{}" };
    expect(held.socket.closed()).toBeNull();

    await env.DB.prepare("update outbox set created_at = 0 where body ->> '$.user_id' = ?").bind(host.id).run();
    await runScheduler();
    await eventually(() => expect(held.socket.closed()).toBe(POLICY_VIOLATION));
    const ended = "select count(*) as n from ended_sessions where id = ?";
    await eventually(async () => expect(await env.DB_1.prepare(ended).bind(held.sessionId).first("n")).toBe(1));
    // A second delivery changes nothing.
    const again = busMessage("session.ended", JSON.parse(body));
    expect(await consume("usher-notifier", [again, again])).toMatchObject({ acked: [0, 1] });
  });

  it("leaves no outbox row and no list of monitors", async () => {
    const { host, eventId } = await hostOn(0);
    const held = await newSession(host, eventId);
    await completed(postRequest("/auth/logout", { refresh_token: held.tokens.refresh_token }));
    const monitors = env.DB.prepare("select count(*) as n from session_monitors where session_id = ?");
    expect(await monitors.bind(held.sessionId).first("n")).toBe(0);
    const rows = env.DB.prepare(
      "select count(*) as n from outbox where body ->> '$.user_id' = ? and type like 'session%'",
    );
    expect(await rows.bind(host.id).first("n")).toBe(0);
  });

  it("opens no socket when the session ends after the check of the live ticket", async () => {
    const { host, eventId } = await hostOn(0);
    const { tokens, liveTicket: ticket } = await newSession(host, eventId);
    const upgrade = new Request(`https://usher.test/events/${eventId}/live?ticket=${ticket}`, {
      headers: { Upgrade: "websocket" },
    });
    const object = env.EVENT_MONITOR.get(env.EVENT_MONITOR.idFromName(eventId));
    const namespace = {
      idFromName: (name: string) => env.EVENT_MONITOR.idFromName(name),
      get: () => ({
        async fetch(...args: Parameters<typeof object.fetch>) {
          await completed(postRequest("/auth/logout", { refresh_token: tokens.refresh_token }));
          return object.fetch(...args);
        },
      }),
    };
    const response = await completed(upgrade, { ...UNARMED_SCHEDULER, EVENT_MONITOR: namespace });
    expect(response.status).toBe(401);
  });

  it("rejects a write when the session ends between its reads and its write", async () => {
    const { host, eventId } = await hostOn(0);
    const held = await newSession(host, eventId);
    const by = { token: held.tokens.access_token, address: host.address };
    const logOut = () => completed(postRequest("/auth/logout", { refresh_token: held.tokens.refresh_token }));
    const renamed = await raceBeforeWrite(requestBy(by, "PATCH", `/events/${eventId}`, { name: "Late" }), logOut);
    expect(renamed.status).toBe(401);
    const other = await newSession(host, eventId);
    const late = { token: other.tokens.access_token, address: host.address };
    const end = () => completed(postRequest("/auth/logout", { refresh_token: other.tokens.refresh_token }));
    expect((await raceBeforeWrite(requestBy(late, "DELETE", "/me/sessions"), end)).status).toBe(401);
    expect((await host.api("GET", "/me")).status).toBe(200);
  });
});
