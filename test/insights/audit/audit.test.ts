import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newId } from "../../../src/kernel/ids.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { addMember, makeEventFixture } from "../../support/event-fixture.ts";
import { makeEvent } from "../../support/guest.ts";
import { costOf } from "../../support/recording-env.ts";

interface WireRecord {
  id: string;
  at: string;
  actor: { id: string; name: string };
  action: string;
  target: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

interface Page {
  items: WireRecord[];
  next_cursor: string | null;
}

async function recordsOf(host: Host, eventId: string, query = ""): Promise<Page> {
  const response = await host.api("GET", `/events/${eventId}/audit${query}`);
  expect(response.status).toBe(200);
  return response.json<Page>();
}

/** Audit records with times a second apart. */
async function insertRecords(eventId: string, actorId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({ id: newId(n * 1_000), note: `change ${n}`, at: n * 1_000 }));
  await env.DB.prepare(
    `insert into audit_records (event_id, id, actor_id, action, "before", "after", at, sequence)
     select ?1, value ->> 'id', ?2, 'thresholds.updated', null, json_object('note', value ->> 'note'), value ->> 'at',
       key + 1 + (select count(*) from audit_records where event_id = ?1)
     from json_each(?3)`,
  )
    .bind(eventId, actorId, JSON.stringify(rows))
    .run();
}

describe("GET /events/{eventId}/audit", () => {
  /**
   * @spec 1.15 "An audit trail records host configuration actions."
   * @spec 2.82 "Audit record | written for branding update, threshold update, allowlist add/remove, collaborator
   *   invite/role-change/remove, message create/send-now/cancel; fields: not shown"
   */
  it("lists actor and change, with the state before and after, newest first", async () => {
    const [host, editor] = [await signedInHost({ tier: "pro" }), await signedInHost({ name: "Edith" })];
    const { id } = await makeEvent(host);
    await addMember(id, editor.id, "editor");
    const began = Date.now();
    await host.api("POST", `/events/${id}/security/allowlist`, { ip_cidr: "192.0.2.7", note: "office" });
    await editor.api("PUT", `/events/${id}/branding`, { primary_color: "#ABC" });
    await host.api("DELETE", `/events/${id}/security/allowlist?ip_cidr=192.0.2.7`);
    const { items, next_cursor } = await recordsOf(host, id);
    expect(next_cursor).toBe(null);
    const nothing = { primary_color: null, font: null, logo_url: null, cover_url: null, theme: "plain" };
    expect(items.map(({ id: _, at: __, ...record }) => record)).toMatchObject([
      { action: "allowlist.removed", actor: { id: host.id }, target: "192.0.2.7/32", after: null },
      {
        action: "branding.updated",
        actor: { id: editor.id, name: "Edith" },
        target: null,
        before: nothing,
        after: { ...nothing, primary_color: "#aabbcc" },
      },
      {
        action: "allowlist.added",
        actor: { id: host.id, name: host.name },
        target: "192.0.2.7/32",
        before: null,
        after: { ip_cidr: "192.0.2.7/32", note: "office" },
      },
    ]);
    for (const { at } of items) {
      expect(Date.parse(at)).toBeGreaterThanOrEqual(began);
      expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
    }
  });

  it("records only the changed fields of an event, without an address", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { id, ...event } = await makeEvent(host);
    const event_date = new Date(Date.parse("2031-06-01T18:00:00Z")).toISOString();
    const changes = { event_date, capacity: 20, waitlist: false, reply_to: host.email, shift_messages: true };
    expect((await host.api("PATCH", `/events/${id}`, changes)).status).toBe(200);
    expect((await host.api("PATCH", `/events/${id}`, { capacity: 20 })).status).toBe(200);
    const { items } = await recordsOf(host, id);
    expect(items).toMatchObject([
      {
        action: "event.updated",
        actor: { id: host.id },
        before: { event_date: event.event_date, capacity: null, reply_to: null },
        after: { event_date, capacity: 20, reply_to: expect.stringMatching(/^.•••@e•••\.com$/) },
      },
    ]);
    expect(Object.keys(items[0]?.after ?? {}).sort()).toEqual(["capacity", "event_date", "reply_to"]);
  });

  it("contains no record of a rejected request", async () => {
    const host = await signedInHost();
    const { id } = await makeEvent(host);
    await host.api("PUT", `/events/${id}/branding`, { primary_color: "#abc" });
    await host.api("PUT", `/events/${id}/security/thresholds`, { medium: 60, high: 30, block: 85 });
    await host.api("POST", `/events/${id}/security/allowlist`, { ip_cidr: "not a network" });
    await host.api("DELETE", `/events/${id}/security/allowlist?ip_cidr=192.0.2.0%2F24`);
    expect((await recordsOf(host, id)).items).toEqual([]);
  });

  it("accepts only owners, and returns only records of their event", async () => {
    const [host, other] = [await signedInHost(), await signedInHost()];
    const [event, others] = [await makeEvent(host), await makeEvent(other)];
    await insertRecords(others.id, other.id, 3);
    expect((await recordsOf(host, event.id)).items).toEqual([]);
    for (const [role, status] of [
      ["viewer", 403],
      ["editor", 403],
      ["owner", 200],
    ] as const) {
      const member = await signedInHost();
      await addMember(event.id, member.id, role);
      expect((await member.api("GET", `/events/${event.id}/audit`)).status).toBe(status);
    }
    expect((await host.api("GET", `/events/${others.id}/audit`)).status).toBe(404);
  });

  it("returns pages without gaps or repetitions", async () => {
    const host = await signedInHost();
    const { id } = await makeEvent(host);
    await insertRecords(id, host.id, 25);
    const notes: unknown[] = [];
    let query = "?limit=10";
    for (let pages = 0; pages < 3; pages++) {
      const { items, next_cursor } = await recordsOf(host, id, query);
      notes.push(...items.map(({ after }) => after?.note));
      query = `?limit=10&cursor=${next_cursor}`;
      expect(next_cursor === null).toBe(pages === 2);
    }
    expect(notes).toEqual(Array.from({ length: 25 }, (_, n) => `change ${24 - n}`));
    for (const wrong of ["?limit=0", "?limit=201", "?cursor=nonsense", "?limit=ten"]) {
      expect((await host.api("GET", `/events/${id}/audit${wrong}`)).status).toBe(400);
    }
  });

  it("keeps the records of a deleted account, without the name", async () => {
    const [host, editor] = [await signedInHost({ tier: "pro" }), await signedInHost({ name: "Edith" })];
    const { id } = await makeEvent(host);
    await addMember(id, editor.id, "editor");
    await editor.api("PUT", `/events/${id}/branding`, { font: "Georgia" });
    expect((await editor.api("DELETE", "/me")).status).toBe(204);
    const { items } = await recordsOf(host, id);
    expect(items).toHaveLength(1);
    expect(items[0]?.actor.id).toBe(editor.id);
    expect(JSON.stringify(items)).not.toContain("Edith");
  });

  it("makes one round trip, and reads no more than it returns, for any number of records", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 1);
    await insertRecords(eventId, host.id, 1_000);
    const { response, roundTrips, d1Calls, rowsRead } = await costOf(
      new Request(`https://usher.test/events/${eventId}/audit?limit=20`, {
        headers: { Authorization: `Bearer ${host.token}` },
      }),
    );
    expect((await response.json<Page>()).items).toHaveLength(20);
    expect([roundTrips, d1Calls]).toEqual([1, 1]);
    // A record and its actor each, one more record to detect a next page, and the check of the role.
    expect(rowsRead).toBeLessThanOrEqual(2 * 21 + 10);
  });
});
