import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signJwt } from "../../../src/kernel/signed-jwt.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { type EventFixture, type FixtureGuest, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { answerRequest } from "../../support/guest-requests.ts";

const DAY_MS = 86_400_000;

async function eventWith(guests: number): Promise<{ host: Host; fixture: EventFixture }> {
  const host = await signedInHost({ tier: "pro" });
  return { host, fixture: await makeEventFixture(host.id, guests) };
}

async function moveTo(eventId: string, eventDate: number, endTime: number | null = null): Promise<void> {
  await env.DB.prepare("update events set event_date = ?, end_time = ? where id = ?")
    .bind(eventDate, endTime, eventId)
    .run();
}

async function codeOf(guest: FixtureGuest): Promise<string> {
  const response = await exports.default.fetch(answerRequest(guest.token));
  return (await response.json<{ check_in: { qr_token: string } }>()).check_in.qr_token;
}

/** A door code as they were made before they were sealed. */
async function formerCode(guest: FixtureGuest, eventId: string, expiresAt: number): Promise<string> {
  const { id: tokenId } =
    (await env.DB.prepare("select id from access_tokens where guest_id = ?").bind(guest.id).first<{ id: string }>()) ??
    {};
  const jti = Uint8Array.fromHex((tokenId ?? "").slice(-12)).toBase64({ alphabet: "base64url", omitPadding: true });
  const { keyring } = createRequestContext(env, () => undefined);
  return signJwt(await keyring.keysFor("door_code"), {
    audience: "door",
    expiresAt: Math.floor(expiresAt / 1000),
    claims: { event_id: eventId, guest_id: guest.id, jti },
  });
}

const answerTo = async (response: Response): Promise<[number, string | undefined]> => [
  response.status,
  (await response.json<{ error?: string }>()).error,
];

/** What preview and check-in answer to a code. */
async function atDoor(host: Host, eventId: string, code: string) {
  const body = { qr_token: code };
  return {
    preview: await answerTo(await host.api("POST", `/events/${eventId}/check-in/preview`, body)),
    checkIn: await answerTo(await host.api("POST", `/events/${eventId}/check-in`, body)),
  };
}

const both = (...answer: [number, string | undefined]) => ({ preview: answer, checkIn: answer });

describe("a door code", () => {
  /** @promise The door: Door codes from before they were sealed go on working */
  it("of the form before checks its guest in, and says when it is of another event, a replaced link or too old", async () => {
    const { host, fixture } = await eventWith(2);
    const other = await eventWith(1);
    const [guest, rotated] = fixture.guests;
    if (guest === undefined || rotated === undefined) throw new Error("no guests");
    const later = Date.now() + 10 * DAY_MS;
    const { eventId } = fixture;
    expect(await atDoor(host, eventId, await formerCode(guest, eventId, Date.now() - 1))).toEqual(
      both(410, "qr_expired"),
    );
    expect(await atDoor(other.host, other.fixture.eventId, await formerCode(guest, eventId, later))).toEqual(
      both(400, "wrong_event"),
    );
    const former = await formerCode(rotated, eventId, later);
    await host.api("POST", `/events/${eventId}/tokens/rotate`, { guest_id: rotated.id, notify: false });
    expect(await atDoor(host, eventId, former)).toEqual({
      preview: [200, undefined],
      checkIn: [409, "needs_override"],
    });
    expect(await atDoor(host, eventId, await formerCode(guest, eventId, later))).toEqual({
      preview: [200, undefined],
      checkIn: [201, undefined],
    });
  });

  /** @promise The door: A door code is good until the door closes, 24 hours after the event's end as it is now */
  it("follows its event: it ends a day after the event, and is good again when that is moved", async () => {
    const { host, fixture } = await eventWith(1);
    const code = await codeOf(firstOf(fixture));
    await moveTo(fixture.eventId, Date.now() - DAY_MS - 1_000);
    expect(await atDoor(host, fixture.eventId, code)).toEqual(both(410, "qr_expired"));
    const override = { qr_token: code, override: true };
    expect(await answerTo(await host.api("POST", `/events/${fixture.eventId}/check-in`, override))).toEqual([
      410,
      "qr_expired",
    ]);
    // Three days long, and in its last hours.
    await moveTo(fixture.eventId, Date.now() - 3 * DAY_MS, Date.now() - DAY_MS + 60_000);
    expect((await atDoor(host, fixture.eventId, code)).checkIn).toEqual([201, undefined]);
  });

  it("of a guest who was deleted is a 404, and of nobody a 400", async () => {
    const { host, fixture } = await eventWith(1);
    const code = await codeOf(firstOf(fixture));
    await host.api("DELETE", `/events/${fixture.eventId}/guests/${firstOf(fixture).id}`);
    expect(await atDoor(host, fixture.eventId, code)).toEqual(both(404, "not_found"));
    expect(await atDoor(host, fixture.eventId, "A".repeat(43))).toEqual(both(400, "invalid_qr"));
    expect(await atDoor(host, fixture.eventId, firstOf(fixture).token)).toEqual(both(400, "invalid_qr"));
  });
});

describe("the verdict at the door", () => {
  /** @promise The door: A guest who is coming and has no seat needs a decision, by the reason: waiting, offered, or neither */
  it.each([
    ["waitlisted", "waitlisted"],
    ["offered", "seat_offered"],
    [null, "no_seat"],
  ])("on a guest whose seat is %s has the reason %s, and needs an override", async (seat, reason) => {
    const { host, fixture } = await eventWith(1);
    const code = await codeOf(firstOf(fixture));
    await env.DB.prepare("update rsvps set seat = ? where guest_id = ?").bind(seat, firstOf(fixture).id).run();
    const body = { qr_token: code };
    const preview = await host.api("POST", `/events/${fixture.eventId}/check-in/preview`, body);
    expect(await preview.json()).toMatchObject({
      rsvp: { response: "attending", seat },
      verdict: "attention",
      reasons: [reason],
      needs_override: true,
    });
    const refused = await host.api("POST", `/events/${fixture.eventId}/check-in`, body);
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: "needs_override", reasons: [reason] }]);
    const taken = await host.api("POST", `/events/${fixture.eventId}/check-in`, { ...body, override: true });
    expect(taken.status).toBe(201);
  });

  /** @promise The door: Nobody is checked in at a cancelled event: 409 `event_cancelled` */
  it("on a cancelled event is a refusal that no override helps against", async () => {
    const { host, fixture } = await eventWith(1);
    const code = await codeOf(firstOf(fixture));
    await env.DB.prepare("update events set cancelled_at = 1 where id = ?").bind(fixture.eventId).run();
    expect(await atDoor(host, fixture.eventId, code)).toEqual(both(409, "event_cancelled"));
    const path = `/events/${fixture.eventId}`;
    const override = { guest_id: firstOf(fixture).id, override: true };
    expect(await answerTo(await host.api("POST", `${path}/check-in`, override))).toEqual([409, "event_cancelled"]);
    expect(await answerTo(await host.api("POST", `${path}/walk-ins`, { name: "Ada" }))).toEqual([
      409,
      "event_cancelled",
    ]);
  });

  /** @promise The door: The verdict has the guest's table and tags, and who comes with them, by name */
  it("has the table and the tags, and the names of the companions who are coming", async () => {
    const { host, fixture } = await eventWith(1);
    const { id } = firstOf(fixture);
    const code = await codeOf(firstOf(fixture));
    const companion = (name: string, attending: boolean) => ({ name, attending, answers: {} });
    await env.DB.batch([
      env.DB.prepare("update guests set table_name = 'Table 7', tags = ? where id = ?").bind('["VIP","vegan"]', id),
      env.DB.prepare("update rsvps set plus_ones = 3, heads = 4, companions = ? where guest_id = ?").bind(
        JSON.stringify([
          companion("Ben", true),
          companion("Eve", false),
          companion("", true),
          companion("Chris", true),
        ]),
        id,
      ),
    ]);
    const guest = { id, name: "Guest 0", table: "Table 7", tags: ["VIP", "vegan"], companions: ["Ben", "Chris"] };
    const path = `/events/${fixture.eventId}`;
    const preview = await host.api("POST", `${path}/check-in/preview`, { qr_token: code });
    expect(await preview.json()).toMatchObject({ guest, expected_party_size: 4, verdict: "ready" });
    const checkedIn = await host.api("POST", `${path}/check-in`, { qr_token: code });
    expect(await checkedIn.json()).toMatchObject({ guest, arrival_count: 4 });
    const list = await host.api("GET", `${path}/check-ins`);
    expect(await list.json()).toMatchObject({ items: [{ guest }] });
    const found = await host.api("GET", `${path}/check-in/guests?q=guest`);
    expect(await found.json()).toMatchObject({ items: [{ guest }] });
    const again = await host.api("POST", `${path}/check-in`, { qr_token: code });
    expect(await again.json()).toMatchObject({ error: "already_checked_in", check_in: { guest } });
  });
});
