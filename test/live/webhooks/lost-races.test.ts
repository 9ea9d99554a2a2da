import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, requestBy, signedInHost } from "../../support/account.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { makeEvent } from "../../support/guest.ts";
import { consume } from "../../support/queue.ts";
import { loseEveryRace, raceBeforeWrite } from "../../support/race.ts";
import { recordsOf } from "../../support/records.ts";
import { freshReceiver } from "../../support/webhook-receiver.ts";

const hostOf = (url: string): string => new URL(url).host;

const outcomeOf = async (response: Response) => [response.status, (await response.json<{ error: string }>()).error];

/** A host with an endpoint for one event. */
async function hooked() {
  const host = await signedInHost({ tier: "pro" });
  const { eventId } = await makeEventFixture(host.id, 1);
  const { url } = freshReceiver();
  const made = await host.api("POST", "/webhook-endpoints", { url, types: ["*"], event_id: eventId });
  const { id } = await made.json<{ id: string }>();
  const path = `/webhook-endpoints/${id}`;
  return {
    host,
    url,
    path,
    read: async () => (await host.api("GET", path)).json<{ url: string; types: string[] }>(),
    audited: async () => {
      const { items } = await (await host.api("GET", `/events/${eventId}/audit`)).json<{
        items: { action: string; before: unknown; after: unknown }[];
      }>();
      return items.map(({ action, before, after }) => ({ action, before, after }));
    },
    newVersion: async () => {
      await env.DB.prepare("update webhook_endpoints set updated_at = updated_at + 1 where id = ?").bind(id).run();
    },
  };
}

const endSessions = async (host: Host) => {
  const { items } = await (await host.api("GET", "/me/sessions")).json<{ items: { id: string }[] }>();
  for (const { id } of items) expect((await host.api("DELETE", `/me/sessions/${id}`)).status).toBe(204);
};

describe("PATCH /webhook-endpoints/{endpointId}", () => {
  it("records the types that a parallel request has set between read and write", async () => {
    const { host, path, read, audited } = await hooked();
    const { url } = freshReceiver();
    const late = await raceBeforeWrite(requestBy(host, "PATCH", path, { url }), () =>
      host.api("PATCH", path, { types: ["guest.created"] }),
    );
    expect(late.status).toBe(200);
    expect(await read()).toMatchObject({ url, types: ["guest.created"] });
    expect((await audited())[0]).toEqual({
      action: "webhook.updated",
      before: null,
      after: { host: hostOf(url), types: "guest.created" },
    });
  });

  it("returns 409 webhook_changed and changes nothing when the endpoint changes before each write", async () => {
    const { host, path, url, read, audited, newVersion } = await hooked();
    const request = requestBy(host, "PATCH", path, { url: freshReceiver().url });
    expect(await outcomeOf(await loseEveryRace(request, newVersion))).toEqual([409, "webhook_changed"]);
    expect(await read()).toMatchObject({ url });
    expect(await audited()).toHaveLength(1);
  });
});

describe("DELETE /webhook-endpoints/{endpointId}", () => {
  it("records the address that a parallel request has set between read and write", async () => {
    const { host, path, audited } = await hooked();
    const { url } = freshReceiver();
    const late = await raceBeforeWrite(requestBy(host, "DELETE", path), () => host.api("PATCH", path, { url }));
    expect(late.status).toBe(204);
    expect((await audited())[0]).toEqual({
      action: "webhook.deleted",
      before: { host: hostOf(url), types: "*" },
      after: null,
    });
  });
});

describe("POST /webhook-endpoints/{endpointId}/rotate-secret", () => {
  it.each([
    ["rotates the secret", (host: Host, path: string) => host.api("POST", `${path}/rotate-secret`)],
    ["changes the address", (host: Host, path: string) => host.api("PATCH", path, { url: freshReceiver().url })],
  ])("returns 409 webhook_changed when a parallel request %s between read and write", async (_, change) => {
    const { host, path, audited } = await hooked();
    const late = await raceBeforeWrite(requestBy(host, "POST", `${path}/rotate-secret`), async () =>
      expect((await change(host, path)).status).toBe(200),
    );
    expect(await outcomeOf(late)).toEqual([409, "webhook_changed"]);
    expect(await audited()).toHaveLength(2);
  });
});

describe("writes of a session (ended before the write)", () => {
  it.each([
    ["PATCH", "", { status: "disabled" }],
    ["DELETE", "", undefined],
    ["POST", "/rotate-secret", undefined],
  ] as const)("gets 401 for %s /webhook-endpoints/{endpointId}%s and changes nothing", async (method, step, body) => {
    const { host, path } = await hooked();
    const stored = () =>
      env.DB.prepare("select * from webhook_endpoints where user_id = ?").bind(host.id).first<object>();
    const before = await stored();
    const late = await raceBeforeWrite(requestBy(host, method, path + step, body), () => endSessions(host));
    expect(late.status).toBe(401);
    expect(await stored()).toEqual(before);
  });
});

describe("POST /webhook-endpoints for an event on another shard than the accounts", () => {
  it("records the endpoint once by its queue message when the request could not store the record", async () => {
    const host = await signedInHost({ tier: "business", shard: 1 });
    const event = await makeEvent(host);
    const trigger = "create trigger no_record before insert on audit_records when new.action = 'webhook.created'";
    await env.DB_1.prepare(`${trigger} begin select raise(abort, 'no record'); end`).run();
    const { url } = freshReceiver();
    const made = await host.api("POST", "/webhook-endpoints", { url, types: ["*"], event_id: event.id });
    expect(made.status).toBe(201);
    const { id } = await made.json<{ id: string }>();
    const row = await env.DB.prepare("select * from outbox where type = 'audit.record' and body ->> 'target_id' = ?")
      .bind(id)
      .first<{ id: string; type: string; body: string }>();
    const message = row && { id: row.id, type: row.type, body: JSON.parse(row.body) };
    expect((await consume("usher-notifier", [message])).retried).toMatchObject([{ index: 0 }]);
    expect(await recordsOf(host, event.id)).toEqual([]);
    await env.DB_1.prepare("drop trigger no_record").run();
    for (const _ of ["first", "repeated"]) expect((await consume("usher-notifier", [message])).acked).toEqual([0]);
    expect(await recordsOf(host, event.id)).toEqual([
      {
        action: "webhook.created",
        target: id,
        before: null,
        after: { host: hostOf(url), types: "*" },
        actor: { kind: "user", id: host.id, name: "Ada Host", api_key: null },
      },
    ]);
  });
});
