import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../src/kernel/clock.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { deliverBatches, dispatch, stopScheduler } from "../../support/broadcast.ts";
import { type EventFixture, makeEventFixture } from "../../support/event-fixture.ts";
import { attachmentBytes, headerOf, linkIn, mailsTo, mailTo } from "../../support/mailbox.ts";
import { answer, deliveriesOf, makeMessage, messageOf, suppress } from "../../support/message.ts";
import { dispatchNotice, noticesOf, sendNotice, waitingNotice } from "../../support/notice.ts";

// The tests run each step themselves.
beforeEach(stopScheduler);

const SUNDAY = "2090-06-18T16:30:00Z";

async function fixtureOf(size: number, host?: Host) {
  const owner = host ?? (await signedInHost({ name: "Zoë Host" }));
  const fixture = await makeEventFixture(owner.id, size, { name: "Gala", venue: "Town hall" });
  const send = async (method: string, path: string, body: Record<string, unknown>) => {
    const response = await owner.api(method, `/events/${fixture.eventId}${path}`, body);
    return { status: response.status, body: await response.json<Record<string, unknown>>() };
  };
  const change = async (body: Record<string, unknown>) => {
    expect((await send("PATCH", "", { notify: true, ...body })).status).toBe(200);
  };
  return { host: owner, fixture, send, change, addresses: fixture.guests.map(({ email }) => email) };
}

async function calendarIn(mail: Awaited<ReturnType<typeof mailTo>>) {
  const file = mail.attachments.find(({ filename }) => filename?.endsWith(".ics"));
  if (file === undefined) throw new Error("no calendar file");
  return new TextDecoder().decode(await attachmentBytes(file));
}

/** The emails to each guest, in the order of the fixture. */
async function mailCounts(fixture: EventFixture): Promise<number[]> {
  const counts: number[] = [];
  for (const { email } of fixture.guests) counts.push((await mailsTo(email)).length);
  return counts;
}

describe("PATCH /events/{eventId} with `notify`", () => {
  it("emails an invited guest the old and new values, with the calendar file that replaces the old one", async () => {
    const { host, fixture, change, addresses } = await fixtureOf(1);
    await change({ name: "Plan B", venue: "Lido", event_date: SUNDAY, description: "Bring a jumper." });
    const notice = await waitingNotice(host, fixture.eventId);
    expect(notice).toMatchObject({ kind: "changed", slug: null, subject: "Changed: Plan B" });
    expect(Date.parse(notice.send_at ?? "") - Date.now()).toBeLessThanOrEqual(10 * MINUTE_MS);
    const id = await sendNotice(host, fixture.eventId);

    const mail = await mailTo(addresses[0] ?? "");
    expect(mail.subject).toBe("Changed: Gala — now Sun 18\u00a0June, 18:30 in Berlin");
    expect(mail.text).toContain("Event: was Gala → now Plan B");
    expect(mail.text).toMatch(/When: was .+ → now Sunday, 18\u00a0June 2090, 18:30 in Berlin/);
    expect(mail.text).toContain("Where: was Town hall → now Lido");
    expect(mail.text).toContain("There's a new description");
    expect(mail.html).toContain("<s>Town hall</s>");
    expect(linkIn(mail, "/i/").pathname).toBe(`/i/${fixture.guests[0]?.token}`);
    expect(headerOf(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    const calendar = await calendarIn(mail);
    expect(mail.raw).toContain("method=PUBLISH");
    expect(calendar).toContain(`UID:${fixture.eventId}@usher`);
    expect(calendar).toContain("SEQUENCE:1");
    expect(calendar).toContain("DTSTART:20900618T163000Z");
    expect(await messageOf(host, fixture.eventId, id)).toMatchObject({ status: "sent", subject: "Changed: Plan B" });
  });

  it("merges changes into one email, from the first old to the last new value", async () => {
    const { host, fixture, change, addresses } = await fixtureOf(1);
    await change({ venue: "Lido" });
    const first = await waitingNotice(host, fixture.eventId);
    await change({ venue: "Harbour", name: "Plan B" });
    await change({ venue: null });
    expect(await waitingNotice(host, fixture.eventId)).toMatchObject({ id: first.id, send_at: first.send_at });
    await sendNotice(host, fixture.eventId);
    const mail = await mailTo(addresses[0] ?? "");
    expect(mail.text).toContain("Where: was Town hall → now none");
    expect(mail.text).toContain("Event: was Gala → now Plan B");
    expect(mail.text).not.toContain("Lido");
    expect(await mailCounts(fixture)).toEqual([1]);
  });

  it("sends no email for a change that was undone", async () => {
    const { host, fixture, change } = await fixtureOf(1);
    await change({ venue: "Lido", name: "Plan B" });
    await change({ venue: "Town hall", name: "Gala" });
    const { id, batches } = await dispatchNotice(host, fixture.eventId);
    expect(batches).toEqual([]);
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("cancelled");
    // The next change creates a new notice.
    await change({ venue: "Lido" });
    expect((await waitingNotice(host, fixture.eventId)).id).not.toBe(id);
  });

  it("creates a new notice once the previous one was sent", async () => {
    const { host, fixture, change, addresses } = await fixtureOf(1);
    await change({ venue: "Lido" });
    await sendNotice(host, fixture.eventId);
    await change({ venue: "Harbour" });
    await sendNotice(host, fixture.eventId);
    const [second] = await mailsTo(addresses[0] ?? "");
    expect(second?.text).toContain("Where: was Lido → now Harbour");
    expect(await mailCounts(fixture)).toEqual([2]);
  });

  it("sends nothing without `notify`, for a field that guests do not see, or for an unchanged value", async () => {
    const { host, fixture, change } = await fixtureOf(1);
    await change({ venue: "Lido", notify: false });
    await change({ capacity: 40 });
    await change({ venue: "Lido" });
    expect(await noticesOf(host, fixture.eventId)).toEqual([]);
    expect((await host.api("PATCH", `/events/${fixture.eventId}`, { notify: true })).status).toBe(400);
  });

  it("sends nothing for other white space or other seconds", async () => {
    const { host, fixture, change } = await fixtureOf(1);
    await change({ event_date: SUNDAY, description: "Bring a jumper.\nAnd boots.", notify: false });
    await change({ venue: "Town  hall", name: " Gala\u00a0", description: "Bring a jumper.\n\nAnd boots.\n" });
    await change({ event_date: "2090-06-18T16:30:20Z" });
    expect(await noticesOf(host, fixture.eventId)).toEqual([]);
  });

  it("reaches invited guests who have not declined, and no unsubscribed guest", async () => {
    const { host, fixture, change, addresses } = await fixtureOf(5);
    const [attending, declined, , unsubscribed, uninvited] = fixture.guests;
    await answer(fixture.eventId, attending?.id ?? "", "attending");
    await answer(fixture.eventId, declined?.id ?? "", "declined");
    await suppress(unsubscribed?.email ?? "");
    await env.DB.prepare("update guests set invited_at = null where id = ?").bind(uninvited?.id).run();
    await change({ venue: "Lido" });
    const id = await sendNotice(host, fixture.eventId);
    expect(await mailCounts(fixture)).toEqual([1, 0, 1, 0, 0]);
    expect((await mailTo(addresses[0] ?? "")).text).toContain("View or change RSVP:");
    expect((await mailTo(addresses[2] ?? "")).text).toContain("RSVP:");
    const statuses = (await deliveriesOf(host, fixture.eventId, id)).map(({ status }) => status);
    expect(statuses.sort()).toEqual(["sent", "sent", "suppressed"]);
  });

  it("reaches each guest once, however often the queue delivers the batch", async () => {
    const { host, fixture, change } = await fixtureOf(3);
    await change({ event_date: SUNDAY });
    const { batches } = await dispatchNotice(host, fixture.eventId);
    await Promise.all([deliverBatches(batches), deliverBatches(batches)]);
    await deliverBatches(batches);
    expect(await mailCounts(fixture)).toEqual([1, 1, 1]);
  });

  it("makes the seventh change in a day without a notice, and still announces a cancellation", async () => {
    const { host, fixture, send, change } = await fixtureOf(0);
    for (let turn = 1; turn <= 6; turn++) {
      await change({ venue: `Room ${turn}` });
      await sendNotice(host, fixture.eventId);
    }
    const seventh = await send("PATCH", "", { venue: "Room 7", notify: true });
    expect(seventh).toMatchObject({
      status: 200,
      body: { venue: "Room 7", notified: false, reason: "notice_limit" },
    });
    expect(await send("POST", "/cancel", {})).toMatchObject({ status: 200, body: { notified: true, reason: null } });
    expect(await waitingNotice(host, fixture.eventId)).toMatchObject({ kind: "cancelled" });
  });

  it("makes the change and says why no one is notified for an unverified address", async () => {
    const { send } = await fixtureOf(1, await signedInHost({ verified: false }));
    const reason = { notified: false, reason: "email_unverified" };
    expect(await send("PATCH", "", { venue: "Lido", notify: true })).toMatchObject({
      status: 200,
      body: { venue: "Lido", ...reason },
    });
    expect(await send("POST", "/cancel", {})).toMatchObject({ status: 200, body: { status: "cancelled", ...reason } });
  });
});

describe("POST /events/{eventId}/cancel with `notify`", () => {
  it("emails guests the host's message and a calendar file that removes the event", async () => {
    const { host, fixture, send, addresses } = await fixtureOf(1);
    expect((await send("POST", "/cancel", { message: "The hall is flooded.\nSorry!" })).status).toBe(200);
    const notice = await waitingNotice(host, fixture.eventId);
    expect(Date.parse(notice.send_at ?? "") - Date.now()).toBeLessThanOrEqual(2 * MINUTE_MS);
    await sendNotice(host, fixture.eventId);
    const mail = await mailTo(addresses[0] ?? "");
    expect(mail.subject).toBe("Cancelled: Gala");
    expect(mail.text).toContain("Zoë Host had to cancel Gala.");
    expect(mail.text).toContain("The hall is flooded.\nSorry!");
    const calendar = await calendarIn(mail);
    expect(mail.raw).toContain("method=CANCEL");
    expect(calendar).toContain("METHOD:CANCEL");
    expect(calendar).toContain("STATUS:CANCELLED");
    expect(calendar).toContain("SEQUENCE:1");
  });

  it("replaces a waiting change notice, and sends only one email", async () => {
    const { host, fixture, send, change, addresses } = await fixtureOf(1);
    await change({ venue: "Lido" });
    expect((await send("POST", "/cancel", {})).status).toBe(200);
    const notice = await waitingNotice(host, fixture.eventId);
    expect(notice.kind).toBe("cancelled");
    expect(Date.parse(notice.send_at ?? "") - Date.now()).toBeLessThanOrEqual(2 * MINUTE_MS);
    await sendNotice(host, fixture.eventId);
    expect((await mailTo(addresses[0] ?? "")).subject).toBe("Cancelled: Gala");
    expect(await mailCounts(fixture)).toEqual([1]);
  });

  it("sends no email when the event is reinstated before it was sent", async () => {
    const { host, fixture, send } = await fixtureOf(1);
    await send("POST", "/cancel", {});
    await send("POST", "/reinstate", {});
    const { batches } = await dispatchNotice(host, fixture.eventId);
    expect(batches).toEqual([]);
    expect(await mailCounts(fixture)).toEqual([0]);
  });

  it("sends an email after reinstating, with the changes made meanwhile", async () => {
    const { host, fixture, send, change, addresses } = await fixtureOf(1);
    await send("POST", "/cancel", {});
    await sendNotice(host, fixture.eventId);
    // A cancelled event sends no change notice.
    await change({ venue: "Lido" });
    expect((await noticesOf(host, fixture.eventId)).filter(({ status }) => status === "scheduled")).toEqual([]);
    await send("POST", "/reinstate", {});
    await change({ event_date: SUNDAY });
    await sendNotice(host, fixture.eventId);
    const [mail] = await mailsTo(addresses[0] ?? "");
    expect(mail?.subject).toBe("It's on again: Gala");
    expect(mail?.text).toMatch(/When: was .+ → now Sunday, 18\u00a0June 2090/);
    expect(mail?.text).toContain("Where: Lido");
    expect(await mailCounts(fixture)).toEqual([2]);
  });

  it("counts in the host's sending budget, and cancels without a notice once it is spent", async () => {
    const { host, fixture, send, change } = await fixtureOf(1);
    await change({ venue: "Lido" });
    await sendNotice(host, fixture.eventId);
    const counted = env.DB.prepare("select sum(recipients) as n from sending_hours where user_id = ?").bind(host.id);
    expect(await counted.first("n")).toBe(1);
    await env.DB.prepare("update sending_hours set recipients = 100000 where user_id = ?").bind(host.id).run();
    expect(await send("POST", "/cancel", {})).toMatchObject({
      status: 200,
      body: { status: "cancelled", notified: false, reason: "sending_limit" },
    });
    expect(await mailCounts(fixture)).toEqual([1]);
  });
});

describe("change notices in the list of messages", () => {
  it("allows cancelling until the notice is sent, and no change", async () => {
    const { host, fixture, change } = await fixtureOf(1);
    await change({ venue: "Lido" });
    const { id } = await waitingNotice(host, fixture.eventId);
    const path = `/events/${fixture.eventId}/messages/${id}`;
    const response = await host.api("PATCH", path, { subject: "Buy now" });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: "message_not_editable" });
    expect((await host.api("DELETE", path)).status).toBe(204);
    expect(await dispatch(id)).toEqual([]);
    expect(await mailCounts(fixture)).toEqual([0]);
  });

  it("deletes the notice when the event is deleted before it is sent", async () => {
    const { host, fixture, change } = await fixtureOf(1);
    await change({ event_date: new Date(Date.now() + 9 * DAY_MS).toISOString() });
    expect((await host.api("DELETE", `/events/${fixture.eventId}`)).status).toBe(204);
    const left = await env.DB.prepare(
      "select count(*) as waiting from messages where event_id = ? and notice is not null and status = 'scheduled'",
    )
      .bind(fixture.eventId)
      .first();
    expect(left).toEqual({ waiting: 0 });
  });
});

interface Preview {
  words: { subject: string; text: string } | null;
  recipients: { count: number; items: { id: string; name: string }[] };
  tell_yourself: { count: number; items: { id: string; name: string; reason: string }[] };
}

async function previewOf(host: Host, eventId: string, id: string): Promise<Preview> {
  const response = await host.api("GET", `/events/${eventId}/messages/${id}/notice`);
  expect(response.status).toBe(200);
  return response.json<Preview>();
}

/** Sets columns of one guest of a fixture. */
async function setGuest(fixture: EventFixture, index: number, columns: string): Promise<void> {
  await env.DB.prepare(`update guests set ${columns} where event_id = ? and id = ?`)
    .bind(fixture.eventId, fixture.guests[index]?.id)
    .run();
}

describe("GET /events/{eventId}/messages/{messageId}/notice", () => {
  it("returns the words, the recipients, and the guests whom no email reaches with the reason", async () => {
    const { host, fixture, change, addresses } = await fixtureOf(6);
    const [, declined, attending] = fixture.guests;
    await answer(fixture.eventId, declined?.id ?? "", "declined");
    await answer(fixture.eventId, attending?.id ?? "", "attending");
    await setGuest(fixture, 2, "invited_at = null");
    await setGuest(fixture, 3, "email = null, email_key = null");
    await suppress(addresses[4] ?? "", "bounced");
    await setGuest(fixture, 5, "invited_at = null");
    await change({ venue: "Lido" });
    const { id } = await waitingNotice(host, fixture.eventId);
    const waiting = await previewOf(host, fixture.eventId, id);
    expect(waiting.words?.subject).toBe("Changed: Gala — now at Lido");
    expect(waiting.words?.text).toContain("Where: was Town hall → now Lido");
    expect(waiting.recipients).toEqual({ count: 1, items: [{ id: fixture.guests[0]?.id, name: "Guest 0" }] });
    expect(waiting.tell_yourself.items.map(({ name, reason }) => [name, reason])).toEqual([
      ["Guest 2", "no_link"],
      ["Guest 3", "no_address"],
      ["Guest 4", "bounced"],
    ]);

    await sendNotice(host, fixture.eventId);
    await mailTo(addresses[0] ?? "");
    expect(await mailCounts(fixture)).toEqual([1, 0, 0, 0, 0, 0]);
    const sent = await previewOf(host, fixture.eventId, id);
    expect([sent.words, sent.tell_yourself]).toEqual([null, waiting.tell_yourself]);
    const { results } = await messageOf(host, fixture.eventId, id);
    expect(results).toEqual({ sent: 1, not_arrived: 1, no_address: 1, waiting: 0 });
  });

  it("returns 404 for another message, and for another event", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { fixture, change } = await fixtureOf(1, host);
    const other = await fixtureOf(1, host);
    const message = await makeMessage(host, fixture.eventId);
    await change({ venue: "Lido" });
    const notice = await waitingNotice(host, fixture.eventId);
    const statusOf = async (eventId: string, id: string) =>
      (await host.api("GET", `/events/${eventId}/messages/${id}/notice`)).status;
    expect(await statusOf(fixture.eventId, message.id)).toBe(404);
    expect(await statusOf(other.fixture.eventId, notice.id)).toBe(404);
    expect(await statusOf(fixture.eventId, notice.id)).toBe(200);
  });

  it("sends a waiting notice with `send-now`, and rejects other changes", async () => {
    const { host, fixture, send, change, addresses } = await fixtureOf(1);
    await change({ venue: "Lido" });
    const { id } = await waitingNotice(host, fixture.eventId);
    const refused = await send("PATCH", `/messages/${id}`, { mode: "send_now", subject: "Other" });
    expect(refused).toMatchObject({ status: 409, body: { error: "message_not_editable" } });
    const sent = await send("POST", `/messages/${id}/send-now`, {});
    expect(sent.status).toBe(200);
    expect(Date.parse(String(sent.body.send_at))).toBeLessThanOrEqual(Date.now());
    await deliverBatches(await dispatch(id));
    expect((await mailTo(addresses[0] ?? "")).subject).toBe("Changed: Gala — now at Lido");
  });
});

describe("notify_never_emailed", () => {
  it("leaves out guests whom no email has reached, and a cancellation leaves out none", async () => {
    const { host, fixture, change, send, addresses } = await fixtureOf(3);
    await setGuest(fixture, 0, `mailed_at = ${Date.now() - DAY_MS}`);
    await env.DB.prepare(
      `insert into deliveries (id, dedupe_key, kind, purpose, channel, event_id, guest_id, recipient_hash, status,
         created_at, updated_at)
       values (?1, ?1, 'confirmation', 'reply', 'email', ?2, ?3, 'hash', 'sent', 1, 1)`,
    )
      .bind(crypto.randomUUID(), fixture.eventId, fixture.guests[1]?.id)
      .run();
    await change({ venue: "Lido", notify_never_emailed: false });
    const { id } = await waitingNotice(host, fixture.eventId);
    const preview = await previewOf(host, fixture.eventId, id);
    expect(preview.recipients.count).toBe(2);
    expect(preview.tell_yourself.items.map(({ name, reason }) => [name, reason])).toEqual([
      ["Guest 2", "never_emailed"],
    ]);
    await sendNotice(host, fixture.eventId);
    await mailTo(addresses[1] ?? "");
    expect(await mailCounts(fixture)).toEqual([1, 1, 0]);

    await change({ venue: "Harbour", notify_never_emailed: false });
    expect((await send("POST", "/cancel", {})).status).toBe(200);
    const cancellation = await waitingNotice(host, fixture.eventId);
    expect((await previewOf(host, fixture.eventId, cancellation.id)).recipients.count).toBe(3);
    await sendNotice(host, fixture.eventId);
    await mailTo(addresses[2] ?? "", { subject: /^Cancelled/ });
    expect(await mailCounts(fixture)).toEqual([2, 2, 1]);
  });

  it("emails everybody if one of the merged changes is for everybody", async () => {
    const { host, fixture, change } = await fixtureOf(1);
    await change({ venue: "Lido", notify_never_emailed: false });
    await change({ name: "Plan B" });
    const { id } = await waitingNotice(host, fixture.eventId);
    expect((await previewOf(host, fixture.eventId, id)).recipients.count).toBe(1);
  });
});
