import { env, exports } from "cloudflare:workers";
import { decodeJwt, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import type { KeyPurpose } from "../../src/kernel/keyring.ts";
import { type JwtContent, signJwt } from "../../src/kernel/signed-jwt.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { shortCodeIn } from "../support/door-code.ts";
import { type EventFixture, type FixtureGuest, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest } from "../support/guest-requests.ts";

const HOUR_MS = 3_600_000;
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

/** Answers `attending` and returns both forms of the door code. */
async function codesOf(guest: FixtureGuest): Promise<{ jwt: string; short: string }> {
  const response = await exports.default.fetch(answerRequest(guest.token));
  const { check_in } = await response.json<{ check_in: { qr_token: string } }>();
  return { jwt: check_in.qr_token, short: shortCodeIn(check_in.qr_token) };
}

async function codeOf(guest: FixtureGuest): Promise<string> {
  return (await codesOf(guest)).short;
}

/** A JWT like a door code, signed with the key of a purpose. */
async function signedWith(purpose: KeyPurpose, content: JwtContent): Promise<string> {
  const { keyring } = createRequestContext(env, () => undefined);
  return signJwt(await keyring.keysFor(purpose), content);
}

/** The content of a door code's JWT. */
function contentOf(
  jwt: string,
): JwtContent & { expiresAt: number } & { claims: { event_id: string; guest_id: string; jti: string } } {
  const { event_id, guest_id, jti, exp = 0 } = decodeJwt<{ event_id: string; guest_id: string }>(jwt);
  return { audience: "door", expiresAt: exp, claims: { event_id, guest_id, jti: jti ?? "" } };
}

const answerTo = async (response: Response): Promise<[number, string | undefined]> => [
  response.status,
  (await response.json<{ error?: string }>()).error,
];

/** The responses of preview and check-in to a code. */
async function atDoor(host: Host, eventId: string, code: string) {
  const body = { qr_token: code };
  return {
    preview: await answerTo(await host.api("POST", `/events/${eventId}/check-in/preview`, body)),
    checkIn: await answerTo(await host.api("POST", `/events/${eventId}/check-in`, body)),
  };
}

const both = (...answer: [number, string | undefined]) => ({ preview: answer, checkIn: answer });

describe("door code", () => {
  /** @spec 3.21 "not checked in | POST /events/{id}/check-in | valid QR code for this event | checked in" */
  it.each(["jwt", "short"] as const)("previews and checks in its guest as a %s", async (form) => {
    const { host, fixture } = await eventWith(1);
    const code = (await codesOf(firstOf(fixture)))[form];
    expect(await atDoor(host, fixture.eventId, code)).toEqual({ preview: [200, undefined], checkIn: [201, undefined] });
  });

  /**
   * @spec 4.104 "POST | /events/{id}/check-in | editor+ | validates the QR JWT; 400 for another event's code; 410 for
   *   an expired code"
   * @spec 7.4 "400 | check-in QR for another event"
   */
  it.each(["jwt", "short"] as const)("returns 400 for another event as a %s", async (form) => {
    const { host, fixture } = await eventWith(1);
    const other = await eventWith(1);
    const code = (await codesOf(firstOf(other.fixture)))[form];
    expect(await atDoor(host, fixture.eventId, code)).toEqual(both(400, "wrong_event"));
  });

  it.each(["jwt", "short"] as const)("returns link_replaced after a new link as a %s", async (form) => {
    const { host, fixture } = await eventWith(1);
    const guest = firstOf(fixture);
    const code = (await codesOf(guest))[form];
    const path = `/events/${fixture.eventId}`;
    await host.api("POST", `${path}/tokens/rotate`, { guest_id: guest.id, notify: false });
    const preview = await host.api("POST", `${path}/check-in/preview`, { qr_token: code });
    expect(await preview.json()).toMatchObject({ reasons: ["link_replaced"], needs_override: true });
    const refused = await host.api("POST", `${path}/check-in`, { qr_token: code });
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { error: "needs_override", reasons: ["link_replaced"] },
    ]);
  });

  it("expires a day after the event's end as a short code, and is valid again when the event moves", async () => {
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

  it("returns 404 for a deleted guest, and 400 for no guest", async () => {
    const { host, fixture } = await eventWith(1);
    const codes = await codesOf(firstOf(fixture));
    await host.api("DELETE", `/events/${fixture.eventId}/guests/${firstOf(fixture).id}`);
    for (const code of [codes.jwt, codes.short]) {
      expect(await atDoor(host, fixture.eventId, code)).toEqual(both(404, "not_found"));
    }
    expect(await atDoor(host, fixture.eventId, "A".repeat(43))).toEqual(both(400, "invalid_qr"));
    expect(await atDoor(host, fixture.eventId, firstOf(fixture).token)).toEqual(both(400, "invalid_qr"));
  });
});

describe("door code as a JWT", () => {
  /**
   * @spec 4.104 "POST | /events/{id}/check-in | editor+ | validates the QR JWT; 400 for another event's code; 410 for
   *   an expired code"
   * @spec 7.23 "410 | expired check-in QR"
   * @spec 8.12 "Check-in QR life | until event date plus 24 hours"
   */
  it("returns 410 after 24 hours past the event's date, also with an override", async () => {
    const { host, fixture } = await eventWith(1);
    const { jwt, short } = await codesOf(firstOf(fixture));
    await moveTo(fixture.eventId, Date.now() - DAY_MS - 1_000, Date.now() + DAY_MS);
    expect(await atDoor(host, fixture.eventId, jwt)).toEqual(both(410, "qr_expired"));
    const override = { qr_token: jwt, override: true };
    expect(await answerTo(await host.api("POST", `/events/${fixture.eventId}/check-in`, override))).toEqual([
      410,
      "qr_expired",
    ]);
    expect((await atDoor(host, fixture.eventId, short)).checkIn).toEqual([201, undefined]);
  });

  /** @spec 8.12 "Check-in QR life | until event date plus 24 hours" */
  it("checks in until the last second of the 24 hours", async () => {
    const { host, fixture } = await eventWith(1);
    const { jwt } = await codesOf(firstOf(fixture));
    await moveTo(fixture.eventId, Date.now() - DAY_MS + 60_000);
    expect((await atDoor(host, fixture.eventId, jwt)).checkIn).toEqual([201, undefined]);
  });

  it("returns 410 for an event that was moved earlier, although its `exp` is in the future", async () => {
    const { host, fixture } = await eventWith(1);
    const { jwt } = await codesOf(firstOf(fixture));
    expect(contentOf(jwt).expiresAt * 1000).toBeGreaterThan(Date.now() + DAY_MS);
    await moveTo(fixture.eventId, Date.now() - 2 * DAY_MS);
    expect(await atDoor(host, fixture.eventId, jwt)).toEqual(both(410, "qr_expired"));
  });

  it("checks in for an event that was moved later, although its `exp` has passed", async () => {
    const { host, fixture } = await eventWith(1);
    await moveTo(fixture.eventId, Date.now() + HOUR_MS);
    const { claims } = contentOf((await codesOf(firstOf(fixture))).jwt);
    const expired = { audience: "door", expiresAt: Math.floor(Date.now() / 1000) - 3_600, claims };
    const jwt = await signedWith("door_jwt", expired);
    expect(await atDoor(host, fixture.eventId, jwt)).toEqual({ preview: [200, undefined], checkIn: [201, undefined] });
  });

  /** @spec 5.10 "6. | The check-in QR is an HMAC-signed JWT using the platform secret" */
  it.each<[string, (jwt: string) => string | Promise<string>]>([
    ["signed for another purpose", (jwt) => signedWith("scanner", contentOf(jwt))],
    ["signed with the key of the short codes", (jwt) => signedWith("door_code", contentOf(jwt))],
    ["for another audience", (jwt) => signedWith("door_jwt", { ...contentOf(jwt), audience: "scanner" })],
    ["with `alg: none`", (jwt) => new UnsecuredJWT({ ...contentOf(jwt).claims, aud: "door", exp: 9e9 }).encode()],
    ["without a signature", (jwt) => jwt.slice(0, jwt.lastIndexOf(".") + 1)],
    ["with another's signature", (jwt) => `${jwt.slice(0, -43)}${"A".repeat(43)}`],
    [
      "with another guest's short code",
      (jwt) => {
        const { claims, ...content } = contentOf(jwt);
        return signedWith("door_jwt", { ...content, claims: { ...claims, guest_id: crypto.randomUUID() } });
      },
    ],
    [
      "without a short code",
      (jwt) => {
        const { claims, ...content } = contentOf(jwt);
        return signedWith("door_jwt", { ...content, claims: { ...claims, jti: claims.jti.slice(1) } });
      },
    ],
    ["longer than any code", (jwt) => `${jwt}${"A".repeat(2_000)}`],
    ["that is garbage", () => "a.b.c"],
  ])("returns 400 for %s", async (_, forge) => {
    const { host, fixture } = await eventWith(1);
    const forged = await forge((await codesOf(firstOf(fixture))).jwt);
    expect(await atDoor(host, fixture.eventId, forged)).toEqual(both(400, "invalid_qr"));
  });

  it("rejects a door code as a bearer, and a session or a scanner ticket as a door code", async () => {
    const { host, fixture } = await eventWith(1);
    const { jwt } = await codesOf(firstOf(fixture));
    const ticket = await host.api("POST", `/events/${fixture.eventId}/scanner-ticket`);
    const path = `https://usher.test/events/${fixture.eventId}`;
    for (const url of [`${path}/check-ins`, path]) {
      const response = await exports.default.fetch(new Request(url, { headers: { Authorization: `Bearer ${jwt}` } }));
      expect(response.status).toBe(401);
    }
    for (const other of [host.token, (await ticket.json<{ ticket: string }>()).ticket]) {
      expect(await atDoor(host, fixture.eventId, other)).toEqual(both(400, "invalid_qr"));
    }
  });
});

describe("result of POST /events/{eventId}/check-in", () => {
  it.each([
    ["waitlisted", "waitlisted"],
    ["offered", "seat_offered"],
    [null, "no_seat"],
  ])("requires an override for a guest with the seat %s, with the reason %s", async (seat, reason) => {
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

  it("returns 409 on a cancelled event, also with an override", async () => {
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

  it("contains the table, the tags, and the names of the attending companions", async () => {
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
