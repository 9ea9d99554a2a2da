import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../src/kernel/clock.ts";
import { newId } from "../../../src/kernel/ids.ts";
import { noteHeads } from "../../../src/platform/audit/noted-heads.ts";
import { sealRecords, sealUnsealed } from "../../../src/platform/audit/seal-records.ts";
import { busMessage } from "../../../src/platform/outbox/enqueue.ts";
import { eraseOutsideDatabase } from "../../../src/privacy/erase-outside-database.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { freshEmail, type Host, signedInHost } from "../../support/account.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { addMember } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../../support/guest.ts";
import { racingDatabases } from "../../support/race.ts";
import { sealedRecords } from "../../support/records.ts";

interface Verification {
  status: "intact" | "broken";
  records: number;
  sealed: number;
  erased: number;
  head: { sequence: number; hash: string } | null;
  first_broken: { sequence: number; id: string | null; reason: string } | null;
  noted_head: "kept" | "lost" | null;
  own_note: "kept" | "lost" | null;
}

async function verify(host: Host, eventId: string, query = ""): Promise<Verification> {
  const response = await host.api("GET", `/events/${eventId}/audit/verify${query}`);
  expect(response.status).toBe(200);
  return response.json<Verification>();
}

/** An event with this many sealed records. */
async function eventWithRecords(count: number): Promise<{ host: Host; eventId: string }> {
  const host = await signedInHost();
  const { id: eventId } = await makeEvent(host);
  for (let index = 0; index < count; index++) {
    await host.api("POST", `/events/${eventId}/security/allowlist`, {
      ip_cidr: `192.0.2.${index}`,
      note: `no. ${index}`,
    });
  }
  expect(await verify(host, eventId)).toMatchObject({ status: "intact", records: count, sealed: count });
  return { host, eventId };
}

function run(sql: string, ...values: unknown[]): Promise<unknown> {
  return env.DB.prepare(sql)
    .bind(...values)
    .run();
}

describe("GET /events/{eventId}/audit/verify", () => {
  it("grows with each change, and is sealed after the response", async () => {
    const { host, eventId } = await eventWithRecords(1);
    await host.api("PUT", `/events/${eventId}/security/thresholds`, { medium: 20, high: 50, block: 90 });
    // By the request itself: verifying would seal what is left.
    const items = await eventually(async () => {
      const page = await host.api("GET", `/events/${eventId}/audit`);
      const found = (await page.json<{ items: { sequence: number; hash: string | null }[] }>()).items;
      for (const { hash } of found) expect(hash).toMatch(/^[0-9a-f]{64}$/);
      return found;
    });
    expect(items.map(({ sequence }) => sequence)).toEqual([2, 1]);
    const found = await verify(host, eventId);
    // The Scheduler may have noted the head by now.
    expect(found).toEqual({
      status: "intact",
      records: 2,
      sealed: 2,
      erased: 0,
      head: { sequence: 2, hash: items[0]?.hash },
      first_broken: null,
      noted_head: null,
      own_note: expect.toBeOneOf([null, "kept"]),
    });
  });

  const TAMPERINGS: [string, string, { sequence: number; reason: string }][] = [
    [
      "changed content",
      `update audit_records set "after" = '{"note":"other"}' where $3`,
      { sequence: 3, reason: "changed" },
    ],
    [
      "another actor",
      "update audit_records set actor_id = '00000000-0000-7000-8000-000000000000' where $3",
      { sequence: 3, reason: "changed" },
    ],
    ["another time", "update audit_records set at = at + 1 where $3", { sequence: 3, reason: "changed" }],
    ["content that looks erased", `update audit_records set salt = null where $3`, { sequence: 3, reason: "changed" }],
    ["a removed record", "delete from audit_records where $3", { sequence: 3, reason: "missing" }],
    ["a removed last record", "delete from audit_records where $5", { sequence: 5, reason: "missing" }],
    [
      "records that changed places",
      `update audit_records set sequence = -sequence where event_id = ?1 and sequence in (3, 4);
       update audit_records set sequence = iif(sequence = -3, 4, 3) where event_id = ?1 and sequence < 0`,
      { sequence: 3, reason: "changed" },
    ],
    [
      "a record in the place of a removed one",
      `delete from audit_records where $3;
       insert into audit_records (event_id, id, actor_id, action, at, sequence)
       select event_id, '01890000-0000-7000-8000-000000000001', actor_id, 'branding.updated', at, 3
       from audit_records where event_id = ?1 and sequence = 4`,
      { sequence: 3, reason: "inserted" },
    ],
    [
      "a record before the first",
      `insert into audit_records (event_id, id, actor_id, action, at, sequence)
       select event_id, '01890000-0000-7000-8000-000000000002', actor_id, 'branding.updated', at, 0
       from audit_records where event_id = ?1 and sequence = 1`,
      { sequence: 0, reason: "inserted" },
    ],
    [
      "a record after the last with a made-up hash",
      `insert into audit_records (event_id, id, actor_id, action, at, sequence, salt, content_digest, hash)
       select event_id, '01890000-0000-7000-8000-000000000003', actor_id, action, at, 6, salt, content_digest, hash
       from audit_records where event_id = ?1 and sequence = 5`,
      { sequence: 6, reason: "inserted" },
    ],
    [
      "a record of the past that is appended",
      `insert into audit_records (event_id, id, actor_id, action, at, sequence)
       select event_id, '01890000-0000-7000-8000-000000000004', actor_id, 'branding.updated', at - 3600000, 6
       from audit_records where event_id = ?1 and sequence = 5`,
      { sequence: 6, reason: "inserted" },
    ],
  ];

  it.each(TAMPERINGS)("reports the chain as broken by %s", async (_, statements, broken) => {
    const { host, eventId } = await eventWithRecords(5);
    for (const statement of statements.split(";")) {
      await run(statement.replace(/\$(\d)/, "event_id = ?1 and sequence = $1"), eventId);
    }
    expect(await verify(host, eventId)).toMatchObject({ status: "broken", first_broken: broken });
    // Later changes do not heal it.
    await host.api("POST", `/events/${eventId}/security/allowlist`, { ip_cidr: "198.51.100.1" });
    expect(await verify(host, eventId)).toMatchObject({
      status: "broken",
      first_broken: { sequence: broken.sequence },
    });
  });

  it("finds a recomputed chain by a head that was noted before", async () => {
    const { host, eventId } = await eventWithRecords(3);
    const { head } = await verify(host, eventId);
    const noted = `?sequence=${head?.sequence}&head=${head?.hash}`;
    await host.api("POST", `/events/${eventId}/security/allowlist`, { ip_cidr: "198.51.100.1" });
    expect(await verify(host, eventId, noted)).toMatchObject({ status: "intact", sealed: 4, noted_head: "kept" });
    // An attacker who can write to the database can compute everything again.
    await run(`update audit_records set "after" = null where event_id = ? and sequence = 2`, eventId);
    await run("update audit_records set hash = null, salt = null, content_digest = null where event_id = ?", eventId);
    await run("delete from audit_chains where event_id = ?", eventId);
    expect(await verify(host, eventId)).toMatchObject({ status: "intact", sealed: 4 });
    expect(await verify(host, eventId, noted)).toMatchObject({ status: "intact", noted_head: "lost" });
    for (const half of [
      "?sequence=1",
      `?head=${head?.hash}`,
      `?sequence=0&head=${head?.hash}`,
      "?sequence=1&head=abc",
    ]) {
      expect((await host.api("GET", `/events/${eventId}/audit/verify${half}`)).status).toBe(400);
    }
  });

  it("finds a recomputed chain by the head that the Scheduler noted outside the database", async () => {
    const { host, eventId } = await eventWithRecords(3);
    const ctx = createRequestContext(env, () => undefined);
    await noteHeads(ctx);
    expect(await verify(host, eventId)).toMatchObject({ status: "intact", own_note: "kept" });
    await run(`update audit_records set "after" = null where event_id = ? and sequence = 2`, eventId);
    await run("update audit_records set hash = null, salt = null, content_digest = null where event_id = ?", eventId);
    await run("delete from audit_chains where event_id = ?", eventId);
    expect(await verify(host, eventId)).toMatchObject({ status: "intact", own_note: "lost" });
    // Neither later changes nor the next note hide it.
    await host.api("POST", `/events/${eventId}/security/allowlist`, { ip_cidr: "198.51.100.1" });
    expect(await verify(host, eventId)).toMatchObject({ status: "intact", sealed: 4 });
    await noteHeads(ctx);
    expect(await verify(host, eventId)).toMatchObject({ status: "intact", own_note: "lost" });
    // A note without a signature of the key is ignored.
    await env.KV.put(`audit-head:${eventId}`, "forged");
    expect(await verify(host, eventId)).toMatchObject({ own_note: null });
  });

  it("keeps its note while the chain grows, and deletes it with the event", async () => {
    const { host, eventId } = await eventWithRecords(1);
    const ctx = createRequestContext(env, () => undefined);
    await noteHeads(ctx);
    const first = await env.KV.get(`audit-head:${eventId}`);
    await noteHeads(ctx);
    expect(await env.KV.get(`audit-head:${eventId}`)).toBe(first);
    await host.api("POST", `/events/${eventId}/security/allowlist`, { ip_cidr: "198.51.100.1" });
    expect(await verify(host, eventId)).toMatchObject({ sealed: 2, own_note: "kept" });
    await noteHeads(ctx);
    expect(await env.KV.get(`audit-head:${eventId}`)).not.toBe(first);
    expect(await verify(host, eventId)).toMatchObject({ status: "intact", own_note: "kept" });
    await run("delete from events where id = ?", eventId);
    const forget = busMessage(ctx, "access.forget", { event_id: eventId });
    // The queue delivers the message again while the engine does not respond.
    await eventually(() => eraseOutsideDatabase(ctx, forget));
    expect(await env.KV.get(`audit-head:${eventId}`)).toBeNull();
  });

  it("stays intact when the content of a record is erased with an account", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { id: eventId } = await makeEvent(host);
    const invited = await signedInHost();
    for (const email of [freshEmail(), invited.email]) {
      await host.api("POST", `/events/${eventId}/collaborators`, { email, role: "viewer" });
    }
    const before = await verify(host, eventId);
    expect((await invited.api("DELETE", "/me")).status).toBe(204);
    expect(await verify(host, eventId, `?sequence=2&head=${before.head?.hash}`)).toEqual({
      ...before,
      own_note: expect.toBeOneOf([null, "kept"]),
      erased: 1,
      noted_head: "kept",
    });
    const { results } = await env.DB.prepare("select * from audit_records where event_id = ?").bind(eventId).all();
    expect(JSON.stringify(results)).not.toContain(invited.email);
    // Nothing is left with which the digest of the address could be tried.
    expect(results[1]).toMatchObject({ target: null, after: null, salt: null });
  });

  it("verifies one chain of 40 parallel writers, without gaps", async () => {
    const host = await signedInHost();
    const { id: eventId } = await makeEvent(host);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const body = { ip_cidr: `198.51.100.${index}` };
        return (await host.api("POST", `/events/${eventId}/security/allowlist`, body)).status;
      }),
    );
    const contexts = [1, 2, 3].map(() => createRequestContext(env, () => undefined));
    await Promise.all(contexts.map((ctx) => sealRecords(ctx, eventId)));
    const written = statuses.filter((status) => status === 201).length;
    expect(await verify(host, eventId)).toMatchObject({ status: "intact", records: written, sealed: written });
    const { results } = await env.DB.prepare("select sequence from audit_records where event_id = ? order by sequence")
      .bind(eventId)
      .all<{ sequence: number }>();
    expect(results.map(({ sequence }) => sequence)).toEqual(Array.from({ length: written }, (_, index) => index + 1));
  });

  it("counts records sealed by requests that create and revoke a door device and undo a check-in", async () => {
    const host = await signedInHost({ tier: "business" });
    const { id: eventId } = await makeEvent(host, { event_date: new Date(Date.now() + HOUR_MS).toISOString() });
    const { id: guestId } = await addGuest(host, eventId);
    // Without the Scheduler, only the requests seal.
    await stopScheduler();
    const api = async (method: string, path: string, body?: object) => {
      const response = await host.api(method, `/events/${eventId}${path}`, body);
      expect(response.ok, path).toBe(true);
      return response;
    };
    const madeBy = async (path: string, body: object) =>
      (await (await api("POST", path, body)).json<{ id: string }>()).id;
    const deviceId = await madeBy("/door-devices", { name: "Side entrance", rights: ["scan"] });
    expect(await sealedRecords(eventId)).toBe(1);
    await api("DELETE", `/door-devices/${deviceId}`);
    expect(await sealedRecords(eventId)).toBe(2);
    await api("DELETE", `/check-ins/${await madeBy("/check-in", { guest_id: guestId, override: true })}`);
    expect(await sealedRecords(eventId)).toBe(3);
  });

  describe("sealRecords (concurrent requests)", () => {
    /** Appends a record that is not sealed. */
    const append = (eventId: string, sequence: number) =>
      run(
        `insert into audit_records (event_id, id, actor_id, action, at, sequence)
         select id, ?2, host_id, 'thresholds.updated', ?3, ?3 from events where id = ?1`,
        eventId,
        newId(sequence),
        sequence,
      );

    it("reads the chain again, and seals both requests' records once", async () => {
      const host = await signedInHost();
      const { id: eventId } = await makeEvent(host);
      await append(eventId, 1);
      const seal = () =>
        sealRecords(
          createRequestContext(env, () => undefined),
          eventId,
        );
      const extend = async () => {
        await seal();
        await append(eventId, 2);
        await seal();
      };
      const { databases, seen } = racingDatabases(extend, {}, 1);
      await sealRecords(
        createRequestContext({ ...env, ...databases }, () => undefined),
        eventId,
      );
      expect(seen.changes).toBe(1);
      expect(await verify(host, eventId)).toMatchObject({ status: "intact", records: 2, sealed: 2 });
    });

    it("leaves the records to the next request after five attempts", async () => {
      const host = await signedInHost();
      const { id: eventId } = await makeEvent(host);
      await append(eventId, 1);
      const extend = async (attempt: number) => {
        await sealRecords(
          createRequestContext(env, () => undefined),
          eventId,
        );
        await append(eventId, attempt + 2);
      };
      const { databases, seen } = racingDatabases(extend, {});
      const losing = sealRecords(
        createRequestContext({ ...env, ...databases }, () => undefined),
        eventId,
      );
      await expect(losing).rejects.toThrow();
      expect(seen).toMatchObject({ changes: 5, batchesSince: 0 });
      expect(await verify(host, eventId)).toMatchObject({ status: "intact", records: 6, sealed: 6 });
    });
  });

  it("seals the records that requests left unsealed, over several batches, by the Scheduler", async () => {
    const host = await signedInHost();
    const { id: eventId } = await makeEvent(host);
    const rows = Array.from({ length: 250 }, (_, index) => ({ id: newId(index), at: index }));
    await run(
      `insert into audit_records (event_id, id, actor_id, action, "after", at, sequence)
       select ?1, value ->> 'id', ?2, 'thresholds.updated', json_object('no', key), value ->> 'at', key + 1
       from json_each(?3)`,
      eventId,
      host.id,
      JSON.stringify(rows),
    );
    await sealUnsealed(createRequestContext(env, () => undefined));
    const { results } = await env.DB.prepare(
      "select id from audit_records where event_id = ? and hash is not null order by sequence",
    )
      .bind(eventId)
      .all<{ id: string }>();
    expect(results.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(await verify(host, eventId)).toMatchObject({ status: "intact", records: 250, sealed: 250 });
  });

  it("accepts only owners", async () => {
    const { eventId } = await eventWithRecords(1);
    for (const [role, status] of [
      ["viewer", 403],
      ["editor", 403],
      ["owner", 200],
    ] as const) {
      const member = await signedInHost();
      await addMember(eventId, member.id, role);
      expect((await member.api("GET", `/events/${eventId}/audit/verify`)).status).toBe(status);
    }
    expect((await (await signedInHost()).api("GET", `/events/${eventId}/audit/verify`)).status).toBe(404);
  });
});

describe("audit trail", () => {
  it("records exports, rotated links, deleted guests, tickets and owner changes", async () => {
    const host = await signedInHost({ tier: "business" });
    const { id } = await makeEvent(host);
    const guest = await addGuest(host, id);
    await issueLink(host, id, guest.id);
    await host.api("POST", `/events/${id}/tokens/rotate`, { guest_id: guest.id });
    await host.api("GET", `/events/${id}/guests/export.csv`);
    await host.api("GET", `/events/${id}/analytics/export.csv`);
    await host.api("GET", `/events/${id}/guests/${guest.id}/data-export`);
    await host.api("POST", `/events/${id}/scanner-ticket`);
    await host.api("DELETE", `/events/${id}/guests/${guest.id}`);
    const page = await host.api("GET", `/events/${id}/audit`);
    const { items } = await page.json<{ items: { action: string; target: string | null; actor: { id: string } }[] }>();
    expect(items.map(({ action, target, actor }) => [action, target, actor.id]).reverse()).toEqual([
      ["link.rotated", guest.id, host.id],
      ["guests.exported", null, host.id],
      ["analytics.exported", null, host.id],
      ["guest.exported", guest.id, host.id],
      ["door_device.created", expect.any(String), host.id],
      ["guest.deleted", guest.id, host.id],
    ]);
  });
});
