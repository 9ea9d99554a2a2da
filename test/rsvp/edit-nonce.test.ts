import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { proveDevicesByNonce } from "../../src/invitations/devices/queries.ts";
import { sha256Hex } from "../../src/kernel/bytes.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { signedInHost } from "../support/account.ts";
import { guestBrowser, YES } from "../support/devices.ts";
import { issueEditNonce } from "../support/edit-nonce.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, browserHeaders, editRequest, LAPTOP, openRequest, PHONE } from "../support/guest-requests.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);
const TABLET = PHONE.replace("iPhone; CPU iPhone OS", "iPad; CPU OS");

interface Shown {
  rsvp?: { plus_ones: number; edit_count: number };
  check_in?: object;
  rsvp_submitted_elsewhere?: true;
  can_edit: boolean;
}

/** A guest who has answered from a phone, with a client that has no device ID. */
async function answered() {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const guest = firstOf(fixture);
  const phone = browserHeaders(PHONE);
  expect((await send(answerRequest(guest.token, { plus_ones: 2 }, phone))).status).toBe(201);
  const path = `/events/${fixture.eventId}/guests/${guest.id}`;
  return { host, fixture, phone, path, ...guest };
}

/** The invitation as a client sees it. */
async function shown(token: string, headers: Record<string, string>, nonce?: string): Promise<Shown> {
  const response = await send(openRequest(token, headers, nonce));
  expect(response.status).toBe(200);
  return response.json();
}

/** Headers of a client that has been given a device ID. */
async function withDeviceId(token: string, userAgent: string): Promise<Record<string, string>> {
  const headers = browserHeaders(userAgent);
  const response = await send(openRequest(token, headers));
  return { ...headers, "Usher-Device": response.headers.get("Usher-Device") ?? "" };
}

async function verifiedOf({ id }: { id: string }): Promise<number | null> {
  return env.DB.prepare("select count(*) as n from guest_devices where guest_id = ? and proved_at is not null")
    .bind(id)
    .first<number>("n");
}

/** Waits until a device of a guest is verified, which is written after the response. */
const untilVerified = (guest: { id: string }) =>
  eventually(async () => {
    expect(await verifiedOf(guest)).toBe(1);
  });

describe("edit nonce", () => {
  /**
   * @spec 3.17 "edit_count < 5 | PATCH /rsvp/{token} | same device or valid edit nonce | edit_count + 1"
   * @spec 4.45 "GET | /access/{token} | query parameter edit=<edit_nonce> optional."
   * @spec 4.54 "PATCH | /rsvp/{token} | changes response or plus-ones; body may carry edit_nonce"
   * @spec 5.13 "7. | An edit nonce (30 min life) lets a guest edit from a new device."
   */
  it("accepts views and edits of a client without a device ID until the five edits are used", async () => {
    const guest = await answered();
    const nonce = await issueEditNonce(guest.tokenId);
    const laptop = browserHeaders(LAPTOP);
    const edit = (plusOnes: number) =>
      send(editRequest(guest.token, { plus_ones: plusOnes, edit_nonce: nonce }, laptop));
    expect(await shown(guest.token, laptop, nonce)).toMatchObject({ rsvp: { plus_ones: 2 }, can_edit: true });
    for (const count of [1, 2, 3, 4, 5]) {
      const response = await edit(count);
      expect([response.status, await response.json()]).toMatchObject([200, { plus_ones: count, edit_count: count }]);
      expect(await shown(guest.token, laptop, nonce)).toMatchObject({ rsvp: { edit_count: count } });
    }
    const sixth = await edit(0);
    expect([sixth.status, await sixth.json()]).toMatchObject([409, { error: "edit_limit_reached" }]);
    // Nothing that the client could show again without the nonce.
    expect(await verifiedOf(guest)).toBe(0);
  });

  it.each([".", ")", "_", "%20", "%0D%0A"])("works with %s copied after it", async (dirt) => {
    const guest = await answered();
    const nonce = await issueEditNonce(guest.tokenId);
    const headers = guestBrowser(LAPTOP).headers;
    const page = new Request(`https://usher.test/i/${guest.token}?edit=${nonce}${dirt}`, { headers });
    expect(await (await send(page)).text()).toContain("Your door pass");
    const sent = { plus_ones: 1, edit_nonce: nonce + decodeURIComponent(dirt) };
    expect((await send(editRequest(guest.token, sent, browserHeaders(LAPTOP)))).status).toBe(200);
  });

  it.each([-1, 20])("shows that the link is incomplete before anything is typed, cut at %i", async (end) => {
    const guest = await answered();
    const cut = (await issueEditNonce(guest.tokenId)).slice(0, end);
    const page = (query: string) =>
      send(new Request(`https://usher.test/i/${guest.token}${query}`, { headers: guestBrowser(LAPTOP).headers }));
    expect(await (await page(`?edit=${cut}`)).text()).toContain("This link is incomplete");
    expect(await (await page("")).text()).not.toContain("This link is incomplete");
  });

  /**
   * @spec 4.63 "POST | /access/{token}/request-edit-link | creates an edit nonce (30 min life, stored SHA-256 hashed)
   *   and emails a link to the guest's address on file"
   * @spec 5.13 "7. | An edit nonce (30 min life) lets a guest edit from a new device."
   * @spec 8.10 "Edit nonce life | 30 minutes"
   */
  it("expires after 30 minutes", async () => {
    const guest = await answered();
    const laptop = await withDeviceId(guest.token, LAPTOP);
    const edit = (nonce: string) => send(editRequest(guest.token, { plus_ones: 0, edit_nonce: nonce }, laptop));
    const late = await issueEditNonce(guest.tokenId, 31);
    const refused = await edit(late);
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: "foreign_device" }]);
    expect(await shown(guest.token, laptop, late)).toMatchObject({ rsvp_submitted_elsewhere: true });
    expect(await verifiedOf(guest)).toBe(0);
    expect((await edit(await issueEditNonce(guest.tokenId, 29))).status).toBe(200);
  });

  it.each(["a view", "an edit"])("verifies the device ID that came with %s", async (what) => {
    const guest = await answered();
    const laptop = await withDeviceId(guest.token, LAPTOP);
    const nonce = await issueEditNonce(guest.tokenId);
    if (what === "a view") expect(await shown(guest.token, laptop, nonce)).toHaveProperty("check_in");
    else expect((await send(editRequest(guest.token, { plus_ones: 1, edit_nonce: nonce }, laptop))).status).toBe(200);
    await untilVerified(guest);
    await env.DB.prepare("delete from secrets where token_id = ?").bind(guest.tokenId).run();
    expect(await shown(guest.token, { ...laptop, "User-Agent": TABLET })).toHaveProperty("check_in");
    expect((await send(editRequest(guest.token, { plus_ones: 0 }, laptop))).status).toBe(200);
  });

  it("shows a link scanner of emails a preview, and verifies nothing", async () => {
    const guest = await answered();
    const nonce = await issueEditNonce(guest.tokenId);
    const scanner = guestBrowser("Mozilla/5.0 (compatible; Slackbot-LinkExpanding 1.0; +https://api.slack.com/robots)");
    const page = () =>
      send(
        new Request(`https://usher.test/i/${guest.token}?edit=${nonce}`, {
          headers: { ...scanner.headers, "Sec-Fetch-Mode": "no-cors" },
        }),
      );
    expect(await (await page()).text()).not.toContain("Your door pass");
    const api = await send(openRequest(guest.token, scanner.headers, nonce));
    expect(await api.json()).toMatchObject({ preview: true });
    // The flush of these accesses is over once their scores are written; then the guest comes.
    await eventually(async () => {
      const unscored = await env.DB.prepare(
        "select count(*) as n from access_logs where guest_id = ? and automated = 0 and kind = 'access'",
      )
        .bind(guest.id)
        .first<number>("n");
      expect(unscored).toBe(0);
    });
    expect(await verifiedOf(guest)).toBe(0);
    const laptop = browserHeaders(LAPTOP);
    expect(await shown(guest.token, laptop, nonce)).toHaveProperty("check_in");
    expect((await send(editRequest(guest.token, { plus_ones: 1, edit_nonce: nonce }, laptop))).status).toBe(200);
  });

  it("counts the time since the edit-link email, by which the engine recognises a scanner", async () => {
    const { token, tokenId, id } = await answered();
    await env.DB.prepare("update access_tokens set sent_at = ? where id = ?")
      .bind(Date.now() - 7 * 86_400_000, tokenId)
      .run();
    const nonce = await issueEditNonce(tokenId, 5);
    await shown(token, browserHeaders(LAPTOP), nonce);
    await shown(token, browserHeaders(LAPTOP), "unknown");
    const { results } = await env.DB.prepare(
      "select fingerprint ->> 'sent_seconds_ago' as seconds from access_logs where guest_id = ? and kind = 'access' order by id",
    )
      .bind(id)
      .all<{ seconds: string }>();
    const [withNonce, without] = results.map(({ seconds }) => Number(seconds));
    // Minutes and a week: a slow machine changes neither.
    expect(withNonce).toBeGreaterThanOrEqual(300);
    expect(withNonce).toBeLessThan(86_400);
    expect(without).toBeGreaterThanOrEqual(7 * 86_400);
  });

  it("accepts two parallel edits from a client without a device ID", async () => {
    const guest = await answered();
    const nonce = await issueEditNonce(guest.tokenId);
    const laptop = browserHeaders(LAPTOP);
    const edit = (plusOnes: number) =>
      send(editRequest(guest.token, { plus_ones: plusOnes, edit_nonce: nonce }, laptop));
    const responses = await Promise.all([edit(0), edit(1)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await shown(guest.token, laptop, nonce)).toMatchObject({ rsvp: { edit_count: 2 } });
  });

  it.each(["with a device ID", "without a device ID"])(
    "leaves the submitting device %s its access, after a view and an edit of another device",
    async (kind) => {
      const { token, tokenId, id } = firstOf(await makeEventFixture((await signedInHost()).id, 1));
      const phone = kind.startsWith("without") ? browserHeaders(PHONE) : await withDeviceId(token, PHONE);
      expect((await send(answerRequest(token, {}, phone))).status).toBe(201);
      const nonce = await issueEditNonce(tokenId);
      const laptop = browserHeaders(LAPTOP);
      expect(await shown(token, laptop, nonce)).toHaveProperty("rsvp");
      expect(await shown(token, phone)).toHaveProperty("rsvp");
      expect((await send(editRequest(token, { plus_ones: 0, edit_nonce: nonce }, laptop))).status).toBe(200);
      expect(await shown(token, phone)).toHaveProperty("check_in");
      if (phone["Usher-Device"]) {
        expect(await shown(token, { ...phone, "User-Agent": TABLET })).toHaveProperty("check_in");
      }
      // The laptop has no device ID: it repeats the nonce.
      expect(await shown(token, laptop)).toMatchObject({ rsvp_submitted_elsewhere: true });
      expect(await shown(token, laptop, nonce)).toHaveProperty("check_in");
      const stored = await env.DB.prepare("select user_agent from rsvps where guest_id = ?")
        .bind(id)
        .first("user_agent");
      expect(stored).toBe(PHONE);
    },
  );

  it.each([
    ["the link is replaced", "rotate"],
    ["the guest is deleted", "delete"],
    ["the event is deleted", "delete event"],
    ["the host forgets a device", "forget"],
    ["the host marks an access as suspicious", "suspicious"],
  ])("expires when %s", async (_, what) => {
    const guest = await answered();
    const { host, path, token } = guest;
    const events = path.split("/guests")[0] ?? "";
    const laptop = await withDeviceId(token, LAPTOP);
    await send(openRequest(token, laptop));
    const nonce = await issueEditNonce(guest.tokenId);
    const json = async <T>(response: Response) => response.json<T>();
    const act = async (): Promise<Response> => {
      switch (what) {
        case "rotate":
          return host.api("POST", `${events}/tokens/rotate`, { guest_id: guest.id });
        case "delete":
          return host.api("DELETE", path);
        case "delete event":
          return host.api("DELETE", events);
        case "forget": {
          const { items } = await json<{ items: { id: string }[] }>(await host.api("GET", `${path}/devices`));
          return host.api("DELETE", `${path}/devices/${items[0]?.id}`);
        }
        default: {
          const { items } = await json<{ items: { id: string }[] }>(await host.api("GET", `${events}/access-logs`));
          return host.api("POST", `${events}/access-logs/${items[0]?.id}/feedback`, { verdict: "suspicious" });
        }
      }
    };
    expect((await act()).ok).toBe(true);
    const edit = await send(editRequest(token, { plus_ones: 0, edit_nonce: nonce }, browserHeaders(TABLET)));
    expect(edit.status).toBe(what === "forget" || what === "suspicious" ? 403 : 404);
  });

  it("rejects an edit of a cancelled event", async () => {
    const guest = await answered();
    const nonce = await issueEditNonce(guest.tokenId);
    const cancelled = await guest.host.api("POST", `${guest.path.split("/guests")[0]}/cancel`, { notify: false });
    expect(cancelled.ok).toBe(true);
    const edit = await send(editRequest(guest.token, { plus_ones: 0, edit_nonce: nonce }, browserHeaders(LAPTOP)));
    expect([edit.status, await edit.json()]).toMatchObject([409, { error: "event_cancelled" }]);
  });

  it("verifies no device once its link was replaced, also for an earlier request", async () => {
    const guest = await answered();
    const { db } = createRequestContext({ ...env }, () => undefined);
    const now = Date.now();
    const use = async (nonce: string, device: string) => ({
      nonceHash: await sha256Hex(nonce),
      device: device.repeat(22),
      at: now,
      expiresAt: now + 1_000,
    });
    const nonce = await issueEditNonce(guest.tokenId);
    await db.batch([
      proveDevicesByNonce(db, [await use(nonce, "a"), await use(nonce, "a"), await use("unknown", "b")]),
    ]);
    expect(await verifiedOf(guest)).toBe(1);
    expect(
      (await guest.host.api("POST", `${guest.path.split("/guests")[0]}/tokens/rotate`, { guest_id: guest.id })).ok,
    ).toBe(true);
    await db.batch([proveDevicesByNonce(db, [await use(nonce, "c")])]);
    expect(await verifiedOf(guest)).toBe(1);
  });
});

describe("page of an edit link", () => {
  it("shows the door pass on the new phone, also after an edit, and later without the nonce", async () => {
    const { token, tokenId, id } = firstOf(await makeEventFixture((await signedInHost()).id, 1));
    const old = guestBrowser(PHONE);
    await old.visit(token);
    await old.visit(token, YES);
    const nonce = await issueEditNonce(tokenId);
    const phone = guestBrowser(TABLET);
    const opened = await phone.visit(`${token}?edit=${nonce}`, undefined);
    expect(await opened.text()).toContain("Your door pass");
    phone.cookies.set(token, phone.cookies.get(`${token}?edit=${nonce}`) ?? "");
    const form = { intent: "edit", response: "attending", plus_ones: "1", edit_nonce: nonce };
    const changed = await (await phone.visit(token, form)).text();
    expect(changed).toContain("Your door pass");
    // It can be changed again from there.
    expect(changed).toContain(`name="edit_nonce" value="${nonce}"`);
    await untilVerified({ id });
    const later = await (await phone.visit(token)).text();
    expect(later).toContain("Your door pass");
    expect(later).not.toContain("edit_nonce");
    expect(await (await old.visit(token)).text()).toContain("Your door pass");
  });

  it("redirects a browser without the script to the RSVP with its nonce and the pass", async () => {
    const { token, tokenId } = firstOf(await makeEventFixture((await signedInHost()).id, 1));
    await guestBrowser(PHONE).visit(token, YES);
    const nonce = await issueEditNonce(tokenId);
    const phone = guestBrowser(LAPTOP);
    await phone.visit(token);
    const response = await send(
      new Request(`https://usher.test/i/${token}`, {
        method: "POST",
        headers: { ...phone.headers, Cookie: `__Secure-usher-device=${phone.cookies.get(token)}` },
        body: new URLSearchParams({ intent: "edit", response: "maybe", edit_nonce: nonce }),
        redirect: "manual",
      }),
    );
    expect(response.status).toBe(303);
    const location = new URL(response.headers.get("location") ?? "", "https://usher.test");
    expect([location.pathname, location.searchParams.get("edit")]).toEqual([`/i/${token}`, nonce]);
  });
});
