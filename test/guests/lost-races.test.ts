import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { requestBy, signedInHost } from "../support/account.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { addMember } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";
import { makeMessage, messageOf } from "../support/message.ts";
import { loseEveryRace, raceBeforeWrite } from "../support/race.ts";
import { recordsOf } from "../support/records.ts";
import { sendMailReport } from "../support/reports.ts";
import { answerInTurn, guestOf, makeSeatEvent } from "../support/seats.ts";

/** A host and another owner of an event with a guest. */
async function listed(overrides: Record<string, unknown> = {}) {
  const host = await signedInHost({ tier: "pro" });
  const { id } = await makeEvent(host);
  const owner = await signedInHost();
  await addMember(id, owner.id, "owner");
  const guest = await addGuest(host, id, overrides);
  const list = `/events/${id}/guests`;
  const path = `${list}/${guest.id}`;
  return {
    host,
    owner,
    id,
    guest,
    list,
    path,
    read: async () => (await host.api("GET", path)).json<WireGuest>(),
    records: () => recordsOf(host, id),
    /** Runs a statement with the IDs of the event and the guest. */
    run: (statement: string, ...values: unknown[]) =>
      env.DB.prepare(statement)
        .bind(id, guest.id, ...values)
        .run(),
    /** The IDs of the guest's valid tokens. */
    tokens: async () => {
      const found = await env.DB.prepare(
        "select id from access_tokens where event_id = ? and guest_id = ? and revoked_at is null",
      )
        .bind(id, guest.id)
        .all<{ id: string }>();
      return found.results.map((token) => token.id);
    },
  };
}

async function outcomeOf(response: Response): Promise<[number, string | undefined]> {
  return [response.status, (await response.json<{ error?: string }>()).error];
}

describe("PATCH /events/{eventId}/guests/{guestId}", () => {
  it("returns 409 guest_changed when the guest was expected to be unchanged, and keeps the other change", async () => {
    const { host, guest, path, read } = await listed();
    const mine = { notes: "Mine", expected_updated_at: guest.updated_at };
    const late = await raceBeforeWrite(requestBy(host, "PATCH", path, mine), () =>
      host.api("PATCH", path, { notes: "Theirs" }),
    );
    expect([late.status, await late.json()]).toMatchObject([
      409,
      { error: "guest_changed", guest: { notes: "Theirs" } },
    ]);
    expect(await read()).toMatchObject({ notes: "Theirs" });
  });

  it("accepts the version that was read before the guest got the email and opened the link", async () => {
    const { host, id, guest, path, read } = await listed(address());
    const { token } = await issueLink(host, id, guest.id);
    await eventually(async () => expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "sent" }]));
    expect(await sendMailReport("email.delivered", guest.email ?? "")).toBe(200);
    expect((await exports.default.fetch(openRequest(token))).status).toBe(200);
    const seen = { invited_at: expect.any(String), opened_at: expect.any(String), delivery: { status: "delivered" } };
    await eventually(async () => expect(await read()).toMatchObject(seen));
    const changed = await host.api("PATCH", path, { notes: "Mine", expected_updated_at: guest.updated_at });
    expect([changed.status, await changed.json()]).toMatchObject([200, { notes: "Mine" }]);
  });

  it("lowers and records the RSVP to which the guest has edited it between read and write", async () => {
    const { host, id, guest, path, records } = await listed();
    const { token } = await issueLink(host, id, guest.id, { notify: false });
    const own = browserHeaders();
    const send = (request: Request) => exports.default.fetch(request);
    expect((await send(answerRequest(token, { plus_ones: 3 }, own))).status).toBe(201);
    const late = await raceBeforeWrite(requestBy(host, "PATCH", path, { party_size: 2, adjust: true }), async () =>
      expect((await send(editRequest(token, { plus_ones: 4 }, own))).status).toBe(200),
    );
    expect([late.status, await late.json()]).toMatchObject([200, { party_size: 2, rsvp: { plus_ones: 1 } }]);
    expect(await records()).toMatchObject([
      { action: "rsvp.adjusted", before: { plus_ones: 4 }, after: { plus_ones: 1 } },
    ]);
    const history = await (await host.api("GET", `${path}/rsvp/history`)).json();
    expect(history).toMatchObject({
      items: [
        { revision: 1, plus_ones: 4, replaced_by: "host" },
        { revision: 0, plus_ones: 3, replaced_by: "guest" },
      ],
    });
  });

  it("returns 409 list_changed and writes nothing when the companions change before each write", async () => {
    const { host, path, run, read } = await listed();
    const companions: { name: string }[] = [];
    const change = (attempt: number) => {
      companions.push({ name: `Guest ${attempt}` });
      return run("update guests set companions = ?3 where event_id = ?1 and id = ?2", JSON.stringify(companions));
    };
    const lost = await loseEveryRace(requestBy(host, "PATCH", path, { party_size: 9 }), change);
    expect(await outcomeOf(lost)).toEqual([409, "list_changed"]);
    expect(await read()).toMatchObject({ party_size: null, companions });
  });
});

describe("PATCH /events/{eventId}/guests", () => {
  it("returns 409 list_changed and writes nothing when the tags change before each write", async () => {
    const { host, guest, list, run, read, records } = await listed();
    let tags: string[] = [];
    const change = (attempt: number) => {
      tags = [`tag ${attempt}`];
      return run("update guests set tags = ?3 where event_id = ?1 and id = ?2", JSON.stringify(tags));
    };
    const request = requestBy(host, "PATCH", list, { guest_ids: [guest.id], add_tags: ["mine"], table: "7" });
    expect(await outcomeOf(await loseEveryRace(request, change))).toEqual([409, "list_changed"]);
    expect(await read()).toMatchObject({ tags, table: null });
    expect(await records()).toEqual([]);
  });
});

describe("POST /events/{eventId}/guests/delete", () => {
  const NAME = "Grace Hopper";

  it("removes the guest's name from the text that another request has just changed", async () => {
    const { host, id, guest, list } = await listed({ name: NAME });
    const message = await makeMessage(host, id, { body: `Dear ${NAME}` });
    const late = await raceBeforeWrite(requestBy(host, "POST", `${list}/delete`, { guest_ids: [guest.id] }), () =>
      host.api("PATCH", `/events/${id}/messages/${message.id}`, { body: `Farewell ${NAME}` }),
    );
    expect([late.status, await late.json()]).toEqual([200, { deleted: 1 }]);
    expect(await messageOf(host, id, message.id)).toMatchObject({ body: "Farewell …" });
    const deletions = (await recordsOf(host, id)).filter(({ action }) => action === "guests.deleted");
    expect(deletions).toMatchObject([{ before: { guests: 1 }, after: null }]);
  });

  it("returns 409 list_changed and deletes no guest when such a message changes before each write", async () => {
    const { host, id, guest, list, run, read, records } = await listed({ name: NAME });
    const message = await makeMessage(host, id, { body: `Dear ${NAME}` });
    const before = await records();
    let body = `Dear ${NAME}`;
    const change = () => {
      body += "!";
      return run("update messages set body = ?3 where event_id = ?1 and id = ?4", body, message.id);
    };
    const request = requestBy(host, "POST", `${list}/delete`, { guest_ids: [guest.id] });
    expect(await outcomeOf(await loseEveryRace(request, change))).toEqual([409, "list_changed"]);
    expect(await read()).toMatchObject({ name: NAME });
    expect(await messageOf(host, id, message.id)).toMatchObject({ body });
    expect(await records()).toEqual(before);
  });
});

/** Changes by which a request that would email a guest loses three races, each for another reason. */
function threeReasons({ owner, id, run }: Awaited<ReturnType<typeof listed>>) {
  const mailed = (at: number | null) => run("update guests set mailed_at = ?3 where event_id = ?1 and id = ?2", at);
  const role = (value: string) =>
    env.DB.prepare("update event_collaborators set role = ? where event_id = ? and user_id = ?")
      .bind(value, id, owner.id)
      .run();
  const isDemoted = (attempt: number) => attempt === 1;
  return {
    change: (attempt: number) => (isDemoted(attempt) ? role("viewer") : mailed(Date.now())),
    thenBeforeNextBatch: async (attempt: number) => {
      if (isDemoted(attempt)) await Promise.all([role("owner"), mailed(null)]);
    },
  };
}

const address = () => ({ email: `guest-${crypto.randomUUID()}@example.com` });

describe("POST /events/{eventId}/tokens", () => {
  it("returns the link that another request has issued between read and write", async () => {
    const { host, id, guest, tokens } = await listed();
    const made: string[] = [];
    const late = await raceBeforeWrite(
      requestBy(host, "POST", `/events/${id}/tokens`, { guest_id: guest.id, notify: false, utm_source: "mine" }),
      async () => made.push((await issueLink(host, id, guest.id, { notify: false, utm_source: "theirs" })).id),
    );
    expect([late.status, await late.json()]).toMatchObject([200, { id: made[0], utm_source: "theirs" }]);
    expect(await tokens()).toEqual(made);
  });

  it("sends no second email when another request has emailed the link between read and write", async () => {
    const { host, id, guest } = await listed(address());
    await issueLink(host, id, guest.id, { notify: false });
    const body = { guest_id: guest.id };
    const late = await raceBeforeWrite(requestBy(host, "POST", `/events/${id}/tokens`, body), () =>
      host.api("POST", `/events/${id}/tokens`, body),
    );
    expect([late.status, await late.json()]).toMatchObject([200, { notified: false, reason: "too_soon" }]);
  });

  it("returns 409 links_changed and writes nothing when the third attempt is lost", async () => {
    const made = await listed(address());
    const request = requestBy(made.owner, "POST", `/events/${made.id}/tokens`, { guest_id: made.guest.id });
    const { change, thenBeforeNextBatch } = threeReasons(made);
    const lost = await loseEveryRace(request, change, { thenBeforeNextBatch });
    expect(await outcomeOf(lost)).toEqual([409, "links_changed"]);
    expect(await made.tokens()).toEqual([]);
    expect(await made.read()).toMatchObject({ invited_at: null });
  });
});

describe("POST /events/{eventId}/tokens/rotate", () => {
  it("sends and records no email when another request has just emailed the link", async () => {
    const { host, id, guest, records, tokens } = await listed(address());
    const first = await issueLink(host, id, guest.id, { notify: false });
    const body = { guest_id: guest.id };
    const late = await raceBeforeWrite(requestBy(host, "POST", `/events/${id}/tokens/rotate`, body), () =>
      host.api("POST", `/events/${id}/tokens`, body),
    );
    const rotated = await late.json<{ id: string }>();
    expect([late.status, rotated]).toMatchObject([201, { notified: false, reason: "too_soon" }]);
    expect(rotated.id).not.toBe(first.id);
    expect(await tokens()).toEqual([rotated.id]);
    expect(await records()).toMatchObject([{ action: "link.rotated", after: { notified: false } }]);
  });

  it("returns 409 links_changed and keeps the link when the third attempt is lost", async () => {
    const made = await listed(address());
    const { id } = await issueLink(made.host, made.id, made.guest.id, { notify: false });
    const request = requestBy(made.owner, "POST", `/events/${made.id}/tokens/rotate`, { guest_id: made.guest.id });
    const { change, thenBeforeNextBatch } = threeReasons(made);
    const lost = await loseEveryRace(request, change, { thenBeforeNextBatch });
    expect(await outcomeOf(lost)).toEqual([409, "links_changed"]);
    expect(await made.tokens()).toEqual([id]);
    expect(await made.records()).toEqual([]);
  });
});

describe("POST /events/{eventId}/guests/{guestId}/offer", () => {
  /** A full event whose second guest waits. */
  async function waiting() {
    const event = await makeSeatEvent(2, { capacity: 1, waitlist: true });
    await answerInTurn(event, 1, 1);
    const { host, eventId } = event;
    const guest = guestOf(event, 1);
    return {
      ...event,
      guest,
      request: requestBy(host, "POST", `/events/${eventId}/guests/${guest.id}/offer`, { force: true }),
      records: () => recordsOf(host, eventId),
      run: (statement: string, ...values: unknown[]) =>
        env.DB.prepare(statement)
          .bind(eventId, guest.id, ...values)
          .run(),
    };
  }

  it("offers and records as many seats as the party has after a change between read and write", async () => {
    const { guest, request, records, held } = await waiting();
    const late = await raceBeforeWrite(request, async () =>
      expect(await guest.edit({ plus_ones: 2 })).toMatchObject({ status: 200, seat: "waitlisted" }),
    );
    expect([late.status, await late.json()]).toMatchObject([200, { seat: "offered", heads: 3 }]);
    expect(await held()).toEqual({ counted: 4, kept: 4 });
    expect(await records()).toMatchObject([
      { action: "seat.offered", before: { seat: "waitlisted" }, after: { seat: "offered", heads: 3 } },
    ]);
  });

  it("records the previous seat when the party leaves the waitlist between read and write", async () => {
    const { request, records, run } = await waiting();
    const leave = () => run("update rsvps set seat = null, waitlisted_at = null where event_id = ? and guest_id = ?");
    expect((await raceBeforeWrite(request, leave)).status).toBe(200);
    expect(await records()).toMatchObject([{ before: { seat: null }, after: { seat: "offered" } }]);
  });

  it("returns 409 list_changed and offers nothing when the party changes before each write", async () => {
    const { request, records, run, seats } = await waiting();
    const change = (attempt: number) =>
      run("update rsvps set heads = ?3, plus_ones = ?3 - 1 where event_id = ?1 and guest_id = ?2", attempt + 2);
    expect(await outcomeOf(await loseEveryRace(request, change))).toEqual([409, "list_changed"]);
    expect(await seats()).toEqual(["confirmed", "waitlisted"]);
    expect(await records()).toEqual([]);
  });
});
