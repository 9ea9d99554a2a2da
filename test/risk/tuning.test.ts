import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { logAccesses } from "../support/access-logs.ts";
import { type Host, requestBy, signedInHost } from "../support/account.ts";
import { addMember, type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { openRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite } from "../support/race.ts";
import { costOf } from "../support/recording-env.ts";

const DEFAULTS = { medium: 30, high: 60, block: 85 };
const NO_ACCESS = { low: 0, medium: 0, high: 0, block: 0, unscored: 0 };

interface Setting extends EventFixture {
  host: Host;
  security: string;
}

/** A host with an event of one invited guest. */
async function setting(): Promise<Setting> {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  return { ...fixture, host, security: `/events/${fixture.eventId}/security` };
}

async function read<T>(host: Host, path: string): Promise<T> {
  const response = await host.api("GET", path);
  expect(response.status, path).toBe(200);
  return response.json<T>();
}

interface Problem {
  error: string;
  detail: string;
  errors?: { path: string; message: string }[];
}

async function refusal(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json<Problem>()).error];
}

interface Recorded {
  action: string;
  target: string | null;
  actor: { id: string };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The event's audit trail, newest first. */
async function auditOf({ host, eventId }: Setting): Promise<Recorded[]> {
  return (await read<{ items: Recorded[] }>(host, `/events/${eventId}/audit?limit=200`)).items;
}

describe("GET /events/{eventId}/security/thresholds", () => {
  /**
   * @spec 2.18 "When the three threshold columns are unpopulated the defaults 30, 60, 85 apply."
   * @spec 4.85 "GET | /events/{id}/security/thresholds | viewer+ | current thresholds plus defaults"
   * @spec 8.21 "Default thresholds | 30, 60, 85"
   */
  it("returns the defaults until the event has its own thresholds", async () => {
    const { host, eventId, security } = await setting();
    const updatedAt = { updated_at: expect.stringMatching(/Z$/) };
    expect(await read(host, `${security}/thresholds`)).toEqual({ ...DEFAULTS, defaults: DEFAULTS, ...updatedAt });
    const own = { medium: 1, high: 50, block: 100 };
    const response = await host.api("PUT", `${security}/thresholds`, own);
    expect([response.status, await response.json()]).toEqual([200, { ...own, defaults: DEFAULTS, ...updatedAt }]);
    expect(await read(host, `${security}/thresholds`)).toEqual({ ...own, defaults: DEFAULTS, ...updatedAt });
    expect(await read(host, `/events/${eventId}`)).toMatchObject({
      fraud_medium_threshold: 1,
      fraud_high_threshold: 50,
      fraud_block_threshold: 100,
    });
  });

  /**
   * @spec 3.43 "5. Threshold ordering must be medium < high < block; other orderings are rejected."
   * @spec 4.86 "PUT | /events/{id}/security/thresholds | editor+ | invalid ordering rejected"
   * @spec 7.3 "400 | invalid threshold ordering (status for ordering is not shown separately)"
   */
  it.each([
    ["equal", { medium: 30, high: 30, block: 85 }, "invalid_threshold_order"],
    ["equal at the top", { medium: 30, high: 85, block: 85 }, "invalid_threshold_order"],
    ["falling", { medium: 85, high: 60, block: 30 }, "invalid_threshold_order"],
    ["below 1", { medium: 0, high: 60, block: 85 }, "validation_failed"],
    ["above 100", { medium: 30, high: 60, block: 101 }, "validation_failed"],
    ["broken", { medium: 30.5, high: 60, block: 85 }, "validation_failed"],
    ["text", { medium: "30", high: 60, block: 85 }, "validation_failed"],
    ["incomplete", { medium: 30, high: 60 }, "validation_failed"],
    ["null", { medium: 30, high: 60, block: null }, "validation_failed"],
    ["more than three", { medium: 30, high: 60, block: 85, ban: 99 }, "validation_failed"],
  ])("rejects thresholds that are %s, and writes nothing", async (_, thresholds, code) => {
    const made = await setting();
    const { host, security } = made;
    expect(await refusal(await host.api("PUT", `${security}/thresholds`, thresholds))).toEqual([400, code]);
    expect(await read(host, `${security}/thresholds`)).toMatchObject(DEFAULTS);
    expect(await auditOf(made)).toEqual([]);
  });

  /**
   * @spec 2.82 "Audit record | written for branding update, threshold update, allowlist add/remove, collaborator
   *   invite/role-change/remove, message create/send-now/cancel; fields: not shown"
   */
  it("writes an audit record with the values before and after, and none without a change", async () => {
    const made = await setting();
    const { host, security } = made;
    const [first, second] = [
      { medium: 20, high: 40, block: 60 },
      { medium: 10, high: 40, block: 60 },
    ];
    for (const thresholds of [first, second, second]) {
      expect((await host.api("PUT", `${security}/thresholds`, thresholds)).status).toBe(200);
    }
    const record = { action: "thresholds.updated", target: null, actor: { id: host.id } };
    expect(await auditOf(made)).toMatchObject([
      { ...record, before: first, after: second },
      { ...record, before: DEFAULTS, after: first },
    ]);
  });

  it("writes a consistent chain of audit records for parallel changes", async () => {
    const made = await setting();
    const { host, security } = made;
    const changes = Array.from({ length: 6 }, (_, index) => ({ medium: index + 1, high: 50, block: 90 }));
    const answers = await Promise.all(changes.map((change) => host.api("PUT", `${security}/thresholds`, change)));
    for (const answer of answers) {
      if (answer.status !== 200) expect(await refusal(answer)).toEqual([409, "thresholds_changed"]);
    }
    const records = (await auditOf(made)).reverse();
    expect(records).toHaveLength(answers.filter(({ status }) => status === 200).length);
    // Records of one millisecond have no order, so that the chain of states is compared.
    const befores = new Map(records.map(({ before, after }) => [JSON.stringify(before), after]));
    let state: Record<string, unknown> | null | undefined = DEFAULTS;
    for (let links = 0; links < records.length; links++) state = befores.get(JSON.stringify(state));
    expect(state).toEqual(await read<typeof DEFAULTS>(host, `${security}/thresholds`).then(levels));
  });

  /**
   * @spec 3.35 "The API compares the score with the event thresholds (defaults 30, 60, 85) and this result is
   *   authoritative; the engine's own band is advisory."
   */
  it("applies from the next access on, and changes no earlier decision", async () => {
    const made = await setting();
    const { host, eventId, security } = made;
    const { token } = firstOf(made);
    // Without browser headers: between low and block.
    const bare = { "User-Agent": "curl/8.5.0", "CF-Connecting-IP": "198.51.100.9" };
    const open = () => exports.default.fetch(openRequest(token, bare));
    expect((await open()).status).toBe(200);
    const bands = async () => {
      const { items } = await read<{ items: { risk: string | null }[] }>(host, `/events/${eventId}/access-logs`);
      return items.map(({ risk }) => risk);
    };
    await eventually(async () => expect(await bands()).toEqual(["medium"]));
    await host.api("PUT", `${security}/thresholds`, { medium: 2, high: 3, block: 4 });
    await open();
    await eventually(async () => expect(await bands()).toEqual(["block", "medium"]));
  });
});

function levels({ medium, high, block }: typeof DEFAULTS): typeof DEFAULTS {
  return { medium, high, block };
}

describe("GET /events/{eventId}/security/thresholds/preview", () => {
  /**
   * @spec 3.33 "Bands: low, medium, high, block."
   * @spec 4.87 "GET | /events/{id}/security/thresholds/preview | viewer+ | counts per band the event's existing
   *   accesses would fall into under proposed thresholds"
   */
  it("counts every access by its score, under the proposed and the current thresholds", async () => {
    const made = await setting();
    const { host, security } = made;
    // Stored bands do not count: thresholds may have been different when they were decided.
    const scores = [0, 9, 10, 29, 30, 59, 60, 84, 85, 100, null, null];
    await logAccesses(made, [...scores.map((score) => ({ score })), { score: 0, automated: true }]);
    const other = await makeEventFixture(host.id, 1);
    await logAccesses(other, [{ score: 99 }, { score: null }]);
    const preview = (query: string) => read(host, `${security}/thresholds/preview?${query}`);
    const current = { low: 5, medium: 2, high: 2, block: 2, unscored: 2 };
    expect(await preview("medium=10&high=59&block=100")).toEqual({
      counts: { low: 3, medium: 3, high: 4, block: 1, unscored: 2 },
      current,
      total: 13,
    });
    await host.api("PUT", `${security}/thresholds`, { medium: 1, high: 2, block: 3 });
    expect(await preview("medium=30&high=60&block=85")).toEqual({
      counts: current,
      current: { low: 2, medium: 0, high: 0, block: 9, unscored: 2 },
      total: 13,
    });
    expect(await read(host, `${security}/thresholds`)).toMatchObject({ medium: 1, high: 2, block: 3 });
  });

  it("returns zeros for an event without accesses", async () => {
    const { host, security } = await setting();
    expect(await read(host, `${security}/thresholds/preview?medium=1&high=2&block=3`)).toEqual({
      counts: NO_ACCESS,
      current: NO_ACCESS,
      total: 0,
    });
  });

  it.each([
    ["medium=30&high=30&block=85", "invalid_threshold_order"],
    ["medium=30&high=60", "validation_failed"],
    ["medium=&high=60&block=85", "validation_failed"],
    ["medium=x&high=60&block=85", "validation_failed"],
    ["medium=30&high=60&block=101", "validation_failed"],
  ])("returns 400 for %s", async (query, code) => {
    const { host, security } = await setting();
    expect(await refusal(await host.api("GET", `${security}/thresholds/preview?${query}`))).toEqual([400, code]);
  });

  it("makes one round trip, and reads no access of another event", async () => {
    const host = await signedInHost({ tier: "business" });
    const [fixture, neighbour] = [await makeEventFixture(host.id, 1), await makeEventFixture(host.id, 1)];
    const many = Array.from({ length: 2_000 }, (_, index) => ({ score: index % 101 }));
    await Promise.all([logAccesses(fixture, many.slice(0, 500)), logAccesses(neighbour, many)]);
    const request = new Request(
      `https://usher.test/events/${fixture.eventId}/security/thresholds/preview?medium=1&high=2&block=3`,
      { headers: { Authorization: `Bearer ${host.token}` } },
    );
    const cost = await costOf(request);
    expect(cost.response.status).toBe(200);
    expect([cost.roundTrips, cost.d1Calls, cost.rowsWritten]).toEqual([1, 1, 0]);
    console.info(JSON.stringify({ preview_of_500: cost.rowsRead }));
    expect(cost.rowsRead).toBeLessThanOrEqual(2 * 500 + 10);
  });
});

interface Entry {
  event_id: string;
  ip_cidr: string;
  note: string | null;
  by: { id: string; name: string };
  at: string;
}

async function allowlistOf({ host, security }: Setting): Promise<Entry[]> {
  return (await read<{ items: Entry[] }>(host, `${security}/allowlist`)).items;
}

const add = ({ host, security }: Setting, ip_cidr: string, more: object = {}) =>
  host.api("POST", `${security}/allowlist`, { ip_cidr, ...more });

const remove = ({ host, security }: Setting, network: string) =>
  host.api("DELETE", `${security}/allowlist?ip_cidr=${encodeURIComponent(network)}`);

describe("GET /events/{eventId}/security/allowlist, DELETE /events/{eventId}/security/allowlist", () => {
  /**
   * @spec 2.49 "Allowlist entry | event_id | uuid"
   * @spec 4.88 "GET | /events/{id}/security/allowlist | viewer+ | list"
   * @spec 4.90 "DELETE | /events/{id}/security/allowlist | editor+ | removes an entry (how the entry is named: see
   *   note)"
   */
  it("stores networks in canonical form with user and note, and removes them in any form", async () => {
    const made = await setting();
    const response = await add(made, " 203.0.113.7 ", { note: "The venue" });
    expect(response.status).toBe(201);
    const entry = await response.json<Entry>();
    expect(entry).toEqual({
      event_id: made.eventId,
      ip_cidr: "203.0.113.7/32",
      note: "The venue",
      by: { id: made.host.id, name: made.host.name },
      at: expect.stringMatching(/Z$/),
    });
    expect((await add(made, "2001:DB8:0::/48", { note: "" })).status).toBe(201);
    expect((await add(made, "::ffff:198.51.100.0/120")).status).toBe(201);
    const list = await allowlistOf(made);
    expect(new Set(list.map(({ ip_cidr, note }) => `${ip_cidr} ${note}`))).toEqual(
      new Set(["203.0.113.7/32 The venue", "2001:db8::/48 null", "198.51.100.0/24 null"]),
    );
    expect(list).toContainEqual(entry);
    expect((await remove(made, "::ffff:203.0.113.7")).status).toBe(204);
    expect((await remove(made, "2001:db8:0:0::/48")).status).toBe(204);
    expect((await allowlistOf(made)).map(({ ip_cidr }) => ip_cidr)).toEqual(["198.51.100.0/24"]);
  });

  /**
   * @spec 4.89 "POST | /events/{id}/security/allowlist | editor+ | adds a CIDR or bare IP; duplicate 409; invalid
   *   CIDR 400"
   * @spec 7.1 "400 | invalid CIDR"
   */
  it.each([
    ["203.0.113.7/24", "the network is 203.0.113.0/24"],
    ["2001:db8::1/64", "the network is 2001:db8::/64"],
    ["::ffff:203.0.113.7/120", "the network is 203.0.113.0/24"],
    ["203.0.113.0/33", "must be an IPv4 or IPv6 address"],
    ["example.com", "must be an IPv4 or IPv6 address"],
    ["010.0.0.1", "must be an IPv4 or IPv6 address"],
  ])("rejects %s with the correct form, and writes nothing", async (network, hint) => {
    const made = await setting();
    for (const response of [await add(made, network), await remove(made, network)]) {
      expect(response.status).toBe(400);
      const problem = await response.json<Problem>();
      expect(problem.error).toBe("invalid_cidr");
      expect(problem.errors).toEqual([{ path: "ip_cidr", message: expect.stringContaining(hint) }]);
    }
    expect([await allowlistOf(made), await auditOf(made)]).toEqual([[], []]);
  });

  it.each([
    ["0.0.0.0/0", "every IPv4 address"],
    ["::/0", "every IPv6 address"],
    ["128.0.0.0/1", "very large"],
    ["10.0.0.0/15", "very large"],
    ["2001::/16", "very large"],
    ["198.18.0.0/16", null],
    ["2001:db8::/32", null],
  ])("warns of %s in the response and in the list", async (network, words) => {
    const made = await setting();
    const response = await add(made, network);
    expect(response.status).toBe(201);
    const warning = words === null ? undefined : expect.stringContaining(words);
    const entry = await response.json<Entry & { warning?: string }>();
    expect(entry.warning).toEqual(warning);
    if (words !== null) expect(entry.warning).toContain("scoring");
    expect(await allowlistOf(made)).toEqual([entry]);
  });

  it.each([{}, { ip_cidr: "" }, { ip_cidr: 7 }, { ip_cidr: "203.0.113.7", cidr: "203.0.113.7" }])(
    "returns 400 validation_failed for %j",
    async (body) => {
      const { host, security } = await setting();
      const response = await host.api("POST", `${security}/allowlist`, body);
      expect(await refusal(response)).toEqual([400, "validation_failed"]);
    },
  );

  /**
   * @spec 2.50 "Allowlist entry | ip_cidr | network | unique per event; canonical form, e.g. a bare IPv4 becomes /32
   *   and a bare IPv6 becomes /128"
   * @spec 4.89 "POST | /events/{id}/security/allowlist | editor+ | adds a CIDR or bare IP; duplicate 409; invalid
   *   CIDR 400"
   * @spec 7.20 "409 | duplicate allowlist entry"
   */
  it("stores a network once, in any spelling and for parallel requests", async () => {
    const made = await setting();
    const spellings = ["203.0.113.7", "203.0.113.7/32", "::ffff:203.0.113.7", "::ffff:cb00:7107/128"];
    const answers = await Promise.all([...spellings, ...spellings].map((spelling) => add(made, spelling)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const refused = answers.filter(({ status }) => status === 409);
    for (const answer of refused) expect((await answer.json<Problem>()).error).toBe("duplicate_allowlist_entry");
    expect(await allowlistOf(made)).toHaveLength(1);
    expect(await auditOf(made)).toHaveLength(1);
    // Another event may trust the same network.
    expect((await add(await setting(), "203.0.113.7")).status).toBe(201);
  });

  it("records added and removed networks, with the values of the list", async () => {
    const made = await setting();
    await add(made, "203.0.113.0/24", { note: "The venue" });
    await remove(made, "203.0.113.0/24");
    expect(await refusal(await remove(made, "203.0.113.0/24"))).toEqual([404, "not_found"]);
    const entry = { ip_cidr: "203.0.113.0/24", note: "The venue" };
    const record = { target: "203.0.113.0/24", actor: { id: made.host.id } };
    const trail = (await auditOf(made)).sort((one, other) => (one.action < other.action ? -1 : 1));
    expect(trail).toMatchObject([
      { ...record, action: "allowlist.added", before: null, after: entry },
      { ...record, action: "allowlist.removed", before: entry, after: null },
    ]);
  });

  it("removes a network once for parallel requests, with one audit record", async () => {
    const made = await setting();
    await add(made, "203.0.113.0/24");
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(made, "203.0.113.0/24")));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect((await auditOf(made)).filter(({ action }) => action === "allowlist.removed")).toHaveLength(1);
  });

  it("stores at most two hundred networks, also for parallel requests", async () => {
    const made = await setting();
    await env.DB.prepare(
      `insert into event_allowlist (event_id, ip_cidr, created_by, created_at)
       select ?1, '10.0.' || value || '.0/24', ?2, 1 from json_each(?3)`,
    )
      .bind(made.eventId, made.host.id, JSON.stringify(Array.from({ length: 199 }, (_, index) => index)))
      .run();
    const answers = await Promise.all([1, 2, 3, 4].map((index) => add(made, `203.0.113.${index}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const full = answers.find(({ status }) => status === 409);
    expect((await full?.json<Problem>())?.error).toBe("allowlist_full");
    expect(await refusal(await add(made, "10.0.5.0/24"))).toEqual([409, "duplicate_allowlist_entry"]);
    expect(await allowlistOf(made)).toHaveLength(200);
    expect(await auditOf(made)).toHaveLength(1);
  });

  it("returns the same response to a retry with its key, and adds nothing", async () => {
    const made = await setting();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const send = () => made.host.api("POST", `${made.security}/allowlist`, { ip_cidr: "203.0.113.0/24" }, key);
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
    expect(await auditOf(made)).toHaveLength(1);
  });

  it("leaves its networks unscored from the next access on, until they are removed", async () => {
    const made = await setting();
    const { host, eventId } = made;
    const { token } = firstOf(made);
    await host.api("PUT", `${made.security}/thresholds`, { medium: 2, high: 3, block: 4 });
    const bare = { "User-Agent": "curl/8.5.0", "CF-Connecting-IP": "2001:db8:7::9" };
    const open = async () => (await exports.default.fetch(openRequest(token, bare))).status;
    const newest = async () => (await read<{ items: unknown[] }>(host, `/events/${eventId}/access-logs`)).items[0];
    await open();
    await eventually(async () => expect(await newest()).toMatchObject({ risk: "block", reasons: ["missing_signals"] }));
    await add(made, "2001:db8:7::/48");
    expect(await open()).toBe(200);
    expect(await newest()).toMatchObject({ score: 0, risk: "low", reasons: ["allowlisted"] });
    await remove(made, "2001:db8:7::/48");
    await open();
    await eventually(async () => expect(await newest()).toMatchObject({ risk: "block", reasons: ["missing_signals"] }));
  });

  /**
   * @spec 4.88 "GET | /events/{id}/security/allowlist | viewer+ | list"
   * @spec 4.89 "POST | /events/{id}/security/allowlist | editor+ | adds a CIDR or bare IP; duplicate 409; invalid
   *   CIDR 400"
   * @spec 4.90 "DELETE | /events/{id}/security/allowlist | editor+ | removes an entry (how the entry is named: see
   *   note)"
   */
  it("allows viewers to read and editors to change", async () => {
    const made = await setting();
    const [viewer, editor] = await Promise.all([signedInHost(), signedInHost()]);
    await addMember(made.eventId, viewer.id, "viewer");
    await addMember(made.eventId, editor.id, "editor");
    expect((await add({ ...made, host: editor }, "203.0.113.0/24")).status).toBe(201);
    expect(await allowlistOf({ ...made, host: viewer })).toHaveLength(1);
    expect(await refusal(await remove({ ...made, host: viewer }, "203.0.113.0/24"))).toEqual([403, "role_too_low"]);
  });

  it("makes one round trip to read, and two to change", async () => {
    const made = await setting();
    const headers = { Authorization: `Bearer ${made.host.token}`, "Content-Type": "application/json" };
    const url = `https://usher.test${made.security}/allowlist`;
    const body = JSON.stringify({ ip_cidr: "203.0.113.0/24" });
    const added = await costOf(new Request(url, { method: "POST", headers, body }));
    const listed = await costOf(new Request(url, { headers }));
    const removed = await costOf(new Request(`${url}?ip_cidr=203.0.113.0/24`, { method: "DELETE", headers }));
    expect([added, listed, removed].map(({ roundTrips }) => roundTrips)).toEqual([2, 1, 2]);
    expect([added, listed, removed].map(({ response }) => response.status)).toEqual([201, 200, 204]);
  });
});

describe("security settings (role removed during the write)", () => {
  const ALLOWLIST = { ip_cidr: "203.0.113.0/24" };

  it.each([
    ["PUT", "security/thresholds", { medium: 1, high: 2, block: 3 }],
    ["POST", "security/allowlist", ALLOWLIST],
    ["DELETE", "security/allowlist?ip_cidr=198.51.100.0/24", undefined],
    ["POST", "access-logs/LOG/feedback", { verdict: "suspicious" }],
  ])("writes nothing for %s %s", async (method, path, body) => {
    const made = await setting();
    const editor = await signedInHost();
    await addMember(made.eventId, editor.id, "editor");
    await add(made, "198.51.100.0/24");
    const [log = ""] = await logAccesses(made, [{ score: 70 }]);
    const state = async () => [
      await read(made.host, `${made.security}/thresholds`),
      await allowlistOf(made),
      await read(made.host, `${made.security}/feedback`),
      // The audit chain is sealed after the response, so the time is not known.
      (await auditOf(made)).map((record) => ({ ...record, hash: null })),
    ];
    const before = await state();
    const request = new Request(`https://usher.test/events/${made.eventId}/${path.replace("LOG", log)}`, {
      method,
      headers: { Authorization: `Bearer ${editor.token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const dismiss = () =>
      env.DB.prepare("delete from event_collaborators where event_id = ? and user_id = ?")
        .bind(made.eventId, editor.id)
        .run();
    expect(await refusal(await raceBeforeWrite(request, dismiss))).toEqual([404, "not_found"]);
    expect(await state()).toEqual(before);
    const pending = await env.DB.prepare("select count(*) as pending from outbox where body ->> 'access_log_id' = ?")
      .bind(log)
      .first();
    expect(pending).toEqual({ pending: 0 });
  });

  it("returns 404, or 409 on a full list, when the role is missing only during the write", async () => {
    const made = await setting();
    const editor = await signedInHost();
    const change = (sql: string) => () => env.DB.prepare(sql).bind(made.eventId, editor.id).run();
    const give = change(
      "insert or replace into event_collaborators (event_id, user_id, role, created_at) values (?, ?, 'editor', 1)",
    );
    const take = change("delete from event_collaborators where event_id = ? and user_id = ?");
    const adding = () => requestBy(editor, "POST", `${made.security}/allowlist`, ALLOWLIST);
    await give();
    expect(await refusal(await raceBeforeWrite(adding(), take, { thenBeforeNextBatch: give }))).toEqual([
      404,
      "not_found",
    ]);
    await env.DB.prepare(
      `insert into event_allowlist (event_id, ip_cidr, created_by, created_at)
       select ?1, '10.0.' || value || '.0/24', ?2, 1 from json_each(?3)`,
    )
      .bind(made.eventId, made.host.id, JSON.stringify(Array.from({ length: 200 }, (_, index) => index)))
      .run();
    expect(await refusal(await raceBeforeWrite(adding(), take, { thenBeforeNextBatch: give }))).toEqual([
      409,
      "allowlist_full",
    ]);
    expect(await allowlistOf(made)).toHaveLength(200);
    expect(await auditOf(made)).toEqual([]);
  });
});
