import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { reportUrl } from "../../../src/invitations/report-link.ts";
import { newId } from "../../../src/kernel/ids.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { signedInHost } from "../../support/account.ts";
import { answerTo, askForCode, doubtedVisitor, setColumns } from "../../support/challenges.ts";
import { firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../../support/guest-requests.ts";
import { invitationIn, linkIn, mailsTo, mailTo } from "../../support/mailbox.ts";
import { makeSeatEvent } from "../../support/seats.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);
const open = (url: URL, method = "GET") => send(new Request(url, { method }));

/** A guest who is coming with two people, with two edits made. */
async function comingGuest(email = true) {
  const host = await signedInHost({ name: "Ada Host" });
  const fixture = await makeEventFixture(host.id, 1, { name: "Orangery Supper" });
  const guest = firstOf(fixture);
  if (!email) await setColumns("guests", guest.id, { email: null, email_key: null });
  const own = browserHeaders();
  expect((await send(answerRequest(guest.token, { plus_ones: 1 }, own))).status).toBe(201);
  expect((await send(editRequest(guest.token, { plus_ones: 2 }, own))).status).toBe(200);
  return { host, fixture, guest, own };
}

type Coming = Awaited<ReturnType<typeof comingGuest>>;

/**
 * A person with the link and a copy of the guest's user agent declines for the guest.
 * @returns the link of the guest's email
 */
async function declinedByAnother({ guest }: Coming): Promise<URL> {
  const attacker = browserHeaders();
  expect((await send(editRequest(guest.token, { response: "declined" }, attacker))).status).toBe(200);
  return linkIn(await mailTo(guest.email, { subject: /^You can't make it/ }), "/not-me/");
}

async function answerOf({ host, fixture, guest }: Coming) {
  const response = await host.api("GET", `/events/${fixture.eventId}/guests/${guest.id}`);
  return (await response.json<{ rsvp: Record<string, unknown> | null }>()).rsvp;
}

async function listOf<Item>({ host, fixture }: Coming, path: string): Promise<Item[]> {
  const response = await host.api("GET", `/events/${fixture.eventId}${path}`);
  return (await response.json<{ items: Item[] }>()).items;
}

async function verified({ host, fixture }: Coming): Promise<unknown> {
  return (await host.api("GET", `/events/${fixture.eventId}/audit/verify`)).json();
}

describe("POST /not-me/{token}, GET /not-me/{token}", () => {
  it("replaces the link, restores the RSVP, forgets the device and notifies the host, once", async () => {
    const coming = await comingGuest();
    const { guest, host, fixture } = coming;
    const link = await declinedByAnother(coming);
    for (let times = 0; times < 2; times++) {
      const page = await open(link);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain("somebody changed your RSVP");
    }
    expect(await answerOf(coming)).toMatchObject({ response: "declined" });
    expect((await send(openRequest(guest.token))).status).toBe(200);

    const done = await Promise.all(Array.from({ length: 4 }, () => open(link, "POST")));
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const texts = await Promise.all(done.map((page) => page.text()));
    expect(texts.filter((text) => text.includes("Thanks for telling us"))).toHaveLength(1);
    expect(texts.filter((text) => text.includes("Already done"))).toHaveLength(3);
    expect(await (await open(link)).text()).toContain("Already done");

    expect(await answerOf(coming)).toMatchObject({ response: "attending", plus_ones: 2, edit_count: 1 });
    expect((await send(openRequest(guest.token))).status).toBe(404);
    const invitation = invitationIn(await mailTo(guest.email, { subject: /^You're invited/ }));
    const [, token = ""] = invitation.split("/i/");
    const opened = await send(openRequest(token));
    expect(await opened.json()).toMatchObject({ rsvp: { response: "attending", plus_ones: 2 }, can_edit: true });
    const alert = await mailTo(host.email, { subject: /^Guest 0 says it wasn't them/ });
    expect(alert.text).toContain("replaced the link");

    const logs = await listOf<{ verdict: string | null; kind: string }>(coming, "/access-logs");
    expect(logs.filter(({ verdict }) => verdict === "suspicious")).toMatchObject([{ kind: "edit" }]);
    expect(await listOf(coming, "/security/feedback")).toMatchObject([{ verdict: "suspicious", by: null }]);
    const audit = await listOf<{ action: string }>(coming, "/audit");
    // In the guest's own name, and the chain covers that.
    expect(audit.filter(({ action }) => action === "access.reported")).toMatchObject([
      {
        actor: { kind: "guest", id: guest.id, name: "Guest 0", api_key: null },
        target: guest.id,
        after: { by: "guest", answer: "restored", link_rotated: true },
      },
    ]);
    await eventually(async () => expect(await verified(coming)).toMatchObject({ status: "intact", sealed: 1 }));
    await env.DB.prepare("update audit_records set actor_kind = null where event_id = ?").bind(fixture.eventId).run();
    expect(await verified(coming)).toMatchObject({ status: "broken", first_broken: { reason: "changed" } });
    const activity = await listOf<{ type: string }>(coming, "/activity");
    expect(activity.filter(({ type }) => type === "access.reported")).toMatchObject([{ answer: "restored" }]);
    const timeline = await listOf<{ type: string }>(coming, `/guests/${guest.id}/timeline`);
    expect(timeline.map(({ type }) => type)).toEqual(expect.arrayContaining(["access_reported", "link_replaced"]));
    const ended = await env.DB.prepare("select count(*) as n from guest_devices where event_id = ? and ended_at > 0")
      .bind(fixture.eventId)
      .first<{ n: number }>();
    const device = await env.DB.prepare(
      "select device from access_logs where event_id = ? and kind = 'edit' and device is not null",
    )
      .bind(fixture.eventId)
      .first();
    expect(ended?.n).toBe(device === null ? 0 : 1);
    expect((await mailsTo(guest.email)).filter(({ subject }) => /^You're invited/.test(subject))).toHaveLength(1);
  });

  it("removes a first RSVP, after which the guest can reply", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const guest = firstOf(fixture);
    expect((await send(answerRequest(guest.token, { plus_ones: 3 }))).status).toBe(201);
    const link = linkIn(await mailTo(guest.email), "/not-me/");
    expect((await open(link, "POST")).status).toBe(200);
    expect(await answerOf({ host, fixture, guest, own: {} })).toBeNull();
    const invitation = invitationIn(await mailTo(guest.email, { subject: /^You're invited/ }));
    expect((await send(answerRequest(invitation.split("/i/")[1] ?? ""))).status).toBe(201);
  });

  it("keeps an RSVP that the guest has edited since", async () => {
    const coming = await comingGuest();
    const link = await declinedByAnother(coming);
    const { guest, own } = coming;
    expect((await send(editRequest(guest.token, { response: "attending", plus_ones: 1 }, own))).status).toBe(200);
    const page = await (await open(link, "POST")).text();
    expect(page).toContain("changed again since");
    expect(await answerOf(coming)).toMatchObject({ response: "attending", plus_ones: 1 });
  });

  it("restores the seat if it is still free, and otherwise a place on the waitlist", async () => {
    const event = await makeSeatEvent(2, { capacity: 2, waitlist: false });
    const [guest, other] = event.guests;
    if (guest === undefined || other === undefined) throw new Error("no guests");
    const own = browserHeaders();
    expect((await send(answerRequest(guest.token, { plus_ones: 1 }, own))).status).toBe(201);
    const attacker = browserHeaders();
    expect((await send(editRequest(guest.token, { response: "declined" }, attacker))).status).toBe(200);
    expect((await send(answerRequest(other.token, { plus_ones: 0 }))).status).toBe(201);
    const link = linkIn(await mailTo(guest.email, { subject: /^You can't make it/ }), "/not-me/");
    expect((await open(link, "POST")).status).toBe(200);
    const seats = await env.DB.prepare("select seat from rsvps where event_id = ? and guest_id = ?")
      .bind(event.eventId, guest.id)
      .first();
    expect(seats).toEqual({ seat: "waitlisted" });
    const held = await env.DB.prepare("select held from event_seats where event_id = ?").bind(event.eventId).first();
    expect(held).toEqual({ held: 1 });
  });

  it("appears in emails with a code and with an edit link, for the access of the requester", async () => {
    const { guest, visitor, host, fixture } = await doubtedVisitor({ fraud_block_threshold: 100 });
    expect((await answerTo(openRequest(guest.token, visitor))).status).toBe(200);
    await answerTo(askForCode(guest.token, visitor));
    const link = linkIn(await mailTo(guest.email, { subject: /^Your code/ }), "/not-me/");
    expect(await (await open(link)).text()).toContain("somebody opened your invitation");
    await send(
      new Request(`https://usher.test/access/${guest.token}/request-edit-link`, { method: "POST", headers: visitor }),
    );
    const edit = linkIn(await mailTo(guest.email, { subject: /^Change your RSVP/ }), "/not-me/");
    expect(edit.pathname).toBe(link.pathname);
    expect((await open(link, "POST")).status).toBe(200);
    expect(await answerOf({ host, fixture, guest, own: {} })).toMatchObject({ response: "attending" });
  });

  it("rejects links that are cut, altered, of another purpose or expired, each with a page", async () => {
    const coming = await comingGuest();
    const link = await declinedByAnother(coming);
    const value = link.pathname.split("/").pop() ?? "";
    // Not the last character, because base64url ignores two of its bits.
    const other = value.at(-2) === "A" ? "B" : "A";
    const wrong = [
      value.slice(0, -1),
      `${value.slice(0, -2)}${other}${value.slice(-1)}`,
      coming.guest.token,
      "x".repeat(64),
    ];
    for (const token of wrong) {
      for (const method of ["GET", "POST"]) {
        const page = await open(new URL(`https://usher.test/not-me/${token}`), method);
        expect([page.status, page.headers.get("content-type")]).toEqual([400, "text/html; charset=UTF-8"]);
        const text = await page.text();
        expect(text).toContain("This link is incomplete");
        expect(text).toContain("Open it in the email again");
      }
    }
    const ctx = createRequestContext(env, () => undefined);
    const unknown = await reportUrl(ctx, { tokenId: coming.guest.tokenId, accessLogId: newId(Date.now()) });
    expect((await open(new URL(unknown), "POST")).status).toBe(410);
    await setColumns("events", coming.fixture.eventId, { event_date: Date.now() - 30 * 86_400_000 });
    const late = await open(link, "POST");
    expect([late.status, await late.text()]).toEqual([410, expect.stringContaining("This link has expired")]);
    await eventually(async () => expect(await answerOf(coming)).toMatchObject({ response: "declined" }));
  });
});
