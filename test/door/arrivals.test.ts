import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, freshAddress, type Host, requestBy, signedInHost } from "../support/account.ts";
import { shortCodeIn } from "../support/door-code.ts";
import { addMember, type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite } from "../support/race.ts";
import { seenInPNG } from "../support/read-qr.ts";
import { recordsOf } from "../support/records.ts";

interface CheckIn {
  id: string;
  arrival_count: number;
  remaining: number;
}

/** A party of four, with `arrived` people checked in. */
async function partyOfFour(
  arrived = 1,
): Promise<{ host: Host; fixture: EventFixture; checkIn: CheckIn; path: string }> {
  const host = await signedInHost({ tier: "pro" });
  const fixture = await makeEventFixture(host.id, 1);
  await env.DB.prepare("update events set event_date = ? where id = ?")
    .bind(Date.now() + 3_600_000, fixture.eventId)
    .run();
  await exports.default.fetch(answerRequest(firstOf(fixture).token, { plus_ones: 3 }));
  const body = { guest_id: firstOf(fixture).id, arrival_count: arrived };
  const checkIn = await (await host.api("POST", `/events/${fixture.eventId}/check-in`, body)).json<CheckIn>();
  return { host, fixture, checkIn, path: `/events/${fixture.eventId}/check-ins/${checkIn.id}/arrivals` };
}

const answerTo = async (response: Response): Promise<[number, unknown]> => {
  const { error, arrival_count, remaining } = await response.json<CheckIn & { error?: string }>();
  return [response.status, error ?? [arrival_count, remaining]];
};

const nonce = () => crypto.randomUUID();

describe("POST /events/{eventId}/check-in with parts of a party: POST /events/{eventId}/check-ins/{checkInId}/arrivals", () => {
  it("adds each part once for its nonce, and returns the remaining people on a second scan", async () => {
    const { host, fixture, checkIn, path } = await partyOfFour();
    expect(checkIn).toMatchObject({ arrival_count: 1, remaining: 3 });
    const scan = { guest_id: firstOf(fixture).id };
    const second = await host.api("POST", `/events/${fixture.eventId}/check-in`, scan);
    expect([second.status, await second.json()]).toMatchObject([
      409,
      { error: "already_checked_in", remaining: 3, check_in: { id: checkIn.id, arrival_count: 1, remaining: 3 } },
    ]);
    const body = { arrival_count: 2, nonce: nonce() };
    const [first, again] = [await host.api("POST", path, body), await host.api("POST", path, body)];
    expect([await answerTo(first), await answerTo(again)]).toEqual([
      [201, [3, 1]],
      [200, [3, 1]],
    ]);
    const many = await Promise.all(
      [1, 2, 3, 4].map(() => host.api("POST", path, { arrival_count: 1, nonce: "last-one" })),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    const list = await (await host.api("GET", `/events/${fixture.eventId}/check-ins`)).json();
    expect(list).toMatchObject({
      items: [{ id: checkIn.id, arrival_count: 4, remaining: 0 }],
      summary: { arrived_headcount: 4, expected_headcount: 4, guests_checked_in: 1 },
    });
    const preview = await host.api("POST", `/events/${fixture.eventId}/check-in/preview`, scan);
    expect(await preview.json()).toMatchObject({ verdict: "already_checked_in", check_in: { remaining: 0 } });
  });

  it("accepts at most 20 people, and more than expected only with the right to override", async () => {
    const { host, fixture, path } = await partyOfFour(3);
    const device = async (rights: string[]) => {
      const made = await host.api("POST", `/events/${fixture.eventId}/door-devices`, { name: "Door", rights });
      return (await made.json<{ ticket: string }>()).ticket;
    };
    const add = (ticket: string, arrival_count: number) =>
      call(
        "POST",
        path,
        { arrival_count, nonce: nonce() },
        {
          Authorization: `Bearer ${ticket}`,
          "CF-Connecting-IP": freshAddress(),
        },
      );
    const scanner = await device(["scan"]);
    expect(await answerTo(await add(scanner, 2))).toEqual([403, "door_right_missing"]);
    expect(await answerTo(await add(scanner, 1))).toEqual([201, [4, 0]]);
    expect(await answerTo(await add(await device(["walk_in"]), 1))).toEqual([403, "door_right_missing"]);
    expect(await answerTo(await add(await device(["scan", "override"]), 2))).toEqual([201, [6, 0]]);
    expect(await answerTo(await host.api("POST", path, { arrival_count: 15, nonce: nonce() }))).toEqual([
      409,
      "party_full",
    ]);
    expect(await answerTo(await host.api("POST", path, { arrival_count: 14, nonce: nonce() }))).toEqual([201, [20, 0]]);
    for (const body of [
      { arrival_count: 0, nonce: nonce() },
      { arrival_count: 20, nonce: nonce() },
      { arrival_count: 1 },
    ]) {
      expect(await answerTo(await host.api("POST", path, body))).toEqual([400, "validation_failed"]);
    }
  });

  it("undoes all parts together, and ignores an old nonce afterwards", async () => {
    const { host, fixture, checkIn, path } = await partyOfFour();
    const body = { arrival_count: 2, nonce: nonce() };
    expect((await host.api("POST", path, body)).status).toBe(201);
    expect((await host.api("DELETE", `/events/${fixture.eventId}/check-ins/${checkIn.id}`)).status).toBe(204);
    expect(await answerTo(await host.api("POST", path, body))).toEqual([404, "not_found"]);
    const again = { guest_id: firstOf(fixture).id, arrival_count: 1 };
    const second = await host.api("POST", `/events/${fixture.eventId}/check-in`, again);
    expect(await answerTo(second)).toEqual([201, [1, 3]]);
    const rows = await env.DB.prepare("select * from check_in_arrivals where event_id = ?").bind(fixture.eventId).all();
    expect(rows.results).toEqual([]);
  });

  it("adds no one when the check-in is undone, or the role is removed, meanwhile", async () => {
    const { host, fixture, checkIn, path } = await partyOfFour();
    const body = { arrival_count: 1, nonce: nonce() };
    const lost = await raceBeforeWrite(
      requestBy(host, "POST", path, body),
      () => env.DB.prepare("delete from event_collaborators where event_id = ?").bind(fixture.eventId).run(),
      { beforeWriteOf: "check_ins" },
    );
    expect(lost.status).toBe(404);
    const count = await env.DB.prepare("select arrival_count from check_ins where id = ?").bind(checkIn.id).first();
    expect(count).toEqual({ arrival_count: 1 });
  });

  it("publishes an activity for each part, and exports them", async () => {
    const { host, fixture, checkIn, path } = await partyOfFour();
    for (const arrival_count of [2, 1]) await host.api("POST", path, { arrival_count, nonce: nonce() });
    const activity = await (await host.api("GET", `/events/${fixture.eventId}/activity`)).json<{ items: object[] }>();
    expect(activity.items.slice(0, 3)).toMatchObject([
      { type: "check_in.arrived", check_in_id: checkIn.id, arrival_count: 1, total_count: 4 },
      { type: "check_in.arrived", check_in_id: checkIn.id, arrival_count: 2, total_count: 3 },
      { type: "check_in.recorded", check_in_id: checkIn.id, arrival_count: 1 },
    ]);
    const ofGuest = await host.api("GET", `/events/${fixture.eventId}/guests/${firstOf(fixture).id}/data-export`);
    const parts = [{ arrival_count: 2 }, { arrival_count: 1 }];
    const { check_in_arrivals } = await ofGuest.json<{ check_in_arrivals: object[] }>();
    expect(check_in_arrivals).toHaveLength(2);
    expect(check_in_arrivals).toEqual(expect.arrayContaining(parts.map((part) => expect.objectContaining(part))));
    expect((await host.api("DELETE", `/events/${fixture.eventId}/guests/${firstOf(fixture).id}`)).status).toBe(204);
    const rows = await env.DB.prepare("select * from check_in_arrivals where event_id = ?").bind(fixture.eventId).all();
    expect(rows.results).toEqual([]);
  });
});

describe("GET /events/{eventId}/guests/{guestId}/door-code", () => {
  it("returns the guest's own code in both forms, and writes an audit record", async () => {
    const host = await signedInHost({ tier: "pro" });
    const fixture = await makeEventFixture(host.id, 1);
    const guest = firstOf(fixture);
    const answered = await exports.default.fetch(answerRequest(guest.token));
    const { check_in } = await answered.json<{ check_in: { qr_token: string; qr_png: string } }>();
    const path = `/events/${fixture.eventId}/guests/${guest.id}/door-code`;
    const response = await host.api("GET", path);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const codes = await response.json<{ short_code: string; short_png: string }>();
    const short_code = shortCodeIn(check_in.qr_token);
    expect(codes).toEqual({ ...check_in, short_code, short_png: expect.any(String) });
    expect(seenInPNG(Uint8Array.fromBase64(codes.short_png))).toEqual({ text: short_code, version: 4 });
    const audit = await (await host.api("GET", `/events/${fixture.eventId}/audit`)).json<{ items: object[] }>();
    expect(audit.items[0]).toMatchObject({ action: "door_code.read", target: guest.id, actor: { id: host.id } });
  });

  it.each([
    ["the caller's role is removed", "delete from event_collaborators where event_id = ? and user_id = ?"],
    ["the guest is deleted", "delete from guests where event_id = ? and ? <> ''"],
  ])("returns 404 without a record and without a new link when %s between read and write", async (_, change) => {
    const [host, editor] = [await signedInHost({ tier: "pro" }), await signedInHost()];
    const { eventId, ...fixture } = await makeEventFixture(host.id, 1);
    const guest = firstOf({ eventId, ...fixture });
    await addMember(eventId, editor.id, "editor");
    await exports.default.fetch(answerRequest(guest.token));
    await env.DB.prepare("update access_tokens set revoked_at = 1 where guest_id = ?").bind(guest.id).run();
    const request = requestBy(editor, "GET", `/events/${eventId}/guests/${guest.id}/door-code`);
    const late = await raceBeforeWrite(request, () => env.DB.prepare(change).bind(eventId, editor.id).run());
    expect(await answerTo(late)).toEqual([404, "not_found"]);
    expect(await recordsOf(host, eventId)).toEqual([]);
    const links = env.DB.prepare("select count(*) as n from access_tokens where event_id = ? and revoked_at is null");
    expect(await links.bind(eventId).first("n")).toBe(0);
  });

  it.each([
    ["has not answered", ""],
    ["does not come", "update rsvps set response = 'declined', seat = null where guest_id = ?"],
    ["waits for a seat", "update rsvps set seat = 'waitlisted', waitlisted_at = 1 where guest_id = ?"],
    ["was offered a seat", "update rsvps set seat = 'offered', offer_expires_at = 1 where guest_id = ?"],
  ])("returns 409 for a guest who %s", async (_, change) => {
    const host = await signedInHost({ tier: "pro" });
    const fixture = await makeEventFixture(host.id, 1);
    const guest = firstOf(fixture);
    if (change !== "") {
      await exports.default.fetch(answerRequest(guest.token));
      await env.DB.prepare(change).bind(guest.id).run();
    }
    const response = await host.api("GET", `/events/${fixture.eventId}/guests/${guest.id}/door-code`);
    expect(await answerTo(response)).toEqual([409, "no_door_code"]);
  });
});
