import { env, exports } from "cloudflare:workers";
import ICAL from "ical.js";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { call, freshAddress, signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, browserHeaders, LAPTOP, openRequest, PHONE } from "../support/guest-requests.ts";
import { stopClock } from "../support/patient.ts";
import { seenInPNG } from "../support/read-qr.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

/** A host with an event of one invited guest. */
async function invited(event: Parameters<typeof makeEventFixture>[2] = {}) {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1, event);
  return { host, fixture, ...firstOf(fixture) };
}

interface LogItem {
  id: string;
  kind: string;
  score: number | null;
  risk: string | null;
  reasons: string[];
  automated: boolean;
  geo_country: string | null;
  fingerprint: Record<string, string>;
  user_agent: string;
}

async function logsOf(host: Awaited<ReturnType<typeof signedInHost>>, eventId: string, query = ""): Promise<LogItem[]> {
  const response = await host.api("GET", `/events/${eventId}/access-logs${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { items: LogItem[] }).items;
}

describe("GET /access/{token}, GET /events/{eventId}/access-logs", () => {
  /** @spec 2.51 "One record per event; every field is nullable, so a new event renders with defaults." */
  it("returns the event, the branding, the guest and links for four calendars", async () => {
    const { token, fixture } = await invited({ name: "Gala, the big; one", venue: "Town hall" });
    const response = await send(openRequest(token));
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    const body = await response.json();
    expect(body).toMatchObject({
      event: {
        id: fixture.eventId,
        name: "Gala, the big; one",
        venue: "Town hall",
        timezone: "Europe/Berlin",
        host_name: "Ada Host",
      },
      branding: { primary_color: null, font: null, logo_url: null, cover_url: null, theme: "plain" },
      guest: { name: "Guest 0", party_size: null, max_plus_ones: 10 },
      can_edit: false,
      edits_left: 5,
      calendar_links: { ics: `https://usher.test/access/${token}/calendar.ics` },
    });
    expect(body).not.toHaveProperty("rsvp");
    expect(body).not.toHaveProperty("check_in");
    expect(JSON.stringify(body)).not.toMatch(/score|reasons|risk/);
  });

  /**
   * @spec 5.12 "7. Guests authenticate only by their access token (HMAC-signed)."
   * @spec 7.18 "404 | unknown token"
   */
  it("returns the same 404 for a forged, a malformed and a revoked link", async () => {
    const { token, tokenId } = await invited();
    await env.DB.prepare("update access_tokens set revoked_at = 1 where id = ?").bind(tokenId).run();
    const strip = async (value: string) => {
      const response = await send(openRequest(value, { ...browserHeaders(), "X-Request-Id": "same-request-id" }));
      return [response.status, await response.text()];
    };
    const revoked = await strip(token);
    expect(revoked[0]).toBe(404);
    expect(await strip("A".repeat(43))).toEqual(revoked);
    expect(await strip("short")).toEqual(revoked);
  });

  /**
   * @spec 1.5 "Every access by token and every RSVP attempt is scored for risk by a separate scoring engine."
   * @spec 4.47 "GET | /access/{token} | Records an access log, scores it, and asynchronously publishes
   *   AccessAttempted (skipped when no publisher is configured)."
   * @spec 8.4 "Unaffected by tier | auto-reminders, fraud detection, analytics"
   */
  it("scores the access, and shows the host score, reasons and the API's fingerprint values", async () => {
    const { host, fixture, token } = await invited();
    expect((await send(openRequest(token))).status).toBe(200);
    const [log] = await eventually(async () => {
      const logs = await logsOf(host, fixture.eventId);
      expect(logs[0]?.score).toEqual(expect.any(Number));
      return logs;
    });
    expect(log).toMatchObject({ kind: "access", risk: "low", automated: false, user_agent: PHONE });
    expect(log?.fingerprint).toMatchObject({
      edge_kind: "access",
      edge_method: "GET",
      accept_language: "en-GB,en;q=0.9",
    });
    expect(log?.fingerprint).not.toHaveProperty("edge_lat");
  });

  it("records the first view by a human, and not by a link scanner", async () => {
    const scanned = await invited();
    const opened = await invited();
    await send(openRequest(scanned.token, { ...browserHeaders("WhatsApp/2.24 A"), "Sec-Fetch-Mode": "no-cors" }));
    await send(openRequest(opened.token));
    const openedAt = async ({ host, fixture, id }: Awaited<ReturnType<typeof invited>>) => {
      const response = await host.api("GET", `/events/${fixture.eventId}/guests/${id}`);
      return ((await response.json()) as { opened_at: string | null }).opened_at;
    };
    await eventually(async () => expect(await openedAt(opened)).toEqual(expect.any(String)));
    const [log] = await eventually(async () => {
      const logs = await logsOf(scanned.host, scanned.fixture.eventId, "?automated=true");
      expect(logs).toHaveLength(1);
      return logs;
    });
    expect(log?.reasons).toContain("automated_fetch");
    expect(await openedAt(scanned)).toBeNull();
  });

  /** @spec 3.44 "6. If an accessing IP matches an allowlist entry of the event, the engine is skipped." */
  it("skips the score for an address that the event trusts", async () => {
    const { host, fixture, token } = await invited();
    const address = "203.0.113.77";
    await env.DB.prepare(
      "insert into event_allowlist (event_id, ip_cidr, created_by, created_at) values (?, '203.0.113.0/24', ?, 1)",
    )
      .bind(fixture.eventId, host.id)
      .run();
    await send(openRequest(token, browserHeaders(PHONE, address)));
    expect(await logsOf(host, fixture.eventId)).toMatchObject([{ score: 0, risk: "low", reasons: ["allowlisted"] }]);
  });

  /** @spec 1.7 "The API turns the score into a band using per-event thresholds and blocks when the band is block." */
  it("returns 403 in the risk band block, and keeps its log", async () => {
    const bare = { "User-Agent": "curl/8.5.0", "CF-Connecting-IP": freshAddress() };
    // Without a score in time no guest is blocked: then another guest is tried.
    const { host, fixture, response } = await eventually(
      async () => {
        const guest = await invited();
        await env.DB.prepare(
          "update events set fraud_medium_threshold = 1, fraud_high_threshold = 2, fraud_block_threshold = 3 where id = ?",
        )
          .bind(guest.fixture.eventId)
          .run();
        const response = await send(openRequest(guest.token, bare));
        expect(response.status).toBe(403);
        return { ...guest, response };
      },
      { everyMs: 500 },
    );
    expect(await response.json()).toMatchObject({ error: "access_blocked", status: 403 });
    await eventually(async () => expect(await logsOf(host, fixture.eventId, "?risk=block")).toHaveLength(1));
  });

  /**
   * @spec 4.46 "GET | /access/{token} | Rate limited by token."
   * @spec 4.61 "GET | /access/{token}/calendar.ics | same rate-limit class as /access"
   * @spec 7.24 "429 | rate limit exceeded; carries a Retry-After header and a JSON body"
   * @spec 8.25 "Keys: | guest access and RSVP by token"
   */
  it("allows exactly sixty requests per minute for each link, and returns when to retry", async () => {
    stopClock();
    const { token } = await invited();
    // Both count: they share one limit.
    const urls = [`/access/${token}`, ...Array<string>(6).fill(`/access/${token}/calendar.ics`)];
    const responses: Response[] = [];
    // Not all in parallel: the rate limit fails open after two seconds without a count. The last are parallel.
    for (const group of [14, 14, 14, 28]) {
      const answers = Array.from({ length: group }, (_, index) => call("GET", urls[index % 7] ?? ""));
      responses.push(...(await Promise.all(answers)));
    }
    expect(responses.filter((response) => response.status === 200)).toHaveLength(60);
    const refused = responses.find((response) => response.status === 429);
    expect(refused?.headers.get("ratelimit-policy")).toBe('"guest";q=60;w=60');
    expect(refused?.headers.get("ratelimit")).toMatch(/^"guest";r=0;t=\d+$/);
    const retryAfter = Number(refused?.headers.get("retry-after"));
    expect(retryAfter).toBeGreaterThan(0);
    expect(await refused?.json()).toMatchObject({ error: "rate_limited", retry_after: retryAfter });
  });

  it("shows the branding of a host who chose no colour", async () => {
    const host = await signedInHost({ tier: "pro" });
    const fixture = await makeEventFixture(host.id, 1);
    const branded = await host.api("PUT", `/events/${fixture.eventId}/branding`, { font: "Georgia" });
    expect(branded.status).toBe(200);
    const opened = await send(openRequest(firstOf(fixture).token, browserHeaders()));
    expect(await opened.json()).toMatchObject({ branding: { primary_color: null, font: "Georgia" } });
  });

  /**
   * @spec 4.49 "GET | /access/{token} | and, for attending RSVPs, a check_in object with the signed QR token and a
   *   base64 PNG of the QR code."
   * @spec 4.50 "GET | /access/{token} | When the caller's user agent differs from the stored RSVP's and no valid edit
   *   nonce is given, the rsvp field is omitted and the flag rsvp_submitted_elsewhere is set."
   */
  it("shows the RSVP and the door code only on the device that submitted it", async () => {
    const { token, fixture } = await invited();
    const headers = browserHeaders();
    await send(answerRequest(token, { plus_ones: 2 }, headers));
    const own = (await (await send(openRequest(token, headers))).json()) as Record<string, unknown>;
    expect(own).toMatchObject({
      rsvp: { response: "attending", plus_ones: 2, edit_count: 0 },
      can_edit: true,
      edits_left: 5,
      check_in: { qr_token: expect.any(String), qr_png: expect.any(String) },
    });
    const other = (await (await send(openRequest(token, browserHeaders(LAPTOP)))).json()) as Record<string, unknown>;
    expect(other).toMatchObject({ rsvp_submitted_elsewhere: true, can_edit: false, event: { id: fixture.eventId } });
    expect(other).not.toHaveProperty("rsvp");
    expect(other).not.toHaveProperty("check_in");
  });

  /**
   * @spec 4.49 "GET | /access/{token} | and, for attending RSVPs, a check_in object with the signed QR token and a
   *   base64 PNG of the QR code."
   * @spec 4.109 "The QR JWT carries event_id, guest_id and an expiry of event date plus 24 hours."
   * @spec 5.10 "6. | The check-in QR is an HMAC-signed JWT using the platform secret"
   * @spec 8.12 "Check-in QR life | until event date plus 24 hours"
   */
  it("returns a door code as a signed JWT, and a picture that decodes to it", async () => {
    const { token, fixture } = await invited();
    const headers = browserHeaders();
    await send(answerRequest(token, {}, headers));
    const body = (await (await send(openRequest(token, headers))).json()) as {
      event: { event_date: string };
      check_in: { qr_token: string; qr_png: string };
    };
    const { qr_token, qr_png } = body.check_in;
    expect(decodeProtectedHeader(qr_token)).toEqual({ alg: "HS256", kid: expect.stringMatching(/^[\w-]{4}$/) });
    const { event } = body;
    expect(decodeJwt(qr_token)).toEqual({
      aud: "door",
      event_id: fixture.eventId,
      guest_id: firstOf(fixture).id,
      exp: Math.floor(Date.parse(event.event_date) / 1000) + 24 * 3_600,
      jti: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(seenInPNG(Uint8Array.fromBase64(qr_png))).toEqual({ text: qr_token, version: 14 });
    // It is unchanged while the link and the event's date are.
    const again = (await (await send(openRequest(token, headers))).json()) as typeof body;
    expect(again.check_in).toEqual(body.check_in);
  });
});

describe("GET /access/{token}/calendar.ics", () => {
  /**
   * @spec 4.59 "GET | /access/{token}/calendar.ics | fixed deterministic UID per event so re-downloads update one
   *   entry"
   * @spec 4.60 "GET | /access/{token}/calendar.ics | Content-Disposition carries a slugified file name"
   */
  it("returns a calendar file that an independent parser reads, unchanged for every download", async () => {
    const { token, fixture } = await invited({ name: "Gala, the big; one", venue: "Hall; 2, left" });
    const response = await call("GET", `/access/${token}/calendar.ics`);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="gala-the-big-one.ics"');
    const text = await response.text();
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(text).toMatch(/DTSTART:\d{8}T\d{6}Z/);
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent") ?? undefined);
    expect([event.summary, event.location]).toEqual(["Gala, the big; one", "Hall; 2, left"]);
    expect(event.uid).toContain(fixture.eventId);
    expect(await (await call("GET", `/access/${token}/calendar.ics`)).text()).toBe(text);
  });

  /** @spec 4.62 "GET | /access/{token}/calendar.ics | 404 for an unknown token." */
  it("returns 404 for an unknown link", async () => {
    expect((await call("GET", `/access/${"A".repeat(43)}/calendar.ics`)).status).toBe(404);
  });
});
