import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, type Host, signedInHost } from "../../support/account.ts";
import { deliverBatches, dispatch, dueMessage } from "../../support/broadcast.ts";
import { addMember, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, type IssuedLink, issueLink, makeEvent, type WireGuest } from "../../support/guest.ts";
import { answerRequest, browserHeaders, editRequest } from "../../support/guest-requests.ts";
import { mailTo } from "../../support/mailbox.ts";
import { costOf, recordingEnv } from "../../support/recording-env.ts";
import { sendMailReport } from "../../support/reports.ts";

interface Item {
  type: string;
  at: string;
  [field: string]: unknown;
}

interface Page {
  items: Item[];
  next_cursor: string | null;
}

const PERMANENT = { bounce: { type: "Permanent", subType: "General", message: "no such mailbox" } };

async function timeline(host: Host, { event_id: eventId, id }: Pick<WireGuest, "event_id" | "id">, query = "") {
  const response = await host.api("GET", `/events/${eventId}/guests/${id}/timeline${query}`);
  expect(response.status).toBe(200);
  return response.json<Page>();
}

/** All items, page by page. */
async function allOf(host: Host, guest: WireGuest, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const found: Page = await timeline(host, guest, `?limit=${limit}${cursor === null ? "" : `&cursor=${cursor}`}`);
    expect(found.items.length).toBeLessThanOrEqual(limit);
    items.push(...found.items);
    cursor = found.next_cursor;
  } while (cursor !== null);
  return items;
}

/** Opens an invitation as a browser or as a program does. */
async function open(token: string, headers: Record<string, string>): Promise<void> {
  const request = new Request(`https://usher.test/access/${token}`, { headers });
  expect((await exports.default.fetch(request)).status).toBe(200);
}

async function invitedGuest(details: Record<string, unknown> = {}) {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host);
  const guest = await addGuest(host, event.id, { name: "Ada", ...details });
  const guests = `/events/${event.id}/guests`;
  return { host, eventId: event.id, guest, guests, path: `${guests}/${guest.id}` };
}

/** The entry of a scan by a member. */
const BY_MEMBER = { by: expect.any(String), door: null };

describe("GET /events/{eventId}/guests/{guestId}/timeline", () => {
  it("lists all activities, newest first, with people and bots distinguished", async () => {
    const email = `ada-${crypto.randomUUID()}@example.com`;
    const { host, eventId, guest, path } = await invitedGuest({ email });
    const { token } = await issueLink(host, eventId, guest.id, { utm_source: "email", notify: true });
    const statusOf = async () => (await (await host.api("GET", path)).json<WireGuest>()).delivery.status;
    await eventually(async () => expect(await statusOf()).toBe("sent"));
    const headers = browserHeaders();
    await open(token, { "User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" });
    await open(token, headers);
    const send = async (request: Request) => expect((await exports.default.fetch(request)).ok).toBe(true);
    await send(answerRequest(token, { response: "attending", plus_ones: 2 }, headers));
    await send(editRequest(token, { plus_ones: 1 }, headers));
    expect((await host.api("PATCH", path, { party_size: 1, adjust: true })).status).toBe(200);
    await deliverBatches(await dispatch(await dueMessage(eventId)));
    const reminder = await env.DB.prepare(
      "update messages set send_at = ? where event_id = ? and slug = 'reminder_1d' returning id",
    )
      .bind(Date.now(), eventId)
      .first<string>("id");
    await deliverBatches(await dispatch(reminder ?? ""));
    const arrive = () => host.api("POST", `/events/${eventId}/check-in`, { guest_id: guest.id, override: true });
    const first = await (await arrive()).json<{ id: string }>();
    expect((await host.api("DELETE", `/events/${eventId}/check-ins/${first.id}`)).status).toBe(204);
    const second = await (await arrive()).json<{ id: string }>();
    await host.api("POST", `/events/${eventId}/tokens/rotate`, { guest_id: guest.id, notify: false });

    // Confirmations are mailed in the background.
    const items = await eventually(async () => {
      const found = await timeline(host, guest);
      const mails = found.items.filter(({ type }) => type === "mailed");
      expect(
        mails
          .filter(({ status }) => status === "sent")
          .map(({ kind }) => kind)
          .sort(),
      ).toEqual(["confirmation", "confirmation", "invitation"]);
      return found.items;
    });
    const times = items.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((one, other) => other - one));
    const withoutMails = items.filter(({ type }) => type !== "mailed").map(({ at: _, ...item }) => item);
    expect(withoutMails.filter(({ type }) => type !== "reminded").reverse()).toEqual([
      { type: "added" },
      { type: "invited", utm_source: "email" },
      expect.objectContaining({ type: "opened_automatically" }),
      expect.objectContaining({ type: "opened" }),
      {
        type: "answered",
        response: "attending",
        plus_ones: 2,
        seat: "confirmed",
        new_device: false,
        answered_by: "guest",
      },
      { type: "edited", response: "attending", plus_ones: 1, seat: "confirmed", new_device: false, edited_by: "guest" },
      { type: "edited", response: "attending", plus_ones: 0, seat: "confirmed", new_device: false, edited_by: "host" },
      { type: "check_in_undone" },
      { type: "checked_in", check_in_id: second.id, arrival_count: 1, walk_in: false, ...BY_MEMBER },
      ...[{ type: "link_replaced" }, { type: "invited", utm_source: "email" }].sort((one, other) =>
        withoutMails.findIndex(({ type }) => type === one.type) <
        withoutMails.findIndex(({ type }) => type === other.type)
          ? 1
          : -1,
      ),
    ]);
    const sent = { channel: "email", status: "sent", reason: null, subject: expect.any(String) };
    expect(withoutMails.filter(({ type }) => type === "reminded")).toMatchObject([
      { ...sent, message_id: reminder, slug: "reminder_1d" },
      { ...sent, message_id: expect.any(String), slug: null },
    ]);
    // Page by page it is the same, and another guest's cursor is none.
    expect(await allOf(host, guest, 3)).toEqual(items);
    const other = await addGuest(host, eventId, { name: "Ben" });
    const { next_cursor: cursor } = await timeline(host, guest, "?limit=1");
    const foreign = await host.api("GET", `/events/${eventId}/guests/${other.id}/timeline?cursor=${cursor}`);
    expect(foreign.status).toBe(400);
    expect((await timeline(host, other)).items).toMatchObject([{ type: "added" }]);
  });

  it("lists a party that arrives in parts, and an offered seat", async () => {
    const { host, eventId, guest, path } = await invitedGuest({ party_size: 4 });
    const { token } = await issueLink(host, eventId, guest.id, { notify: false });
    const answered = await exports.default.fetch(answerRequest(token, { response: "attending", plus_ones: 3 }));
    expect(answered.status).toBe(201);
    const [offeredAt, expiresAt] = [Date.now() - 1_000, Date.now() + 60_000];
    await env.DB.prepare(
      "insert into seat_offers (event_id, guest_id, offered_at, expires_at, heads) values (?, ?, ?, ?, 4)",
    )
      .bind(eventId, guest.id, offeredAt, expiresAt)
      .run();
    const checkIn = await host.api("POST", `/events/${eventId}/check-in`, { guest_id: guest.id, arrival_count: 1 });
    const { id } = await checkIn.json<{ id: string }>();
    const more = { arrival_count: 2, nonce: crypto.randomUUID() };
    expect((await host.api("POST", `/events/${eventId}/check-ins/${id}/arrivals`, more)).status).toBe(201);
    const { items } = await timeline(host, guest);
    const by = expect.any(String);
    expect(items.filter(({ type }) => type === "seat_offered")).toEqual([
      {
        type: "seat_offered",
        at: new Date(offeredAt).toISOString(),
        heads: 4,
        expires_at: new Date(expiresAt).toISOString(),
      },
    ]);
    expect(items.slice(0, 2)).toMatchObject([
      { type: "arrived_later", arrival_count: 2, by },
      { type: "checked_in", arrival_count: 1, by },
    ]);
    expect((await (await host.api("GET", path)).json<WireGuest>()).checked_in_at).not.toBeNull();
  });

  it("accepts viewers, and returns 404 for a guest of another event", async () => {
    const { host, eventId, path } = await invitedGuest();
    const viewer = await signedInHost();
    await addMember(eventId, viewer.id, "viewer");
    expect((await viewer.api("GET", `${path}/timeline`)).status).toBe(200);
    expect((await call("GET", `${path}/timeline`)).status).toBe(401);
    const elsewhere = await invitedGuest();
    const foreign = `/events/${eventId}/guests/${elsewhere.guest.id}/timeline`;
    expect((await host.api("GET", foreign)).status).toBe(404);
    expect((await host.api("GET", `${path}/timeline?type=opened`)).status).toBe(400);
  });

  it("makes one database call, which reads no other guest of the event", async () => {
    const host = await signedInHost({ tier: "business" });
    const rows = async (size: number) => {
      const { eventId, guests } = await makeEventFixture(host.id, size);
      await env.DB.prepare(
        `insert into access_logs (event_id, id, guest_id, token_id, kind, at, fingerprint)
         select event_id, id, id, id, 'access', 1, '{}' from guests where event_id = ?`,
      )
        .bind(eventId)
        .run();
      const headers = { Authorization: `Bearer ${host.token}` };
      const url = `https://usher.test/events/${eventId}/guests/${guests[0]?.id}/timeline`;
      const found = await costOf(new Request(url, { headers }), recordingEnv());
      expect([found.response.status, found.roundTrips, found.d1Calls, found.rowsWritten]).toEqual([200, 1, 1, 0]);
      return found.rowsRead;
    };
    // The caller, the guest, the link and the view; a search reads one row past its end.
    expect(await rows(1_000)).toBeLessThanOrEqual(20);
    expect(await rows(10)).toBeLessThanOrEqual(20);
  });
});

describe("guest timeline (undelivered invitation)", () => {
  const reasonOf = ({ notified, reason }: IssuedLink) => ({ notified, reason });

  it("appears in the list, is reported when emailed again, and is emailed after a correction", async () => {
    const wrong = `ada-${crypto.randomUUID()}@exmaple.com`;
    const right = `ada-${crypto.randomUUID()}@example.com`;
    const { host, eventId, guest, guests, path } = await invitedGuest({ email: wrong });
    await addGuest(host, eventId, { name: "Ben", email: `ben-${crypto.randomUUID()}@example.com` });
    const listed = async (delivery: string) => {
      const page = await (await host.api("GET", `${guests}?delivery=${delivery}`)).json<{ items: WireGuest[] }>();
      return page.items.map(({ name }) => name);
    };
    await issueLink(host, eventId, guest.id, { notify: true });
    await eventually(async () => expect(await listed("sent")).toEqual(["Ada"]));
    expect(await sendMailReport("email.bounced", wrong, PERMANENT)).toBe(200);
    expect(await listed("bounced")).toEqual(["Ada"]);
    const mailsOf = async () =>
      (await timeline(host, guest)).items
        .filter(({ type }) => type === "mailed")
        .map(({ kind, status }) => ({ kind, status }));
    expect(await mailsOf()).toEqual([{ kind: "invitation", status: "bounced" }]);

    // For the same address again, the response says why nothing is sent.
    const again = await issueLink(host, eventId, guest.id, { notify: true });
    expect(reasonOf(again)).toEqual({ notified: false, reason: "bounced" });
    expect(await mailsOf()).toHaveLength(1);

    const fixed = await host.api("PATCH", path, { email: right });
    expect(await fixed.json()).toMatchObject({ delivery: { status: "none" } });
    expect(await listed("bounced")).toEqual([]);
    const mailed = await issueLink(host, eventId, guest.id, { notify: true });
    expect(reasonOf(mailed)).toEqual({ notified: true, reason: null });
    expect(mailed.link).toBe(again.link);
    await mailTo(right);
    await eventually(async () => expect(await listed("sent")).toEqual(["Ada"]));
    expect(await sendMailReport("email.delivered", right)).toBe(200);
    expect(await listed("delivered")).toEqual(["Ada"]);
    expect(await mailsOf()).toEqual([
      { kind: "invitation", status: "delivered" },
      { kind: "invitation", status: "bounced" },
    ]);
  });
});
