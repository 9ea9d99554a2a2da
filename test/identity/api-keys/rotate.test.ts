import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { endExpiredKeys } from "../../../src/identity/api-keys/end-expired-keys.ts";
import { HOUR_MS } from "../../../src/kernel/clock.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { callWithKey, type MadeKey, makeKey } from "../../support/api-key.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { mailTo } from "../../support/mailbox.ts";
import { ageProof } from "../../support/second-factors.ts";

type Rotated = Omit<MadeKey, "api"> & { replaced_by: string | null };

const rotate = (host: Host, keyId: string, body: object = {}, headers: Record<string, string> = {}) =>
  host.api("POST", `/api-keys/${keyId}/rotate`, body, headers);

const statusOf = async (key: string) => (await callWithKey(key, "GET", "/events")).status;

const listed = async (host: Host) => (await (await host.api("GET", "/api-keys")).json<{ items: Rotated[] }>()).items;

const errorOf = async (response: Response) => [response.status, (await response.json<{ error: string }>()).error];

describe("POST /api-keys/{keyId}/rotate", () => {
  it("returns a new key with the same rights, and ends the old one immediately", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 1);
    const old = await makeKey(host, {
      name: "CRM sync",
      scopes: ["events:read", "guests:read"],
      event_ids: [eventId],
      allowed_networks: ["0.0.0.0/0", "::/0"],
    });
    expect(await statusOf(old.key)).toBe(200);
    const response = await rotate(host, old.id);
    expect(response.status).toBe(201);
    const made = await response.json<Rotated>();
    const { name, scopes, event_ids, allowed_networks, expires_at } = old;
    expect(made).toMatchObject({ name, scopes, event_ids, allowed_networks, expires_at, replaced_by: null });
    expect([made.id === old.id, made.key === old.key]).toEqual([false, false]);
    expect([await statusOf(old.key), await statusOf(made.key)]).toEqual([401, 200]);
    expect((await listed(host)).map(({ id }) => id)).toEqual([made.id]);
    const mail = await mailTo(host.email, { subject: "An API key was replaced" });
    expect(mail.text).toContain("“CRM sync”");
    const { log } = await (await host.api("GET", "/me/security")).json<{ log: { items: { what: string }[] } }>();
    expect(log.items[0]?.what).toBe("api_key_rotated");
  });

  it("keeps the old key for the hours, and moves its webhook endpoints to the new one immediately", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 1);
    const old = await makeKey(host);
    const endpoint = await (
      await old.api("POST", "/webhook-endpoints", {
        url: "https://hooks.example.com/usher",
        types: ["rsvp.submitted"],
        event_id: eventId,
      })
    ).json<{ id: string }>();
    const made = await (await rotate(host, old.id, { hours: 2 })).json<Rotated>();
    expect([await statusOf(old.key), await statusOf(made.key)]).toEqual([200, 200]);
    const change = async (key: string) => {
      const response = await callWithKey(key, "PATCH", `/webhook-endpoints/${endpoint.id}`, { status: "disabled" });
      return response.status;
    };
    expect([await change(old.key), await change(made.key)]).toEqual([403, 200]);
    const kept = (await listed(host)).find(({ id }) => id === old.id);
    expect(kept?.replaced_by).toBe(made.id);
    expect(Date.parse(kept?.expires_at ?? "") - Date.now()).toBeGreaterThan(HOUR_MS);
    expect(await errorOf(await rotate(host, old.id))).toEqual([409, "api_key_ended"]);
    // The isolate still knows the old key with its first expiry. The Scheduler's row ends it.
    await env.DB.prepare("update api_keys set expires_at = ? where id = ?")
      .bind(Date.now() - 1, old.id)
      .run();
    await endExpiredKeys(createRequestContext(env, () => undefined));
    expect([await statusOf(old.key), await statusOf(made.key)]).toEqual([401, 200]);
    expect((await listed(host)).map(({ id }) => id)).toEqual([made.id]);
    expect((await host.api("GET", `/webhook-endpoints/${endpoint.id}`)).status).toBe(200);
  });

  it("replaces a key once for concurrent rotations", async () => {
    const host = await signedInHost();
    for (const hours of [0, 24]) {
      const old = await makeKey(host);
      const responses = await Promise.all([1, 2, 3, 4].map(() => rotate(host, old.id, { hours })));
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual(hours === 0 ? [201, 404, 404, 404] : [201, 409, 409, 409]);
    }
    expect((await listed(host)).filter(({ replaced_by: by }) => by === null)).toHaveLength(2);
  });

  it("returns the same key to a repeated request with an Idempotency-Key", async () => {
    const host = await signedInHost();
    const old = await makeKey(host);
    const headers = { "Idempotency-Key": "rotate-0001" };
    const [first, second] = [await rotate(host, old.id, {}, headers), await rotate(host, old.id, {}, headers)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
    expect(await listed(host)).toHaveLength(1);
  });

  it("refuses a deleted, expired or foreign key, a key as caller, a long overlap and an old proof", async () => {
    const [host, other] = await Promise.all([signedInHost(), signedInHost()]);
    const [deleted, expired, own] = [await makeKey(host), await makeKey(host), await makeKey(host)];
    await host.api("DELETE", `/api-keys/${deleted.id}`);
    await env.DB.prepare("update api_keys set expires_at = ? where id = ?")
      .bind(Date.now() - 1, expired.id)
      .run();
    expect(await errorOf(await rotate(host, deleted.id))).toEqual([404, "not_found"]);
    expect(await errorOf(await rotate(host, expired.id))).toEqual([409, "api_key_ended"]);
    expect(await errorOf(await rotate(other, own.id))).toEqual([404, "not_found"]);
    expect(await errorOf(await own.api("POST", `/api-keys/${own.id}/rotate`, {}))).toEqual([403, "session_required"]);
    expect(await errorOf(await rotate(host, own.id, { hours: 73 }))).toEqual([400, "validation_failed"]);
    await ageProof(host);
    expect(await errorOf(await rotate(host, own.id))).toEqual([403, "step_up_required"]);
    expect(await statusOf(own.key)).toBe(200);
  });

  it("rotates one of 25 keys, also while its old key still works", async () => {
    const host = await signedInHost();
    const keys: MadeKey[] = [];
    for (let made = 0; made < 25; made++) keys.push(await makeKey(host));
    expect((await rotate(host, keys[0]?.id ?? "", { hours: 1 })).status).toBe(201);
    expect(await errorOf(await host.api("POST", "/api-keys", { name: "More", scopes: ["events:read"] }))).toEqual([
      409,
      "api_keys_full",
    ]);
  });
});
