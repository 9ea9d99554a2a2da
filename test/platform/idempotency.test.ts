import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import worker from "../../src/worker.ts";
import plain from "../../testkit/fixtures/images/plain.png?inline";
import { call, grantTier, type Host, requestBy, signedInHost } from "../support/account.ts";
import { runScheduler } from "../support/broadcast.ts";
import { addMember } from "../support/event-fixture.ts";
import { addGuest, issueLink, makeEvent, type WireEvent, type WireGuest } from "../support/guest.ts";
import { bytesOf } from "../support/images.ts";
import { secured } from "../support/operations.ts";
import { raceAfterWrite, replaced, UNARMED_SCHEDULER } from "../support/race.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

const DAY_MS = 24 * 3_600_000;

function freshKey(): Record<"Idempotency-Key", string> {
  return { "Idempotency-Key": crypto.randomUUID() };
}

function eventBody(name = "Gala"): Record<string, unknown> {
  return { name, event_date: new Date(Date.now() + 30 * DAY_MS).toISOString() };
}

function isReplay(response: Response): boolean {
  return response.headers.get("idempotency-replayed") === "true";
}

async function eventsOf(host: Host): Promise<string[]> {
  const { items } = await (await host.api("GET", "/events")).json<{ items: WireEvent[] }>();
  return items.map(({ name }) => name);
}

async function guestsOf(host: Host, eventId: string): Promise<WireGuest[]> {
  const { items } = await (await host.api("GET", `/events/${eventId}/guests`)).json<{ items: WireGuest[] }>();
  return items;
}

describe("Idempotency-Key (repeated requests)", () => {
  it("returns the stored result, without executing again", async () => {
    const host = await signedInHost({ tier: "pro" });
    const [key, body] = [freshKey(), eventBody()];
    const first = await host.api("POST", "/events", body, key);
    const second = await host.api("POST", "/events", body, key);
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    expect([second.status, isReplay(second)]).toEqual([201, true]);
    expect(await second.text()).toBe(await first.text());
    expect(await eventsOf(host)).toEqual(["Gala"]);
  });

  it("matches with its fields in another order", async () => {
    const host = await signedInHost({ tier: "pro" });
    const key = freshKey();
    const { name, event_date } = eventBody();
    const headers = { ...key, "Content-Type": "application/json" };
    const first = await host.api("POST", "/events", JSON.stringify({ name, event_date }), headers);
    const second = await host.api("POST", "/events", JSON.stringify({ event_date, name }, null, 2), headers);
    expect([second.status, isReplay(second)]).toEqual([201, true]);
    expect(await second.text()).toBe(await first.text());
  });

  it("returns its result although it has used up the tier's limit", async () => {
    const host = await signedInHost();
    const [key, body] = [freshKey(), eventBody()];
    const first = await host.api("POST", "/events", body, key);
    const second = await host.api("POST", "/events", body, key);
    expect([second.status, isReplay(second)]).toEqual([201, true]);
    expect(await second.text()).toBe(await first.text());
    expect((await host.api("POST", "/events", body, freshKey())).status).toBe(402);
  });

  it("returns the first result, not the current state", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const [key, path, body] = [freshKey(), `/events/${event.id}/guests`, { name: "Grace", email: "grace@example.com" }];
    const guest = await (await host.api("POST", path, body, key)).json<WireGuest>();
    await host.api("PATCH", `${path}/${guest.id}`, { name: "Grace Hopper" });
    const renamed = await host.api("POST", path, body, key);
    expect([renamed.status, await renamed.json()]).toEqual([201, guest]);
    await host.api("DELETE", `${path}/${guest.id}`);
    const gone = await host.api("POST", path, body, key);
    // The result is erased with the guest, and a late retry does not create the guest again.
    expect([gone.status, await gone.json()]).toMatchObject([409, { error: "outcome_erased" }]);
    expect(await guestsOf(host, event.id)).toEqual([]);
  });

  it("executes once for eight parallel requests, and each gets the result", async () => {
    const host = await signedInHost({ tier: "business" });
    const [key, body] = [freshKey(), eventBody()];
    const responses = await Promise.all(Array.from({ length: 8 }, () => host.api("POST", "/events", body, key)));
    const bodies = new Set(await Promise.all(responses.map((response) => response.text())));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(responses.filter(isReplay)).toHaveLength(7);
    expect(bodies.size).toBe(1);
    expect(await eventsOf(host)).toEqual(["Gala"]);
  });

  it("executes eight times without a key, so the key prevents it", async () => {
    const host = await signedInHost({ tier: "business" });
    const body = eventBody();
    await Promise.all(Array.from({ length: 8 }, () => host.api("POST", "/events", body)));
    expect(await eventsOf(host)).toHaveLength(8);
  });

  it("returns 409 for a different request", async () => {
    const host = await signedInHost({ tier: "pro" });
    const key = freshKey();
    const event = await (await host.api("POST", "/events", eventBody(), key)).json<WireEvent>();
    const others = [
      await host.api("POST", "/events", eventBody("Another"), key),
      await host.api("POST", `/events/${event.id}/guests`, { name: "Grace" }, key),
    ];
    for (const response of others) {
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ error: "idempotency_key_reused" });
    }
    expect(await eventsOf(host)).toEqual(["Gala"]);
    expect(await guestsOf(host, event.id)).toEqual([]);
  });

  it("ignores another user's key", async () => {
    const [one, other] = [await signedInHost(), await signedInHost()];
    const [key, body] = [freshKey(), eventBody()];
    const first = await (await one.api("POST", "/events", body, key)).json<WireEvent>();
    const second = await other.api("POST", "/events", body, key);
    expect([second.status, isReplay(second)]).toEqual([201, false]);
    expect((await second.json<WireEvent>()).id).not.toBe(first.id);
  });

  it("executes again after a day", async () => {
    const host = await signedInHost({ tier: "pro" });
    const [key, body] = [freshKey(), eventBody()];
    await host.api("POST", "/events", body, key);
    const age = (ms: number) =>
      env.DB.prepare("update idempotency_keys set created_at = created_at - ? where user_id = ?")
        .bind(ms, host.id)
        .run();
    await age(DAY_MS - 60_000);
    expect(isReplay(await host.api("POST", "/events", body, key))).toBe(true);
    await age(120_000);
    const later = await host.api("POST", "/events", body, key);
    expect([later.status, isReplay(later)]).toEqual([201, false]);
    expect(isReplay(await host.api("POST", "/events", body, key))).toBe(true);
    expect(await eventsOf(host)).toHaveLength(2);
  });

  it("matches until the last moment of the day", async () => {
    const host = await signedInHost({ tier: "pro" });
    const [key, body] = [freshKey(), eventBody()];
    const first = await (await host.api("POST", "/events", body, key)).json();
    const age = (ms: number) =>
      env.DB.prepare("update idempotency_keys set created_at = created_at - ? where user_id = ?")
        .bind(ms, host.id)
        .run();
    await age(DAY_MS - 30_000);
    const again = requestBy(host, "POST", "/events", body);
    again.headers.set("Idempotency-Key", key["Idempotency-Key"]);
    // The record expires after its key has aborted the write, and before it is read.
    const response = await raceAfterWrite(again, () => age(40_000));
    expect([response.status, isReplay(response), await response.json()]).toEqual([201, true, first]);
    expect(await eventsOf(host)).toEqual(["Gala"]);
  });

  it("returns nothing to a caller whose role or session has ended since", async () => {
    const [host, editor] = [await signedInHost(), await signedInHost()];
    const event = await makeEvent(host);
    await addMember(event.id, editor.id, "editor");
    const [key, path, body] = [freshKey(), `/events/${event.id}/guests`, { name: "Grace" }];
    expect((await editor.api("POST", path, body, key)).status).toBe(201);
    const demoted = "update event_collaborators set role = 'viewer' where user_id = ?";
    await env.DB.prepare(demoted).bind(editor.id).run();
    expect((await editor.api("POST", path, body, key)).status).toBe(403);
    await env.DB.prepare("delete from event_collaborators where user_id = ?").bind(editor.id).run();
    expect((await editor.api("POST", path, body, key)).status).toBe(404);
    const ended = "update users set sessions_valid_from = sessions_valid_from + 3600000 where id = ?";
    await env.DB.prepare(ended).bind(editor.id).run();
    expect((await editor.api("POST", path, body, key)).status).toBe(401);
  });
});

describe("Idempotency-Key", () => {
  it("stays unused when its request was rejected", async () => {
    const host = await signedInHost();
    await makeEvent(host);
    const [key, body] = [freshKey(), eventBody()];
    expect((await host.api("POST", "/events", { ...body, venu: "typo" }, key)).status).toBe(400);
    expect((await host.api("POST", "/events", body, key)).status).toBe(402);
    expect((await host.api("POST", "/events", { ...body, end_time: body.event_date }, key)).status).toBe(400);
    await grantTier(host.id, "pro");
    const response = await host.api("POST", "/events", body, key);
    expect([response.status, isReplay(response)]).toEqual([201, false]);
  });

  it.each([
    ["empty", ""],
    ["longer than 255 characters", "k".repeat(256)],
    ["torn by a control character", "one\u0001two"],
    ["torn by a tab", "one\ttwo"],
  ])("returns 400 when it is %s", async (_, key) => {
    const host = await signedInHost();
    const response = await host.api("POST", "/events", eventBody(), { "Idempotency-Key": key });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: "validation_failed",
      errors: [{ path: "Idempotency-Key" }],
    });
    expect(await eventsOf(host)).toEqual([]);
  });

  it("accepts 255 printable characters", async () => {
    const host = await signedInHost();
    const key = { "Idempotency-Key": `"${"k %;".repeat(63)}x"` };
    expect(key["Idempotency-Key"]).toHaveLength(255);
    const body = eventBody();
    expect((await host.api("POST", "/events", body, key)).status).toBe(201);
    expect(isReplay(await host.api("POST", "/events", body, key))).toBe(true);
  });

  it("costs no round trip, because the record is in the D1 batch of the change", async () => {
    const host = await signedInHost({ tier: "pro" });
    const create = (key: Record<string, string>) =>
      costOf(
        new Request("https://usher.test/events", {
          method: "POST",
          headers: { Authorization: `Bearer ${host.token}`, "Content-Type": "application/json", ...key },
          body: JSON.stringify(eventBody()),
        }),
        recordingEnv(),
      );
    const [without, withKey] = [await create({}), await create(freshKey())];
    expect([without.response.status, withKey.response.status]).toEqual([201, 201]);
    expect([withKey.roundTrips, withKey.d1Calls]).toEqual([without.roundTrips, without.d1Calls]);
    expect(withKey.roundTrips).toBe(2);
  });

  it("disappears after its expiry", async () => {
    const host = await signedInHost();
    await host.api("POST", "/events", eventBody(), freshKey());
    const stored = async () =>
      (await env.DB.prepare("select count(*) as n from idempotency_keys where user_id = ?").bind(host.id).first())?.n;
    await runScheduler();
    expect(await stored()).toBe(1);
    await env.DB.prepare("update idempotency_keys set created_at = created_at - ? where user_id = ?")
      .bind(DAY_MS + 1, host.id)
      .run();
    await runScheduler();
    expect(await stored()).toBe(0);
  });
});

/** Each batch is committed; its response is then delivered to the Worker or lost. */
type BatchOutcome = "answered" | "lost";

/** Sends a request through the Worker with these outcomes of its database batches, the last one for all further batches. */
async function withBatchOutcomes(
  request: Request,
  outcomes: readonly [BatchOutcome, ...BatchOutcome[]],
): Promise<Response> {
  let batches = 0;
  const DB = replaced(env.DB, {
    withSession: (constraint: D1SessionConstraint) => {
      const session = env.DB.withSession(constraint);
      return replaced(session, {
        async batch(statements: D1PreparedStatement[]) {
          const outcome = outcomes[Math.min(batches++, outcomes.length - 1)];
          const results = await session.batch(statements);
          if (outcome === "lost") throw new Error("D1_ERROR: Network connection lost.");
          return results;
        },
      });
    },
  });
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...UNARMED_SCHEDULER, DB }, context);
  await waitOnExecutionContext(context);
  return response;
}

describe("Idempotency-Key (lost responses)", () => {
  function creation(host: Host, key: Record<string, string>, body: unknown): Request {
    return new Request("https://usher.test/events", {
      method: "POST",
      headers: { Authorization: `Bearer ${host.token}`, "Content-Type": "application/json", ...key },
      body: JSON.stringify(body),
    });
  }

  it("returns the result when a second read shows that it was committed", async () => {
    const host = await signedInHost({ tier: "pro" });
    const response = await withBatchOutcomes(creation(host, freshKey(), eventBody()), ["answered", "lost", "answered"]);
    expect(response.status).toBe(201);
    expect(await eventsOf(host)).toEqual(["Gala"]);
  });

  it("executes once when the Worker died after the write and the request is retried", async () => {
    const host = await signedInHost({ tier: "pro" });
    const [key, body] = [freshKey(), eventBody()];
    const failed = await withBatchOutcomes(creation(host, key, body), ["answered", "lost"]);
    expect(failed.status).toBe(503);
    const [event] = (await (await host.api("GET", "/events")).json<{ items: WireEvent[] }>()).items;
    const retry = await host.api("POST", "/events", body, key);
    expect([retry.status, isReplay(retry)]).toEqual([201, true]);
    expect(await retry.json()).toEqual(event);
    expect(await eventsOf(host)).toEqual(["Gala"]);
  });

  it("keeps the stored image, whether the second read is its own or the retry's", async () => {
    const host = await signedInHost({ tier: "pro" });
    const outcomes: (readonly [BatchOutcome, ...BatchOutcome[]])[] = [
      ["answered", "lost", "answered"],
      ["answered", "lost"],
    ];
    for (const answers of outcomes) {
      const headers = { Authorization: `Bearer ${host.token}`, ...freshKey() };
      const sending = () => {
        const form = new FormData();
        form.set("file", new File([bytesOf(plain)], "plain.png"));
        return new Request("https://usher.test/uploads/image", { method: "POST", headers, body: form });
      };
      const first = await withBatchOutcomes(sending(), answers);
      const marked = first.ok ? first : await withBatchOutcomes(sending(), ["answered"]);
      const { url } = await marked.json<{ url: string }>();
      expect([marked.status, isReplay(marked)]).toEqual([201, true]);
      expect((await call("GET", url)).status).toBe(200);
    }
  });

  it("executes twice without a key, so the key prevents it", async () => {
    const host = await signedInHost({ tier: "pro" });
    const body = eventBody();
    expect((await withBatchOutcomes(creation(host, {}, body), ["answered", "lost"])).status).toBe(503);
    await host.api("POST", "/events", body);
    expect(await eventsOf(host)).toEqual(["Gala", "Gala"]);
  });
});

describe("issueToken (Idempotency-Key)", () => {
  it("returns 201 for the first request and every retry", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id);
    const [key, path, body] = [freshKey(), `/events/${event.id}/tokens`, { guest_id: guest.id }];
    const first = await host.api("POST", path, body, key);
    const second = await host.api("POST", path, body, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.text()).toBe(await first.text());
    const existing = await host.api("POST", path, body, freshKey());
    expect([existing.status, isReplay(existing)]).toEqual([200, false]);
  });

  it("rotates once, so the retry does not revoke the new link", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id);
    const old = await issueLink(host, event.id, guest.id);
    const [key, path, body] = [freshKey(), `/events/${event.id}/tokens/rotate`, { guest_id: guest.id }];
    const answers = await Promise.all(Array.from({ length: 4 }, () => host.api("POST", path, body, key)));
    const links = new Set(
      await Promise.all(answers.map(async (answer) => (await answer.json<{ link: string }>()).link)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(links.size).toBe(1);
    const [link] = links;
    const token = link?.slice(link.lastIndexOf("/") + 1) ?? "";
    expect((await call("GET", `/access/${token}`)).status).toBe(200);
    expect((await call("GET", `/access/${old.token}`)).status).toBe(404);
  });

  it("stores no secret, neither the link nor the key", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id);
    const key = freshKey();
    const issued = await host.api("POST", `/events/${event.id}/tokens`, { guest_id: guest.id }, key);
    const { link } = await issued.json<{ link: string }>();
    const stored = await env.DB.prepare("select * from idempotency_keys where user_id = ?").bind(host.id).all();
    expect(stored.results).toHaveLength(1);
    const text = JSON.stringify(stored.results);
    expect(text).toContain(guest.id);
    expect(text).not.toContain(link.slice(link.lastIndexOf("/") + 1));
    expect(text).not.toContain(key["Idempotency-Key"]);
  });
});

describe("walk-in (Idempotency-Key)", () => {
  it("checks the guest in once, however often the request is sent", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const [key, path, body] = [freshKey(), `/events/${event.id}/walk-ins`, { name: "Grace", arrival_count: 2 }];
    const first = await host.api("POST", path, body, key);
    const second = await host.api("POST", path, body, key);
    expect([first.status, second.status, isReplay(second)]).toEqual([201, 201, true]);
    expect(await second.text()).toBe(await first.text());
    expect(await guestsOf(host, event.id)).toHaveLength(1);
  });
});

describe("live ticket (Idempotency-Key)", () => {
  it("returns the same ticket for a retry, opens one socket, and stores no ticket", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const [key, body] = [freshKey(), { event_id: event.id }];
    const ask = (headers: Record<string, string>) => host.api("POST", "/auth/ws-ticket", body, headers);
    const [first, second, other] = [await ask(key), await ask(key), await ask(freshKey())];
    expect([first.status, second.status, isReplay(second), isReplay(other)]).toEqual([201, 201, true, false]);
    const { ticket, url } = await first.json<{ ticket: string; url: string }>();
    expect(await second.json()).toMatchObject({ ticket });
    expect((await other.json<{ ticket: string }>()).ticket).not.toBe(ticket);
    const open = () => call("GET", url.slice(url.indexOf("/events/")), undefined, { Upgrade: "websocket" });
    const [opened, again] = [await open(), await open()];
    expect([opened.status, again.status]).toEqual([101, 401]);
    opened.webSocket?.accept();
    opened.webSocket?.close();
    const stored = await env.DB.prepare("select * from idempotency_keys where user_id = ?").bind(host.id).all();
    expect(JSON.stringify(stored.results)).not.toContain(ticket);
  });

  it("returns 409 for another event with the same key", async () => {
    const host = await signedInHost({ tier: "pro" });
    const [one, two] = [await makeEvent(host), await makeEvent(host)];
    const key = freshKey();
    expect((await host.api("POST", "/auth/ws-ticket", { event_id: one.id }, key)).status).toBe(201);
    const response = await host.api("POST", "/auth/ws-ticket", { event_id: two.id }, key);
    expect([response.status, await response.json()]).toMatchObject([409, { error: "idempotency_key_reused" }]);
  });
});

/** Routes that create something without an `Idempotency-Key`. */
const WITHOUT_KEY: Record<string, string> = {
  addPasskey: "its challenge works once",
  renewRecoveryCodes: "the codes are shown once and not stored as text",
  setUpTotp: "the secret is shown once, and a second set-up replaces the first until one is confirmed",
};

describe("OpenAPI document", () => {
  it("names the Idempotency-Key header on every route that creates something for a user", () => {
    const making = secured.flatMap(({ method, operation }) =>
      method === "post" && "201" in operation.responses ? [operation] : [],
    );
    const missing = making.filter(
      ({ parameters = [] }) => !parameters.some((each) => each.in === "header" && each.name === "Idempotency-Key"),
    );
    expect(missing.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(WITHOUT_KEY).sort());
    expect(making.length).toBeGreaterThan(missing.length);
  });
});
