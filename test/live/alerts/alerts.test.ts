import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { toIsoTime } from "../../../src/kernel/clock.ts";
import { sendAlerts } from "../../../src/live/alerts/send-alerts.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { logAccesses } from "../../support/access-logs.ts";
import { call, type Host, signedInHost } from "../../support/account.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { addMember, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { everyStanding } from "../../support/every-standing.ts";
import { browserHeaders, LAPTOP } from "../../support/guest-requests.ts";
import { headerOf, linkIn, mailsTo, mailTo } from "../../support/mailbox.ts";
import { suppress } from "../../support/message.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { guestOf, makeSeatEvent } from "../../support/seats.ts";

// The tests run each round themselves.
beforeEach(stopScheduler);

const EACH = { answers: "each", risk: "off", waitlist: false };
const OFF = { answers: "off", risk: "off", waitlist: false };

async function fixtureOf(size: number, choices: Parameters<typeof signedInHost>[0] = {}) {
  const host = await signedInHost({ name: "Zoë Host", ...choices });
  const fixture = await makeEventFixture(host.id, size, { name: "Gala" });
  return { host, fixture, path: `/events/${fixture.eventId}/alerts` };
}

async function choose(host: Host, path: string, settings: object) {
  const response = await host.api("PUT", path, settings);
  expect(response.status, "PUT …/alerts").toBe(200);
  return response.json();
}

/** Answers as a guest, and waits until the answer is noted for alerts. */
async function answerBy(token: string, eventId: string, response = "attending", headers = browserHeaders()) {
  const sent = await call(
    "POST",
    "/rsvp",
    { token, response, ...(response === "attending" ? { plus_ones: 1 } : {}) },
    headers,
  );
  expect(sent.status).toBe(201);
  await noted(eventId);
  return headers;
}

async function noted(eventId: string): Promise<void> {
  await eventually(async () => {
    const { results } = await env.DB.prepare("select kind from alert_rounds where event_id = ? and due_at is not null")
      .bind(eventId)
      .all();
    expect(results).toHaveLength(2);
  });
}

/** Runs the round of an event as if its time had come, and as if all that has happened were some seconds old. */
async function runRound(eventId: string, kind: "soon" | "daily"): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("update alert_rounds set due_at = 1 where event_id = ? and kind = ?").bind(eventId, kind),
    env.DB.prepare(
      "update rsvps set updated_at = updated_at - 6000, submitted_at = submitted_at - 6000 where event_id = ?",
    ).bind(eventId),
    env.DB.prepare("update passed_over set at = at - 6000 where event_id = ?").bind(eventId),
  ]);
  const running: Promise<void>[] = [];
  await sendAlerts(createRequestContext(env, (work) => void running.push(work())));
  await Promise.all(running);
}

/** The subjects of the emails to a member about the event. */
async function subjectsTo(host: Host): Promise<string[]> {
  return (await mailsTo(host.email)).map(({ subject }) => subject).filter((subject) => subject.includes("Gala"));
}

describe("PUT /events/{eventId}/alerts", () => {
  it("returns each member's own settings, and defaults only for the host: GET /events/{eventId}/alerts", async () => {
    const { host, fixture, path } = await fixtureOf(1);
    const viewer = await signedInHost();
    await addMember(fixture.eventId, viewer.id, "viewer");
    expect(await (await host.api("GET", path)).json()).toEqual({
      answers: "daily",
      risk: "block",
      waitlist: true,
      updated_at: null,
    });
    expect(await (await viewer.api("GET", path)).json()).toMatchObject(OFF);
    expect(await choose(viewer, path, EACH)).toMatchObject(EACH);
    expect(await (await viewer.api("GET", path)).json()).toMatchObject(EACH);
    expect(await (await host.api("GET", path)).json()).toMatchObject({ answers: "daily" });
    expect((await (await signedInHost()).api("GET", path)).status).toBe(404);
  });

  it.each([{}, { answers: "each" }, { ...EACH, answers: "hourly" }, { ...EACH, sms: true }])(
    "rejects %j",
    async (body) => {
      const { host, path } = await fixtureOf(0);
      expect((await host.api("PUT", path, body)).status).toBe(400);
    },
  );
});

describe("alerts about RSVPs", () => {
  it("sends one email for the RSVPs of a minute to a member who wants each, and none to others", async () => {
    const { host, fixture, path } = await fixtureOf(2);
    const editor = await signedInHost();
    await addMember(fixture.eventId, editor.id, "editor");
    await choose(editor, path, EACH);
    const [one, other] = fixture.guests;
    await answerBy(one?.token ?? "", fixture.eventId);
    await answerBy(other?.token ?? "", fixture.eventId, "declined");
    await runRound(fixture.eventId, "soon");
    const mail = await mailTo(editor.email, { subject: "2 new RSVPs: Gala" });
    expect(mail.text).toContain("Guest 0 is coming + 1");
    expect(mail.text).toContain("Guest 1 can't make it");
    // The run is over: nothing is sent twice.
    await runRound(fixture.eventId, "soon");
    await runRound(fixture.eventId, "daily");
    await mailTo(host.email, { subject: "Daily update: Gala" });
    expect(await subjectsTo(editor)).toEqual(["2 new RSVPs: Gala"]);
    expect(await subjectsTo(host)).toEqual(["Daily update: Gala"]);
  });

  it("describes edited RSVPs as changes", async () => {
    const { host, fixture, path } = await fixtureOf(1);
    await choose(host, path, EACH);
    const { token } = firstOf(fixture);
    const headers = await answerBy(token, fixture.eventId);
    await runRound(fixture.eventId, "soon");
    await mailTo(host.email, { subject: "Guest 0 is coming: Gala" });
    await env.DB.prepare(
      "update alert_rounds set alerted_until = alerted_until - 5000, due_at = null where event_id = ?",
    )
      .bind(fixture.eventId)
      .run();
    expect((await call("PATCH", `/rsvp/${token}`, { response: "maybe" }, headers)).status).toBe(200);
    await noted(fixture.eventId);
    const told = await env.DB.prepare("select alerted_until from alert_rounds where event_id = ? and kind = 'soon'")
      .bind(fixture.eventId)
      .first<{ alerted_until: number }>();
    await env.DB.prepare("update rsvps set submitted_at = ?, updated_at = ? where event_id = ?")
      .bind(Number(told?.alerted_until) - 1_000, Date.now(), fixture.eventId)
      .run();
    await runRound(fixture.eventId, "soon");
    expect((await mailTo(host.email, { subject: "Guest 0 said maybe: Gala" })).text).toContain("(changed)");
  });

  it("sends one digest per day with undelivered invitations, and none without news", async () => {
    const { host, fixture } = await fixtureOf(2);
    const [one, other] = fixture.guests;
    await answerBy(one?.token ?? "", fixture.eventId);
    const { results } = await env.DB.prepare("select due_at from alert_rounds where event_id = ? and kind = 'daily'")
      .bind(fixture.eventId)
      .all<{ due_at: number }>();
    const local = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });
    expect(local.format(results[0]?.due_at)).toBe("08:00");
    await env.DB.prepare("update guests set delivery_status = 'bounced', delivery_at = ? where id = ?")
      .bind(Date.now() - 60_000, other?.id)
      .run();
    await runRound(fixture.eventId, "daily");
    const mail = await mailTo(host.email, { subject: "Daily update: Gala" });
    expect(mail.text).toContain("Guest 0 is coming + 1");
    expect(mail.text).toContain("Guest 1: the invitation didn't arrive");
    await runRound(fixture.eventId, "daily");
    expect(await subjectsTo(host)).toEqual(["Daily update: Gala"]);
  });

  it("sends one email, however often the queue message is delivered and the run is repeated", async () => {
    const { host, fixture, path } = await fixtureOf(1);
    await choose(host, path, EACH);
    await answerBy(firstOf(fixture).token, fixture.eventId);
    const since_at = toIsoTime(Date.now() - 3_600_000);
    const until_at = toIsoTime(Date.now() + 1_000);
    const body = { event_id: fixture.eventId, member_id: host.id, kind: "soon" as const, since_at, until_at };
    const message = busMessage("alert.send", body);
    await consume("usher-notifier", [message, message]);
    await consume("usher-notifier", [message]);
    await mailTo(host.email, { subject: "Guest 0 is coming: Gala" });
    await Promise.all([runRound(fixture.eventId, "soon"), runRound(fixture.eventId, "soon")]);
    await eventually(async () => expect(await subjectsTo(host)).toHaveLength(2));
  });

  it("sends nothing to a member whose role was removed or whose address is unverified", async () => {
    const { fixture, path } = await fixtureOf(1);
    const [gone, unproved] = await Promise.all([signedInHost(), signedInHost({ verified: false })]);
    for (const member of [gone, unproved]) {
      await addMember(fixture.eventId, member.id, "editor");
      await choose(member, path, EACH);
    }
    await answerBy(firstOf(fixture).token, fixture.eventId);
    await env.DB.prepare("delete from event_collaborators where user_id = ?").bind(gone.id).run();
    await runRound(fixture.eventId, "soon");
    const { results } = await env.DB.prepare(
      "select id from deliveries where kind = 'event_alert' and user_id in (?, ?)",
    )
      .bind(gone.id, unproved.id)
      .all();
    expect(results).toEqual([]);
    expect([await subjectsTo(gone), await subjectsTo(unproved)]).toEqual([[], []]);
  });
});

describe("alerts of an event with every standing", () => {
  it("says who has a seat, who waits for one, and whose offer is open or ran out", async () => {
    const host = await signedInHost({ name: "Zoë Host", tier: "business" });
    const { eventId } = await everyStanding(host, { name: "Gala" });
    await noted(eventId);
    await runRound(eventId, "daily");
    const mail = await mailTo(host.email, { subject: "Daily update: Gala" });
    const lines = mail.text.split("\n").map((line) => line.replace(/^- /, "").trim());
    const said = lines.filter((line) => /^(Cara|Cleo|Olga|Uma|Wim|Max|Dora) \S+ (is|said|can't)/.test(line)).sort();
    expect(said).toEqual([
      "Cara Coming is coming",
      "Cleo Companions is coming + 2",
      "Dora Declined can't make it",
      "Max Maybe said maybe",
      "Olga Offered said yes + 1 (offered a seat)",
      "Uma Unseated said yes (the offered seat wasn't taken)",
      "Wim Waitlisted said yes + 4 (waiting for a seat)",
    ]);
  });

  it("names a waitlisted guest in the subject without saying that they are coming", async () => {
    const { host, fixture, path } = await fixtureOf(1);
    await choose(host, path, EACH);
    await env.DB.prepare("update events set capacity = 1, waitlist = 1 where id = ?").bind(fixture.eventId).run();
    await answerBy(firstOf(fixture).token, fixture.eventId);
    await runRound(fixture.eventId, "soon");
    await mailTo(host.email, { subject: "Guest 0 said yes (waiting for a seat): Gala" });
  });
});

describe("alerts about the waitlist", () => {
  it("sends an email within a minute", async () => {
    const { host, fixture } = await fixtureOf(1);
    await answerBy(firstOf(fixture).token, fixture.eventId);
    await env.DB.prepare("update rsvps set seat = 'waitlisted', waitlisted_at = ? where event_id = ?")
      .bind(Date.now() - 6_000, fixture.eventId)
      .run();
    await runRound(fixture.eventId, "soon");
    const mail = await mailTo(host.email, { subject: "News on the waitlist: Gala" });
    expect(mail.text).toContain("Guest 0, party of 2: waiting for a seat");
    expect(mail.text).not.toContain("RSVPs");
  });
});

describe("alerts about parties that were passed over", () => {
  /** An event for one person, whose other guests wait since an hour, and have addresses that get no emails. */
  async function passedOver(...reasons: string[]) {
    const event = await makeSeatEvent(1 + reasons.length, { capacity: 1, waitlist: true });
    const { host, eventId, guests } = event;
    for (const { id } of guests) {
      await host.api("PUT", `/events/${eventId}/guests/${id}/rsvp`, { response: "attending", plus_ones: 0 });
    }
    await env.DB.prepare("update rsvps set waitlisted_at = waitlisted_at - 3600000 where event_id = ?")
      .bind(eventId)
      .run();
    for (const [index, reason] of reasons.entries()) await suppress(guestOf(event, index + 1).email, reason);
    await host.api("PATCH", `/events/${eventId}`, { capacity: 2 });
    await eventually(async () => {
      const seats = await host.api("GET", `/events/${eventId}/seats`);
      expect((await seats.json<{ passed_over: object[] }>()).passed_over).toHaveLength(reasons.length);
    });
    await noted(eventId);
    return event;
  }

  it("counts the parties by reason, with a link to the waitlist, and sends the email once", async () => {
    const event = await passedOver("bounced", "bounced", "unsubscribed");
    const { host, eventId } = event;
    // A party that was passed over before has another row.
    await env.DB.prepare(
      "insert into passed_over (event_id, guest_id, reason, at, ended) values (?, ?, 'mailbox_limit', ?, 1)",
    )
      .bind(eventId, guestOf(event, 1).id, Date.now() - 5_000)
      .run();
    await runRound(eventId, "soon");
    const mail = await mailTo(host.email, { subject: "3 waiting parties were not offered free seats: Gala" });
    expect(mail.text).toContain("Emails to the address come back: 2");
    expect(mail.text).toContain("Unsubscribed from emails: 1");
    expect(mail.text).not.toContain("nine emails");
    expect(mail.text).toContain(`/app/events/${eventId}/settings/seats`);
    await runRound(eventId, "soon");
    expect(await subjectsTo(host)).toHaveLength(1);
    await runRound(eventId, "daily");
    const digest = await mailTo(host.email, { subject: "Daily update: Gala" });
    expect(digest.text).toContain("Emails to the address come back: 2");
    expect(digest.text).toMatch(new RegExp(`/app/events/${eventId}/settings/seats`));
  });

  it("omits a party that got an offer since, and members without waitlist alerts", async () => {
    const event = await passedOver("bounced");
    const { host, eventId } = event;
    const editor = await signedInHost();
    await addMember(eventId, editor.id, "editor");
    await choose(editor, `/events/${eventId}/alerts`, { ...OFF, answers: "each" });
    const offered = await host.api("POST", `/events/${eventId}/guests/${guestOf(event, 1).id}/offer`, {});
    expect(offered.status).toBe(200);
    await runRound(eventId, "soon");
    await runRound(eventId, "daily");
    expect([await subjectsTo(host), await subjectsTo(editor)]).toEqual([[], []]);
  });

  it("repeats the run for a party that was passed over while it ran", async () => {
    const { host, eventId } = await passedOver("complained");
    // Younger than the run's end.
    await env.DB.batch([
      env.DB.prepare("update passed_over set at = ? where event_id = ?").bind(Date.now() + 60_000, eventId),
      env.DB.prepare("update alert_rounds set due_at = 1 where event_id = ? and kind = 'soon'").bind(eventId),
    ]);
    const running: Promise<void>[] = [];
    await sendAlerts(createRequestContext(env, (work) => void running.push(work())));
    await Promise.all(running);
    await noted(eventId);
    await env.DB.prepare("update passed_over set at = at - 60000 where event_id = ?").bind(eventId).run();
    await runRound(eventId, "daily");
    await mailTo(host.email, { subject: "Daily update: Gala" });
  });
});

describe("alerts about a risky access", () => {
  it("sends one email per hour and guest, to members who chose the risk band", async () => {
    const { host, fixture, path } = await fixtureOf(1);
    const [editor, viewer] = await Promise.all([signedInHost(), signedInHost()]);
    await addMember(fixture.eventId, editor.id, "editor");
    await addMember(fixture.eventId, viewer.id, "viewer");
    await choose(editor, path, { ...OFF, risk: "high" });
    const guest = firstOf(fixture);
    const ids = await logAccesses(fixture, [{ score: null }, { score: null }, { score: null }]);
    const scores = ids.map((access_log_id, index) =>
      busMessage("fraud.scored", {
        event_id: fixture.eventId,
        guest_id: guest.id,
        token_id: guest.tokenId,
        access_log_id,
        score: [70, 95, 96][index] ?? 0,
        reasons: ["ip_change"],
        scored_at: toIsoTime(Date.now()),
        evidence: {},
        automated: false,
      }),
    );
    for (const score of [...scores, ...scores]) await consume("usher-scores", [score]);
    const blocked = "Blocked: Guest 0's link (Gala)";
    expect((await mailTo(host.email, { subject: blocked })).text).toContain("we didn't let them in");
    const checked = await mailTo(editor.email, { subject: "Check Guest 0's link (Gala)" });
    expect(checked.text).toContain("It's usually a forward to a friend or family member.");
    for (const action of ["add them as companions", "ask for a code on this link", "replace it"]) {
      expect(checked.text).toContain(action);
    }
    expect(checked.text).toContain(`/app/events/${fixture.eventId}/safety?accesses=high`);
    expect(await subjectsTo(host)).toEqual([blocked]);
    expect(await subjectsTo(editor)).toEqual(["Check Guest 0's link (Gala)"]);
    expect(await subjectsTo(viewer)).toEqual([]);
  });

  it("sends an email also when the guest's own request was scored", async () => {
    const { host, fixture } = await fixtureOf(1);
    const { token } = firstOf(fixture);
    await answerBy(token, fixture.eventId);
    await env.DB.prepare(
      "update events set fraud_medium_threshold = 1, fraud_high_threshold = 2, fraud_block_threshold = 3 where id = ?",
    )
      .bind(fixture.eventId)
      .run();
    expect((await call("GET", `/access/${token}`, undefined, browserHeaders(LAPTOP))).status).toBe(403);
    await mailTo(host.email, { subject: "Blocked: Guest 0's link (Gala)" });
  });
});

describe("unsubscribe link of an alert: GET /alerts/unsubscribe", () => {
  it("turns the alerts of the event off, with one click or on a page: POST /alerts/unsubscribe", async () => {
    const { host, fixture, path } = await fixtureOf(1);
    await choose(host, path, EACH);
    await answerBy(firstOf(fixture).token, fixture.eventId);
    await runRound(fixture.eventId, "soon");
    const mail = await mailTo(host.email, { subject: "Guest 0 is coming: Gala" });
    const url = linkIn(mail, "/alerts/unsubscribe");
    expect(headerOf(mail, "List-Unsubscribe")).toBe(`<${url.href}>`);
    expect(headerOf(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    const link = url.pathname + url.search;
    expect(await (await call("GET", link, undefined, { Accept: "application/json" })).json()).toEqual({
      event_name: "Gala",
      off: false,
    });
    const page = await (await call("GET", link, undefined, { Accept: "text/html" })).text();
    expect(page).toContain("Turn alerts off?");
    expect(await (await host.api("GET", path)).json()).toMatchObject(EACH);
    const clicked = await call("POST", link, "List-Unsubscribe=One-Click", {
      "Content-Type": "application/x-www-form-urlencoded",
    });
    expect(await clicked.json()).toEqual({ event_name: "Gala", off: true });
    expect(await (await host.api("GET", path)).json()).toMatchObject(OFF);
    const done = await (await call("POST", link, "", { Accept: "text/html" })).text();
    expect(done).toContain("Alerts are off");
    const forged = link.replace(/....$/, (end) => (end === "AAAA" ? "BAAA" : "AAAA"));
    expect((await call("POST", forged)).status).toBe(400);
  });
});

describe("alert settings of a deleted account", () => {
  it("exports the settings, and deletes them with the account", async () => {
    const { fixture, path } = await fixtureOf(1);
    const editor = await signedInHost();
    await addMember(fixture.eventId, editor.id, "editor");
    await choose(editor, path, EACH);
    const exported = await (await editor.api("GET", "/me/data-export")).json<{ alerts: unknown[] }>();
    expect(exported.alerts).toMatchObject([{ event_id: fixture.eventId, ...EACH }]);
    expect((await editor.api("DELETE", "/me", { password: editor.password })).status).toBeLessThan(300);
    const left = await env.DB.prepare("select count(*) as rows from alert_settings where user_id = ?")
      .bind(editor.id)
      .first();
    expect(left).toEqual({ rows: 0 });
  });
});
