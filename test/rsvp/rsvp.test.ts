import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../src/kernel/bytes.ts";
import { freshAddress, signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, browserHeaders, editRequest, LAPTOP, openRequest, PHONE } from "../support/guest-requests.ts";
import { linkIn, mailTo } from "../support/mailbox.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

interface Rsvp {
  id: string;
  response: string;
  plus_ones: number;
  edit_count: number;
  check_in?: { qr_token: string };
}

/** A host with an event of one invited guest, who uses one phone. */
async function invited() {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const guest = firstOf(fixture);
  const history = async () => {
    const response = await host.api("GET", `/events/${fixture.eventId}/guests/${guest.id}/rsvp/history`);
    expect(response.status).toBe(200);
    return ((await response.json()) as { items: unknown[] }).items;
  };
  return { host, fixture, history, headers: browserHeaders(), ...guest };
}

/** The nonce in the edit-link email that this guest requests. */
async function mailedNonce({ token, email }: { token: string; email: string }): Promise<string> {
  const url = `https://usher.test/access/${token}/request-edit-link`;
  const response = await send(new Request(url, { method: "POST", headers: { "CF-Connecting-IP": freshAddress() } }));
  expect(response.status).toBe(202);
  const mail = await mailTo(email, { subject: /^Change your RSVP/ });
  return linkIn(mail, "/i/").searchParams.get("edit") ?? "";
}

describe("POST /rsvp, GET /events/{eventId}/activity", () => {
  /**
   * @spec 3.16 "no RSVP | POST /rsvp | accepted | RSVP, edit_count 0 | token stays usable; RSVPConfirmed published"
   * @spec 4.51 "POST | /rsvp | creates an RSVP. The token is not marked used."
   */
  it("stores the first RSVP and returns the door code to an attending guest", async () => {
    const { token, headers, id } = await invited();
    const response = await send(answerRequest(token, { response: "attending", plus_ones: 2 }, headers));
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      guest_id: id,
      response: "attending",
      plus_ones: 2,
      edit_count: 0,
      check_in: { qr_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{43}$/) },
    });
  });

  it("returns no door code to a guest who declines", async () => {
    const { token } = await invited();
    const body = (await (await send(answerRequest(token, { response: "declined", plus_ones: 0 }))).json()) as Rsvp;
    expect(body).not.toHaveProperty("check_in");
  });

  /**
   * @spec 2.30 "Access token | used flag | boolean | exists, but POST /rsvp does not set it"
   * @spec 2.33 "RSVP | guest_id | uuid | one RSVP per guest"
   * @spec 3.16 "no RSVP | POST /rsvp | accepted | RSVP, edit_count 0 | token stays usable; RSVPConfirmed published"
   * @spec 4.51 "POST | /rsvp | creates an RSVP. The token is not marked used."
   */
  it("returns 409 to a second RSVP and to all but one of eight parallel ones", async () => {
    const { token, headers } = await invited();
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(answerRequest(token, {}, headers))));
    expect(responses.map((response) => response.status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const refused = responses.find((response) => response.status === 409);
    expect(await refused?.json()).toMatchObject({ error: "rsvp_exists" });
    expect((await send(openRequest(token, headers))).status).toBe(200);
    const used = await env.DB.prepare(
      "select used from access_tokens where id in (select id from access_tokens)",
    ).first();
    expect(used).toEqual({ used: 0 });
  });

  it("limits the companions to the party size of the invitation", async () => {
    const { token, fixture, id } = await invited();
    await env.DB.prepare("update guests set party_size = 2 where event_id = ? and id = ?")
      .bind(fixture.eventId, id)
      .run();
    const response = await send(answerRequest(token, { plus_ones: 2 }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ path: "plus_ones", message: expect.stringContaining("1") }],
    });
    expect((await send(answerRequest(token, { plus_ones: 1 }))).status).toBe(201);
  });

  it.each([
    ["an unknown field", { respnse: "attending" }, "respnse"],
    ["an unknown response", { response: "perhaps" }, "response"],
    ["a fraction of a companion", { plus_ones: 1.5 }, "plus_ones"],
    ["fewer than none", { plus_ones: -1 }, "plus_ones"],
  ])("names the field of %s and writes nothing", async (_, answer, path) => {
    const { token, history, host, fixture } = await invited();
    const response = await send(answerRequest(token, answer));
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const body = (await response.json()) as { error: string; errors: { path: string }[] };
    expect(body.error).toBe("validation_failed");
    expect(body.errors.map((problem) => problem.path)).toContain(path);
    expect(await history()).toEqual([]);
    const logs = (await (await host.api("GET", `/events/${fixture.eventId}/access-logs`)).json()) as {
      items: unknown[];
    };
    expect(logs.items).toEqual([]);
  });

  it("returns 400 for a body that is not JSON, and 415 without a media type", async () => {
    const make = (type: string, body: string) =>
      send(new Request("https://usher.test/rsvp", { method: "POST", body, headers: { "Content-Type": type } }));
    const malformed = await make("application/json", "{");
    expect([malformed.status, ((await malformed.json()) as { error: string }).error]).toEqual([400, "malformed_json"]);
    expect((await make("text/plain", "{}")).status).toBe(415);
  });

  it("drops fingerprint values that a client sends under a key that only the API writes", async () => {
    const { token, host, fixture } = await invited();
    const fingerprint = {
      timezone: "Europe/Berlin",
      edge_lat: "0",
      sent_seconds_ago: "1",
      edge_kind: "access",
      foo: "bar",
    };
    expect((await send(answerRequest(token, { fingerprint }))).status).toBe(201);
    const response = await host.api("GET", `/events/${fixture.eventId}/access-logs`);
    const [log] = ((await response.json()) as { items: { fingerprint: Record<string, string> }[] }).items;
    expect(log?.fingerprint).toMatchObject({ timezone: "Europe/Berlin", edge_kind: "rsvp" });
    expect(log?.fingerprint).not.toHaveProperty("edge_lat");
    expect(log?.fingerprint).not.toHaveProperty("sent_seconds_ago");
    expect(log?.fingerprint).not.toHaveProperty("foo");
  });

  /**
   * @spec 1.7 "The API turns the score into a band using per-event thresholds and blocks when the band is block."
   * @spec 3.19 "edit_count < 5 | PATCH /rsvp/{token} | fraud check runs again"
   * @spec 4.38 "GET | activity route | viewer+ | backfills the live monitor with RSVPs and scored access checks
   *   including blocked ones"
   * @spec 4.52 "POST | /rsvp | Scores the attempt (allowlist first, then the engine, then the event thresholds);
   *   blocks when the band is block"
   * @spec 4.55 "PATCH | /rsvp/{token} | same-device gate then fraud check"
   */
  it("returns 403 in the risk band block, also for an edit, and shows the host the attempts", async () => {
    const bare = { "User-Agent": "curl/8.5.0", "CF-Connecting-IP": freshAddress() };
    const blockFrom = (threshold: number, { fixture }: Awaited<ReturnType<typeof invited>>) =>
      env.DB.prepare(
        "update events set fraud_medium_threshold = ?1, fraud_high_threshold = ?1 + 1, fraud_block_threshold = ?1 + 2 where id = ?2",
      )
        .bind(threshold, fixture.eventId)
        .run();
    const expectRefused = async (request: Request) => {
      const response = await send(request);
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([403, "access_blocked"]);
    };
    const rsvpOf = async ({ host, fixture, id }: Awaited<ReturnType<typeof invited>>) =>
      ((await (await host.api("GET", `/events/${fixture.eventId}/guests/${id}`)).json()) as { rsvp: Rsvp | null }).rsvp;
    const expectSeen = ({ host, fixture }: Awaited<ReturnType<typeof invited>>, kind: string) =>
      eventually(async () => {
        const response = await host.api("GET", `/events/${fixture.eventId}/activity`);
        const { items } = (await response.json()) as { items: { type: string; risk?: string; kind?: string }[] };
        const blocked = items.filter(({ type, risk }) => type === "access.scored" && risk === "block");
        expect(blocked).toMatchObject([{ kind }]);
      });

    // Without a score in time no guest is blocked: then another guest is tried.
    const refused = await eventually(
      async () => {
        const guest = await invited();
        await blockFrom(1, guest);
        await expectRefused(answerRequest(guest.token, {}, bare));
        return guest;
      },
      { everyMs: 500 },
    );
    expect(await rsvpOf(refused)).toBeNull();
    await expectSeen(refused, "rsvp");

    const edited = await eventually(
      async () => {
        const guest = await invited();
        await blockFrom(98, guest);
        expect((await send(answerRequest(guest.token, { plus_ones: 1 }, bare))).status).toBe(201);
        await blockFrom(1, guest);
        await expectRefused(editRequest(guest.token, { plus_ones: 0 }, bare));
        return guest;
      },
      { everyMs: 500 },
    );
    expect(await rsvpOf(edited)).toMatchObject({ plus_ones: 1, edit_count: 0 });
    expect(await edited.history()).toEqual([]);
    await expectSeen(edited, "edit");
  }, 180_000);

  it("confirms the RSVP by email, with the door code inside", async () => {
    const { token, email, headers } = await invited();
    await send(answerRequest(token, { plus_ones: 1 }, headers));
    const mail = await mailTo(email);
    expect(mail.text).toContain(`https://usher.test/i/${token}`);
    expect(mail.attachments.map((file) => file.content_type).sort()).toEqual(["image/png", "text/calendar"]);
  });
});

describe("PATCH /rsvp/{token}, GET /events/{eventId}/guests/{guestId}/rsvp/history", () => {
  /**
   * @spec 2.40 "A snapshot of the prior state, written on every edit."
   * @spec 2.41 "Fields: not shown beyond the fact that it holds the previous response and plus-ones and is listed to
   *   the host oldest-to-newest order not being stated."
   * @spec 3.17 "edit_count < 5 | PATCH /rsvp/{token} | same device or valid edit nonce | edit_count + 1"
   * @spec 3.18 "edit_count < 5 | PATCH /rsvp/{token} | prior state is snapshotted in the same transaction; the row is
   *   locked so concurrent edits cannot pass the cap"
   * @spec 4.39 "GET | /events/{id}/guests/{guest_id}/rsvp/history | host role | list of RSVP revisions"
   * @spec 4.54 "PATCH | /rsvp/{token} | changes response or plus-ones; body may carry edit_nonce"
   */
  it("stores the edit, counts it and keeps the previous RSVP as a revision", async () => {
    const { token, headers, history } = await invited();
    await send(answerRequest(token, { response: "attending", plus_ones: 1 }, headers));
    const edited = await send(editRequest(token, { response: "maybe" }, headers));
    expect(edited.status).toBe(200);
    expect(await edited.json()).toMatchObject({ response: "maybe", plus_ones: 1, edit_count: 1 });
    expect(((await (await send(editRequest(token, { plus_ones: 0 }, headers))).json()) as Rsvp).edit_count).toBe(2);
    expect(await history()).toMatchObject([
      { revision: 1, response: "maybe", plus_ones: 1 },
      { revision: 0, response: "attending", plus_ones: 1 },
    ]);
  });

  /**
   * @spec 2.38 "RSVP | edit_count | integer | 0 to 5"
   * @spec 3.18 "edit_count < 5 | PATCH /rsvp/{token} | prior state is snapshotted in the same transaction; the row is
   *   locked so concurrent edits cannot pass the cap"
   * @spec 3.20 "edit_count = 5 | PATCH /rsvp/{token} | unchanged | refused"
   * @spec 4.57 "PATCH | /rsvp/{token} | at most 5 edits."
   * @spec 8.7 "RSVP edits | 5"
   */
  it("accepts exactly five of thirty parallel edits, each with its revision", async () => {
    const { token, headers, history } = await invited();
    await send(answerRequest(token, {}, headers));
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => send(editRequest(token, { plus_ones: index % 5 }, headers))),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(5);
    const refused = responses.filter((response) => response.status !== 200);
    const codes = await Promise.all(
      refused.map(async (response) => ((await response.json()) as { error: string }).error),
    );
    expect(new Set(codes)).toEqual(new Set(["edit_limit_reached"]));
    expect(((await history()) as { revision: number }[]).map((entry) => entry.revision)).toEqual([4, 3, 2, 1, 0]);
  });

  /**
   * @spec 3.18 "edit_count < 5 | PATCH /rsvp/{token} | prior state is snapshotted in the same transaction; the row is
   *   locked so concurrent edits cannot pass the cap"
   */
  it("exceeds the limit of edits without the write condition, so the condition enforces it", async () => {
    const { token, headers, fixture, id } = await invited();
    await send(answerRequest(token, {}, headers));
    // Read-then-write without the condition in SQL: all thirty read a count of 0 and write 1.
    const read = await Promise.all(
      Array.from({ length: 30 }, () =>
        env.DB.prepare("select edit_count from rsvps where event_id = ? and guest_id = ?")
          .bind(fixture.eventId, id)
          .first<{ edit_count: number }>(),
      ),
    );
    const written = await Promise.all(
      read
        .filter((row) => (row?.edit_count ?? 5) < 5)
        .map((row) =>
          env.DB.prepare("update rsvps set edit_count = ? where event_id = ? and guest_id = ? returning guest_id")
            .bind((row?.edit_count ?? 0) + 1, fixture.eventId, id)
            .first(),
        ),
    );
    expect(written.length).toBeGreaterThan(5);
  });

  /**
   * @spec 4.56 "PATCH | /rsvp/{token} | 403 for a foreign device with a hint to request an edit link"
   * @spec 7.16 "403 | PATCH /rsvp from a foreign device without a valid nonce"
   */
  it("rejects another device and hints at the edit link", async () => {
    const { token, headers } = await invited();
    await send(answerRequest(token, {}, headers));
    const response = await send(editRequest(token, { plus_ones: 0 }, browserHeaders(LAPTOP)));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: "foreign_device", hint: "request_edit_link" });
  });

  /** @spec 4.68 "The same-device gate compares only the user agent, so a change of network does not trigger it." */
  it("treats another network as the same device", async () => {
    const { token, headers } = await invited();
    await send(answerRequest(token, {}, headers));
    expect((await send(editRequest(token, { plus_ones: 0 }, browserHeaders(PHONE, freshAddress())))).status).toBe(200);
  });

  it("returns 404 without an RSVP", async () => {
    const { token, headers } = await invited();
    const response = await send(editRequest(token, { plus_ones: 0 }, headers));
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([404, "no_rsvp"]);
  });

  it("returns 400 without a change", async () => {
    const { token, headers } = await invited();
    await send(answerRequest(token, {}, headers));
    expect((await send(editRequest(token, {}, headers))).status).toBe(400);
  });
});

describe("POST /access/{token}/request-edit-link", () => {
  /**
   * @spec 1.8 "A notifier worker sends emails and SMS: verification, password reset, invitation, confirmation,
   *   reminder, edit-link and collaborator-invite messages."
   * @spec 3.17 "edit_count < 5 | PATCH /rsvp/{token} | same device or valid edit nonce | edit_count + 1"
   * @spec 4.45 "GET | /access/{token} | query parameter edit=<edit_nonce> optional."
   * @spec 4.54 "PATCH | /rsvp/{token} | changes response or plus-ones; body may carry edit_nonce"
   * @spec 4.63 "POST | /access/{token}/request-edit-link | creates an edit nonce (30 min life, stored SHA-256 hashed)
   *   and emails a link to the guest's address on file"
   * @spec 5.13 "7. | An edit nonce (30 min life) lets a guest edit from a new device."
   */
  it("emails a link that shows the RSVP on another device and allows edits there", async () => {
    const guest = await invited();
    await send(answerRequest(guest.token, { plus_ones: 2 }, guest.headers));
    const nonce = await mailedNonce(guest);
    const laptop = browserHeaders(LAPTOP);
    const seen = (await (await send(openRequest(guest.token, laptop, nonce))).json()) as {
      rsvp?: Rsvp;
      can_edit: boolean;
    };
    expect([seen.rsvp?.plus_ones, seen.can_edit]).toEqual([2, true]);
    for (const plusOnes of [1, 0]) {
      const edit = editRequest(guest.token, { plus_ones: plusOnes, edit_nonce: nonce }, laptop);
      expect((await send(edit)).status).toBe(200);
    }
    expect(await guest.history()).toHaveLength(2);
  });

  /**
   * @spec 4.63 "POST | /access/{token}/request-edit-link | creates an edit nonce (30 min life, stored SHA-256 hashed)
   *   and emails a link to the guest's address on file"
   * @spec 5.13 "7. | An edit nonce (30 min life) lets a guest edit from a new device."
   * @spec 8.10 "Edit nonce life | 30 minutes"
   */
  it("emails a link that expires after half an hour, and stores only its hash", async () => {
    const guest = await invited();
    await send(answerRequest(guest.token, {}, guest.headers));
    const nonce = await mailedNonce(guest);
    const stored = await env.DB.prepare("select hash, expires_at - created_at as life from secrets where token_id = ?")
      .bind(guest.tokenId)
      .first();
    expect(stored).toEqual({ hash: await sha256Hex(nonce), life: 30 * 60_000 });
    await env.DB.prepare("update secrets set expires_at = ? where token_id = ?")
      .bind(Date.now() - 1, guest.tokenId)
      .run();
    const laptop = browserHeaders(LAPTOP);
    const edit = editRequest(guest.token, { plus_ones: 0, edit_nonce: nonce }, laptop);
    expect((await send(edit)).status).toBe(403);
    expect(await (await send(openRequest(guest.token, laptop, nonce))).json()).not.toHaveProperty("rsvp");
  });

  it("returns the masked email address that the edit link was sent to", async () => {
    const { token } = await invited();
    const url = `https://usher.test/access/${token}/request-edit-link`;
    const response = await send(new Request(url, { method: "POST" }));
    expect(await response.json()).toEqual({ sent_to: "g•••@e•••.com" });
  });

  /**
   * @spec 4.64 "POST | /access/{token}/request-edit-link | at most 3 per token per hour."
   * @spec 8.9 "Edit-link requests | 3 per token per hour"
   */
  it("sends exactly three per hour for each link", async () => {
    const { token } = await invited();
    const url = `https://usher.test/access/${token}/request-edit-link`;
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(new Request(url, { method: "POST" }))));
    expect(responses.filter((response) => response.status === 202)).toHaveLength(3);
    expect(responses.find((response) => response.status === 429)?.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("returns 409 when the guest has no email address", async () => {
    const { token, fixture, id } = await invited();
    await env.DB.prepare("update guests set email = null, email_key = null where event_id = ? and id = ?")
      .bind(fixture.eventId, id)
      .run();
    const url = `https://usher.test/access/${token}/request-edit-link`;
    const response = await send(new Request(url, { method: "POST" }));
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([409, "no_email_on_file"]);
  });

  it("accepts a nonce for its own link only", async () => {
    const owner = await invited();
    const other = await invited();
    const nonce = await mailedNonce(owner);
    await send(answerRequest(other.token, {}, other.headers));
    const edit = editRequest(other.token, { plus_ones: 0, edit_nonce: nonce }, browserHeaders(LAPTOP));
    expect((await send(edit)).status).toBe(403);
  });
});

describe("GET /events/{eventId}/activity", () => {
  /**
   * @spec 4.38 "GET | activity route | viewer+ | backfills the live monitor with RSVPs and scored access checks
   *   including blocked ones"
   */
  it("lists RSVPs, edits and scored accesses, newest first, in adjoining pages", async () => {
    const { host, fixture, token, headers } = await invited();
    await send(openRequest(token, headers));
    await send(answerRequest(token, { response: "attending", plus_ones: 1 }, headers));
    await send(editRequest(token, { response: "declined", plus_ones: 0 }, headers));
    type Item = { type: string; at: string; response?: string; guest: { name: string } };
    const read = async (query: string) => {
      const response = await host.api("GET", `/events/${fixture.eventId}/activity${query}`);
      expect(response.status).toBe(200);
      return (await response.json()) as { items: Item[]; next_cursor: string | null };
    };
    const all = await eventually(async () => {
      const page = await read("");
      expect(page.items).toHaveLength(5);
      return page.items;
    });
    expect(all.map((item) => item.at)).toEqual(
      all
        .map((item) => item.at)
        .sort()
        .reverse(),
    );
    const ofType = (type: string) => all.filter((item) => item.type === type);
    expect(ofType("access.scored")).toHaveLength(3);
    expect(ofType("rsvp.submitted")).toMatchObject([{ response: "attending", guest: { name: "Guest 0" } }]);
    expect(ofType("rsvp.updated")).toMatchObject([{ response: "declined", edit_count: 1 }]);

    const pages: Item[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { items: Item[]; next_cursor: string | null } = await read(
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      pages.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(pages).toEqual(all);
  });
});
