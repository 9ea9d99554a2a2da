import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import worker from "../../../src/worker.ts";
import { call, freshAddress, type Host, requestBy, signedInHost } from "../../support/account.ts";
import { makeKey } from "../../support/api-key.ts";
import { capturingQueue } from "../../support/broadcast.ts";
import { answerTo, setColumns } from "../../support/challenges.ts";
import { issueEditNonce } from "../../support/edit-nonce.ts";
import { addMember, type FixtureGuest, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { answerRequest, browserHeaders, editRequest, openRequest, PHONE } from "../../support/guest-requests.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { raceBeforeWrite, racingDatabases } from "../../support/race.ts";

const DAY_MS = 86_400_000;
const QUEUE = "usher-notifier";

interface Network {
  id: string;
  network: string;
  replies: number;
  status: string;
  may_trust: boolean;
  needs_code: boolean;
  undo: { until: string; started_at: string | null; finished_at: string | null };
}

interface Listed {
  guest: { id: string; name: string; table: string | null };
  response: string | null;
  is_first: boolean;
  outcome: string | null;
  reason: string | null;
}

async function party(size: number) {
  const host = await signedInHost({ name: "Ada Host" });
  const fixture = await makeEventFixture(host.id, size, { name: "Gala" });
  return { host, fixture, path: `/events/${fixture.eventId}/reply-networks` };
}

type Party = Awaited<ReturnType<typeof party>>;

/** A server without cookies, on one connection. */
function script(address = freshAddress(), agent = "curl/8.9.1") {
  return { "User-Agent": agent, "CF-Connecting-IP": address };
}

async function replyAll(guests: readonly FixtureGuest[], headers: Record<string, string>): Promise<void> {
  for (const { token } of guests) {
    expect((await answerTo(answerRequest(token, { plus_ones: 0 }, headers))).status).toBe(201);
  }
}

async function networksOf({ host, path }: Party): Promise<Network[]> {
  return (await (await host.api("GET", path)).json<{ items: Network[] }>()).items;
}

/** The only network, once it has this number of replies. */
function counted(event: Party, replies: number, status = "open"): Promise<Network> {
  return eventually(async () => {
    const [network, ...others] = await networksOf(event);
    expect(others).toEqual([]);
    if (network === undefined) throw new Error("no network yet");
    expect(network).toMatchObject({ replies, status });
    return network;
  });
}

async function listed({ host, path }: Party, { id }: Network): Promise<Listed[]> {
  return (await (await host.api("GET", `${path}/${id}`)).json<{ listed: Listed[] }>()).listed;
}

async function attentionOf({ host, fixture }: Party): Promise<number> {
  const response = await host.api("GET", `/events/${fixture.eventId}/attention`);
  return (await response.json<{ reply_networks: number }>()).reply_networks;
}

const act = async ({ host, path }: Party, { id }: Network, action: string, body?: object) => {
  const response = await host.api("POST", `${path}/${id}/${action}`, body);
  return { status: response.status, body: response.status < 300 ? null : await response.json<{ error: string }>() };
};

/** Undoes the replies of some guests, and waits for the end. */
async function undo(event: Party, network: Network, guests: readonly FixtureGuest[]): Promise<Listed[]> {
  const started = await act(event, network, "undo", { guest_ids: guests.map(({ id }) => id) });
  expect(started).toEqual({ status: 202, body: null });
  await eventually(async () => {
    const [found] = await networksOf(event);
    expect(found?.undo.finished_at).not.toBeNull();
  });
  return listed(event, network);
}

/** Begins to undo replies. @returns the queue messages that do the work, not delivered yet */
async function startUndo({ host, path }: Party, { id }: Network, guests: readonly FixtureGuest[]) {
  const { captured, queue } = capturingQueue();
  const body = { guest_ids: guests.map((guest) => guest.id) };
  const request = requestBy(host, "POST", `${path}/${id}/undo`, body) as Request<unknown, IncomingRequestCfProperties>;
  const context = createExecutionContext();
  const response = await worker.fetch(request, { ...env, NOTIFIER_QUEUE: queue }, context);
  expect(response.status).toBe(202);
  await waitOnExecutionContext(context);
  return captured.filter(({ type }) => type === "replies.undo");
}

const outcomesOf = (replies: readonly Listed[]) => new Map(replies.map(({ guest, outcome }) => [guest.id, outcome]));

async function rsvpOf({ host, fixture }: Party, guest: FixtureGuest | undefined) {
  const response = await host.api("GET", `/events/${fixture.eventId}/guests/${guest?.id}`);
  return (await response.json<{ rsvp: Record<string, unknown> | null }>()).rsvp;
}

describe("GET /events/{eventId}/reply-networks, GET /events/{eventId}/reply-networks/{networkId}", () => {
  it("has one item from ten guests on, which later replies update, and alerts the host once", async () => {
    const event = await party(14);
    const client = script();
    await replyAll(event.fixture.guests.slice(0, 10), client);
    const network = await counted(event, 10);
    expect(network).toMatchObject({ network: `${client["CF-Connecting-IP"]}/32`, needs_code: false });
    expect(await attentionOf(event)).toBe(1);
    const alert = await mailTo(event.host.email, { subject: /^Many replies from one network/ });
    expect(alert.text).toContain("10 guests sent their first reply");
    expect(alert.text).toContain(`/app/events/${event.fixture.eventId}/safety`);
    await replyAll(event.fixture.guests.slice(10), client);
    expect(await counted(event, 14)).toMatchObject({ id: network.id });
    const alerts = (await mailsTo(event.host.email)).filter(({ subject }) => subject.startsWith("Many replies"));
    expect(alerts).toHaveLength(1);
    const [guest] = event.fixture.guests;
    const seat = { table: "7", companions: [{ name: "Ben" }] };
    await event.host.api("PATCH", `/events/${event.fixture.eventId}/guests/${guest?.id}`, seat);
    const replies = await listed(event, network);
    expect(replies).toHaveLength(14);
    expect(replies.find((reply) => reply.guest.id === guest?.id)?.guest).toMatchObject(seat);
  });

  it("counts the addresses of one IPv6 /64 together, and other networks separately", async () => {
    const event = await party(13);
    for (const [index, { token }] of event.fixture.guests.entries()) {
      const address = index < 10 ? `2a02:8109:77:2::${index + 1}` : `2a02:8109:77:3::${index + 1}`;
      expect((await answerTo(answerRequest(token, { plus_ones: 0 }, script(address)))).status).toBe(201);
    }
    expect(await counted(event, 10)).toMatchObject({ network: "2a02:8109:77:2::/64" });
  });

  it("has no item for nine guests, nor for ten whose scores are not stored", async () => {
    const event = await party(10);
    const client = script();
    const { eventId } = event.fixture;
    const network = `${client["CF-Connecting-IP"]}/32`;
    const counting = () =>
      consume(QUEUE, [
        busMessage("network.replied", { event_id: eventId, network, happened_at: new Date().toISOString() }),
      ]);
    await replyAll(event.fixture.guests.slice(0, 9), client);
    await counting();
    expect(await networksOf(event)).toEqual([]);
    await env.DB.prepare("update access_logs set score = null, risk = null, scored_at = null where event_id = ?")
      .bind(eventId)
      .run();
    await replyAll(event.fixture.guests.slice(9), client);
    await counting();
    expect(await networksOf(event)).toEqual([]);
    expect(await attentionOf(event)).toBe(0);
  });

  it("has the item late where the scores come late", async () => {
    const event = await party(10);
    const { eventId, guests } = event.fixture;
    await replyAll(guests, script());
    await counted(event, 10);
    await env.DB.batch([
      env.DB.prepare(
        "update access_logs set score = null, risk = null, scored_at = null, evidence = null where event_id = ?",
      ).bind(eventId),
      env.DB.prepare("delete from reply_networks where event_id = ?").bind(eventId),
    ]);
    expect(await networksOf(event)).toEqual([]);
    const logs = env.DB.prepare("select id, guest_id, token_id from access_logs where event_id = ? order by id");
    const { results } = await logs.bind(eventId).all<{ id: string; guest_id: string; token_id: string }>();
    const scores = results.map(({ id, guest_id, token_id }, index) =>
      busMessage("fraud.scored", {
        event_id: eventId,
        guest_id,
        token_id,
        access_log_id: id,
        score: 55,
        reasons: ["repeated_access"],
        scored_at: new Date().toISOString(),
        evidence: { repeated_access: JSON.stringify({ score: 72, answers_for_guests: index + 1 }) },
        automated: false,
      }),
    );
    await consume("usher-scores", scores);
    await counted(event, 10);
    expect(await attentionOf(event)).toBe(1);
  });
});

describe("POST /events/{eventId}/reply-networks/{networkId}/accept", () => {
  it("closes the item, which opens again after ten more guests", async () => {
    const event = await party(20);
    const client = script();
    await replyAll(event.fixture.guests.slice(0, 10), client);
    const network = await counted(event, 10);
    expect((await act(event, network, "accept")).status).toBe(204);
    expect(await attentionOf(event)).toBe(0);
    await replyAll(event.fixture.guests.slice(10, 19), client);
    await counted(event, 19, "accepted");
    await replyAll(event.fixture.guests.slice(19), client);
    await counted(event, 20, "open");
    expect(await attentionOf(event)).toBe(1);
  });
});

describe("POST /events/{eventId}/reply-networks/{networkId}/trust", () => {
  it("adds the one address to the allowlist, so that its accesses are not scored", async () => {
    const event = await party(11);
    const client = script();
    await replyAll(event.fixture.guests.slice(0, 10), client);
    const network = await counted(event, 10);
    expect(network.may_trust).toBe(true);
    expect((await act(event, network, "trust")).status).toBe(204);
    expect((await act(event, network, "trust")).status).toBe(204);
    const allowed = await event.host.api("GET", `/events/${event.fixture.eventId}/security/allowlist`);
    expect(await allowed.json()).toMatchObject({ items: [{ ip_cidr: network.network }] });
    await replyAll(event.fixture.guests.slice(10), client);
    const logs = await event.host.api("GET", `/events/${event.fixture.eventId}/access-logs`);
    expect((await logs.json<{ items: { reasons: string[] }[] }>()).items[0]?.reasons).toEqual(["allowlisted"]);
    expect(await attentionOf(event)).toBe(0);
  });

  const ON_DESKTOPS = ["Firefox/141.0", "Chrome/141.0.0.0 Safari/537.36", "Version/18.1 Safari/605.1.15", "Edg/141.0"];

  it.each([
    ["phones", [PHONE]],
    ["more kinds of browsers than one household has", ON_DESKTOPS],
  ])("rejects a network of %s", async (_, agents) => {
    const event = await party(12);
    const address = freshAddress();
    for (const [index, { token }] of event.fixture.guests.entries()) {
      const client = browserHeaders(agents[index % agents.length], address);
      expect((await answerTo(answerRequest(token, { plus_ones: 0 }, client))).status).toBe(201);
    }
    const network = await counted(event, 12);
    expect(network.may_trust).toBe(false);
    expect(await act(event, network, "trust")).toMatchObject({ status: 409, body: { error: "network_shared" } });
    expect(await attentionOf(event)).toBe(1);
  });

  it.each([
    ["Vodafone GmbH", false],
    ["Example Mobile LTE", false],
    ["Example Insurance Ltd", true],
  ])("reads the name of the provider: %s", async (provider, mayTrust) => {
    const event = await party(10);
    await replyAll(event.fixture.guests, script());
    const network = await counted(event, 10);
    const named = "update access_logs set fingerprint = json_set(fingerprint, '$.edge_as_org', ?) where event_id = ?";
    await env.DB.prepare(named).bind(provider, event.fixture.eventId).run();
    expect((await act(event, network, "trust")).status).toBe(mayTrust ? 204 : 409);
  });
});

describe("POST /events/{eventId}/reply-networks/{networkId}/undo, DELETE /events/{eventId}/reply-networks/{networkId}/code-rule", () => {
  it("deletes, restores and keeps replies, tells the guests, and asks the network for a code", async () => {
    const event = await party(15);
    const { host, fixture } = event;
    const guests = fixture.guests.slice(0, 14);
    const spare = fixture.guests[14];
    const client = script();
    const [first, changed, arrived, , recorded, left] = guests;
    const recording = await host.api("PUT", `/events/${fixture.eventId}/guests/${recorded?.id}/rsvp`, {
      response: "attending",
      plus_ones: 0,
    });
    expect(recording.status, await recording.clone().text()).toBeLessThan(300);
    await replyAll(
      guests.filter((guest) => guest !== recorded),
      client,
    );
    const edited = await answerTo(editRequest(recorded?.token ?? "", { response: "declined" }, client));
    expect(edited.status).toBe(200);
    const network = await counted(event, 13);
    const pass = await answerTo(openRequest(first?.token ?? "", client));
    const code = (pass.body as unknown as { check_in: { qr_token: string } }).check_in.qr_token;
    const byHost = await host.api("PUT", `/events/${fixture.eventId}/guests/${changed?.id}/rsvp`, {
      response: "maybe",
    });
    expect(byHost.status, await byHost.clone().text()).toBeLessThan(300);
    const door = await host.api("POST", `/events/${fixture.eventId}/check-in`, { guest_id: arrived?.id });
    expect(door.status).toBe(201);

    const chosen = guests.filter((guest) => guest !== left);
    const replies = await undo(event, network, chosen);
    const outcomes = outcomesOf(replies);
    expect(outcomes.get(first?.id ?? "")).toBe("deleted");
    expect(outcomes.get(recorded?.id ?? "")).toBe("restored");
    expect(outcomes.get(left?.id ?? "")).toBeNull();
    const kept = replies.filter(({ outcome }) => outcome === "kept");
    expect(new Map(kept.map(({ guest, reason }) => [guest.id, reason]))).toEqual(
      new Map([
        [changed?.id, "changed"],
        [arrived?.id, "arrived"],
      ]),
    );
    expect(await rsvpOf(event, first)).toBeNull();
    expect(await rsvpOf(event, recorded)).toMatchObject({ response: "attending" });
    expect(await rsvpOf(event, changed)).toMatchObject({ response: "maybe" });

    const told = await mailTo(first?.email ?? "", { subject: /was undone/ });
    expect(told.text).toContain("We have no reply from you now");
    const restored = await mailTo(recorded?.email ?? "", { subject: /was undone/ });
    expect(restored.text).toContain("Your earlier reply counts again");
    expect((await mailsTo(changed?.email ?? "")).filter(({ subject }) => subject.includes("undone"))).toEqual([]);
    const alert = await mailTo(host.email, { subject: /^Replies from one network were undone/ });
    expect(alert.text).toContain("has undone 11 replies");

    const scanned = await host.api("POST", `/events/${fixture.eventId}/check-in`, { qr_token: code });
    expect(await scanned.json()).toMatchObject({ error: "needs_override", reasons: ["reply_undone"] });

    const again = await answerTo(answerRequest(first?.token ?? "", { plus_ones: 0 }, client));
    expect(again).toMatchObject({ status: 403, body: { error: "challenge_required" } });
    expect((await answerTo(openRequest(first?.token ?? "", client))).body.error).toBe("challenge_required");
    expect((await answerTo(answerRequest(spare?.token ?? "", { plus_ones: 0 }, client))).status).toBe(403);
    const own = await answerTo(answerRequest(first?.token ?? "", { plus_ones: 0 }, browserHeaders()));
    expect(own.status).toBe(201);

    const audit = await host.api("GET", `/events/${fixture.eventId}/audit`);
    const { items } = await audit.json<{ items: { action: string; target: string }[] }>();
    expect(items.filter(({ action }) => action === "replies.undone")).toMatchObject([{ target: network.network }]);

    expect(await act(event, network, "undo", { guest_ids: [left?.id, first?.id] })).toMatchObject({
      status: 400,
      body: { error: "validation_failed" },
    });
    const rule = await host.api("DELETE", `${event.path}/${network.id}/code-rule`);
    expect(rule.status).toBe(204);
    expect((await host.api("DELETE", `${event.path}/${network.id}/code-rule`)).status).toBe(404);
    expect((await answerTo(answerRequest(spare?.token ?? "", { plus_ones: 0 }, client))).status).toBe(201);
  });

  it("does not let the network be trusted afterwards, also once its replies look right", async () => {
    const event = await party(12);
    await replyAll(event.fixture.guests, script());
    const network = await counted(event, 12);
    expect(network.may_trust).toBe(true);
    await undo(event, network, event.fixture.guests.slice(0, 1));
    expect((await act(event, network, "accept")).status).toBe(204);
    expect(await act(event, network, "trust")).toMatchObject({ status: 409, body: { error: "network_shared" } });
  });

  it("keeps a reply that the guest has changed on another device since", async () => {
    const event = await party(11);
    const { guests } = event.fixture;
    const guest = firstOf(event.fixture);
    await replyAll(guests, script());
    const network = await counted(event, 11);
    const own = { response: "maybe", edit_nonce: await issueEditNonce(guest.tokenId) };
    expect((await answerTo(editRequest(guest.token, own))).status).toBe(200);
    const kept = (await undo(event, network, guests)).filter(({ outcome }) => outcome === "kept");
    expect(kept).toMatchObject([{ guest: { id: guest.id }, reason: "changed" }]);
    expect(await rsvpOf(event, guest)).toMatchObject({ response: "maybe" });
    expect((await mailsTo(guest.email)).filter(({ subject }) => subject.includes("undone"))).toEqual([]);
  });

  it("gives a restored party a seat that the same undo has freed, before the waitlist", async () => {
    const event = await party(13);
    const { host, fixture } = event;
    const client = script();
    const [recorded, taker, waiting, ...others] = fixture.guests;
    if (recorded === undefined) throw new Error("no guest");
    await setColumns("events", fixture.eventId, { capacity: 11, waitlist: 1 });
    const rsvp = `/events/${fixture.eventId}/guests/${recorded.id}/rsvp`;
    await host.api("PUT", rsvp, { response: "attending", plus_ones: 0 });
    await replyAll(others, client);
    expect((await answerTo(editRequest(recorded.token, { response: "declined" }, client))).status).toBe(200);
    for (const guest of [taker, waiting]) {
      expect((await answerTo(answerRequest(guest?.token ?? "", { plus_ones: 0 }))).status).toBe(201);
    }
    expect(await rsvpOf(event, waiting)).toMatchObject({ seat: "waitlisted" });
    await undo(event, await counted(event, 10), [recorded, ...others.slice(0, 1)]);
    expect(await rsvpOf(event, recorded)).toMatchObject({ response: "attending", seat: "confirmed" });
    expect(await rsvpOf(event, waiting)).toMatchObject({ seat: "waitlisted" });
  });

  it("waitlists a restored party whose seat another guest has, and offers freed seats at the end", async () => {
    const event = await party(13);
    const { host, fixture } = event;
    const client = script();
    const [recorded, taker, waiting, ...others] = fixture.guests;
    await setColumns("events", fixture.eventId, { capacity: 11, waitlist: 1 });
    const rsvp = (guest: FixtureGuest | undefined) => `/events/${fixture.eventId}/guests/${guest?.id}/rsvp`;
    await host.api("PUT", rsvp(recorded), { response: "attending", plus_ones: 0 });
    await replyAll(others, client);
    expect((await answerTo(editRequest(recorded?.token ?? "", { response: "declined" }, client))).status).toBe(200);
    expect((await answerTo(answerRequest(taker?.token ?? "", { plus_ones: 0 }))).status).toBe(201);
    expect((await answerTo(answerRequest(waiting?.token ?? "", { plus_ones: 0 }))).status).toBe(201);
    expect(await rsvpOf(event, waiting)).toMatchObject({ seat: "waitlisted" });
    const network = await counted(event, 10);
    if (recorded === undefined) throw new Error("no guest");
    await undo(event, network, [recorded]);
    expect(await rsvpOf(event, recorded)).toMatchObject({ response: "attending", seat: "waitlisted" });
    await undo(event, network, others.slice(0, 2));
    await eventually(async () => expect(await rsvpOf(event, waiting)).toMatchObject({ seat: "offered" }));
  });

  it("emails no guest of an undo by an API key without a scope of sending", async () => {
    const event = await party(10);
    const { host, fixture, path } = event;
    await replyAll(fixture.guests, script());
    const network = await counted(event, 10);
    const [silent, told] = fixture.guests;
    const key = await makeKey(host, { scopes: ["guests:write"] });
    const started = await key.api("POST", `${path}/${network.id}/undo`, { guest_ids: [silent?.id] });
    expect([started.status, await started.json()]).toEqual([202, { notified: false, reason: "missing_scope" }]);
    await eventually(async () => {
      expect((await networksOf(event))[0]?.undo.finished_at).not.toBeNull();
      expect(await rsvpOf(event, silent)).toBeNull();
    });
    await undo(event, network, told === undefined ? [] : [told]);
    await mailTo(told?.email ?? "", { subject: /was undone/ });
    expect((await mailsTo(silent?.email ?? "")).filter(({ subject }) => subject.includes("undone"))).toEqual([]);
  });

  it("gives a party whose offer had run out no seat when its RSVP is restored", async () => {
    const event = await party(11);
    const { host, fixture } = event;
    const client = script();
    const [unseated, ...others] = fixture.guests;
    if (unseated === undefined) throw new Error("no guest");
    await setColumns("events", fixture.eventId, { capacity: 20, waitlist: 1 });
    const recorded = { response: "attending", plus_ones: 1 };
    await host.api("PUT", `/events/${fixture.eventId}/guests/${unseated.id}/rsvp`, recorded);
    await env.DB.prepare("update rsvps set seat = null where guest_id = ?").bind(unseated.id).run();
    await replyAll(others, client);
    expect((await answerTo(editRequest(unseated.token, { response: "declined" }, client))).status).toBe(200);
    const replies = await undo(event, await counted(event, 10), [unseated]);
    expect(outcomesOf(replies).get(unseated.id)).toBe("restored");
    expect(await rsvpOf(event, unseated)).toMatchObject({ response: "attending", plus_ones: 1, seat: null });
    const seats = await host.api("GET", `/events/${fixture.eventId}/seats`);
    expect(await seats.json()).toMatchObject({ held: 10, confirmed: { parties: 10 } });
  });

  it("keeps an RSVP that its guest sends from another device while the undo runs", async () => {
    const event = await party(10);
    const { guests } = event.fixture;
    await replyAll(guests, script());
    const network = await counted(event, 10);
    const [early, late, other] = guests;
    if (early === undefined || late === undefined || other === undefined) throw new Error("no guest");
    const changeMind = async (guest: FixtureGuest) => {
      const edit_nonce = await issueEditNonce(guest.tokenId);
      const edited = await answerTo(editRequest(guest.token, { response: "maybe", edit_nonce }));
      expect(edited.status).toBe(200);
    };
    const started = await startUndo(event, network, [early, late, other]);
    await changeMind(early);
    // The other guest edits right before a write of the undo.
    const isLast = [late, other].toSorted((a, b) => (a.id < b.id ? -1 : 1))[0] ?? late;
    const { databases, seen } = racingDatabases(() => changeMind(isLast), { beforeWriteOf: "rsvps" }, 1);
    await consume(QUEUE, started, { changes: databases });
    expect(seen.changes).toBe(1);
    const replies = await listed(event, network);
    const deleted = isLast === late ? other : late;
    expect(outcomesOf(replies).get(deleted.id)).toBe("deleted");
    const kept = { response: "maybe", outcome: "kept", reason: "changed" };
    for (const { id } of [early, isLast]) {
      expect(replies.find(({ guest }) => guest.id === id)).toMatchObject(kept);
    }
  });

  it("asks the network for a code from its start, and can undo a reply that was on its way", async () => {
    const event = await party(13);
    const { guests } = event.fixture;
    const client = script();
    await replyAll(guests.slice(0, 10), client);
    const network = await counted(event, 10);
    const [chosen, , , , , , , , , , onItsWay, later] = guests;
    if (chosen === undefined || onItsWay === undefined || later === undefined) throw new Error("no guest");
    let started: Awaited<ReturnType<typeof startUndo>> = [];
    const begin = async () => {
      started = await startUndo(event, network, [chosen]);
    };
    // It has read the invitation, and is written after the undo has begun.
    const reply = await raceBeforeWrite(answerRequest(onItsWay.token, { plus_ones: 0 }, client), begin, {
      beforeWriteOf: "rsvps",
    });
    expect(reply.status).toBe(201);
    const refused = { status: 403, body: { error: "challenge_required" } };
    expect(await answerTo(answerRequest(later.token, { plus_ones: 0 }, client))).toMatchObject(refused);
    const edit = editRequest(chosen.token, { response: "declined" }, client);
    expect(await answerTo(edit)).toMatchObject(refused);
    await consume(QUEUE, started);
    expect(await rsvpOf(event, chosen)).toBeNull();
    expect(await rsvpOf(event, onItsWay)).toMatchObject({ response: "attending" });
    const replies = await undo(event, network, [onItsWay]);
    expect(outcomesOf(replies).get(onItsWay.id)).toBe("deleted");
    expect(await act(event, network, "undo", { guest_ids: [onItsWay.id] })).toMatchObject({ status: 400 });
  });

  it("changes nothing when its queue message comes twice, and goes on after a crash", async () => {
    const event = await party(11);
    const { eventId, guests } = event.fixture;
    await replyAll(guests, script());
    const network = await counted(event, 11);
    await undo(event, network, guests);
    await env.DB.batch([
      env.DB.prepare("update undone_replies set outcome = null, done_at = null where guest_id = ?").bind(guests[0]?.id),
      env.DB.prepare("update reply_networks set undo_finished_at = null where event_id = ?").bind(eventId),
    ]);
    const message = busMessage("replies.undo", { event_id: eventId, network_id: network.id });
    await consume(QUEUE, [message]);
    await consume(QUEUE, [message]);
    const outcomes = [...outcomesOf(await listed(event, network)).values()];
    expect(outcomes.filter((outcome) => outcome === "deleted")).toHaveLength(10);
    for (const guest of guests) {
      const told = (await mailsTo(guest.email)).filter(({ subject }) => subject.includes("undone"));
      expect(told.length).toBeLessThanOrEqual(1);
    }
  });

  it("rejects viewers, strangers, unknown guests, a running undo and one after seven days", async () => {
    const event = await party(10);
    const { eventId, guests } = event.fixture;
    await replyAll(guests, script());
    const network = await counted(event, 10);
    const ids = { guest_ids: [guests[0]?.id] };
    const as = async (host: Host) => (await host.api("POST", `${event.path}/${network.id}/undo`, ids)).status;
    const viewer = await signedInHost();
    await addMember(eventId, viewer.id, "viewer");
    expect(await as(viewer)).toBe(403);
    expect(await as(await signedInHost())).toBe(404);
    expect((await call("POST", `${event.path}/${network.id}/undo`, ids)).status).toBe(401);
    expect((await viewer.api("GET", event.path)).status).toBe(200);
    for (const body of [{}, { guest_ids: [] }, { guest_ids: ["x"] }, { guest_ids: [guests[0]?.id, guests[0]?.id] }]) {
      expect((await act(event, network, "undo", body)).status).toBe(400);
    }
    expect((await act(event, network, "undo", { guest_ids: [network.id] })).status).toBe(400);
    expect((await act(event, { ...network, id: eventId }, "undo", ids)).status).toBe(404);
    const set = (sql: string, ...values: unknown[]) =>
      env.DB.prepare(sql)
        .bind(...values, eventId)
        .run();
    const now = Date.now();
    await set("update reply_networks set undo_started_at = ?, status = 'undone' where event_id = ?", now);
    for (const [action, body] of [["undo", ids], ["accept"], ["trust"]] as const) {
      expect((await act(event, network, action, body)).body?.error).toBe("replies_undo_running");
    }
    await set("update reply_networks set undo_started_at = null, last_at = ? where event_id = ?", now - 8 * DAY_MS);
    expect(await act(event, network, "undo", ids)).toMatchObject({
      status: 410,
      body: { error: "replies_undo_expired" },
    });
  });
});
