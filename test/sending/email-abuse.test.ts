import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { invitationMail } from "../../src/invitations/mails/invitation-mail.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { confirmationMail } from "../../src/rsvp/mails/confirmation-mail.ts";
import { sendMail } from "../../src/sending/send-mail.ts";
import { call, type Host, requestBy, signedInHost } from "../support/account.ts";
import { capturingQueue, deliverBatches, dispatch, dueMessage } from "../support/broadcast.ts";
import { answerTo, askForCode, deviceIn } from "../support/challenges.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { addMember } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { csvOf, importCsv } from "../support/guest-list.ts";
import { answerRequest, browserHeaders, editRequest, LAPTOP, openRequest } from "../support/guest-requests.ts";
import { invitationIn, mailsTo, mailTo } from "../support/mailbox.ts";
import { deliveriesOf, makeMessage, messageOf, suppress } from "../support/message.ts";
import { raceBeforeWrite } from "../support/race.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";
import { rounds } from "../support/rounds.ts";

function stranger(): string {
  return `stranger-${crypto.randomUUID()}@example.com`;
}

async function unverifiedHost() {
  const host = await signedInHost({ verified: false, tier: "pro" });
  const event = await makeEvent(host, { name: "You won a prize" });
  const guest = await addGuest(host, event.id, { email: stranger() });
  return { host, event, guest, path: `/events/${event.id}` };
}

/** Asserts that nothing about an event waits in the outbox or was handed to the notifier. */
async function expectNothingSent(eventId: string, addresses: readonly (string | null)[]): Promise<void> {
  const waiting = env.DB.prepare(
    "select count(*) as n from outbox where type <> 'activity.publish' and instr(body, ?) > 0",
  ).bind(eventId);
  expect(await waiting.first("n")).toBe(0);
  const handed = env.DB.prepare("select count(*) as n from deliveries where event_id = ?").bind(eventId);
  expect(await handed.first("n")).toBe(0);
  for (const address of addresses) expect(await mailsTo(address ?? "")).toEqual([]);
}

async function problemOf(response: Response) {
  return response.json<{ error: string; detail: string; retry_after?: number }>();
}

describe("account with an unverified address", () => {
  it("sends no email or text message by any route, and returns how to verify the address", async () => {
    const { host, event, guest, path } = await unverifiedHost();
    const invited = stranger();
    const draft = await makeMessage(host, event.id);
    const text = { audience: "everyone", channel: "email", subject: "You won", body: "{{rsvp_link}}" };
    const later = new Date(Date.now() + HOUR_MS).toISOString();
    const attempts: [string, string, Record<string, unknown>?][] = [
      ["POST", "/tokens", { guest_id: guest.id }],
      ["POST", "/tokens", { guest_id: guest.id, notify: true }],
      ["POST", "/tokens/rotate", { guest_id: guest.id, notify: true }],
      ["POST", "/guests/invitations/bulk", { notify: true }],
      ["POST", "/guests/invitations/bulk", { guest_ids: [guest.id] }],
      ["POST", "/collaborators", { email: invited, role: "editor" }],
      ["POST", "/messages", { ...text, mode: "send_now" }],
      ["POST", "/messages", { ...text, mode: "schedule", send_at: later }],
      ["PATCH", `/messages/${draft.id}`, { mode: "send_now" }],
      ["PATCH", `/messages/${draft.id}`, { mode: "schedule", send_at: later }],
      ["POST", `/messages/${draft.id}/send-now`],
    ];
    for (const [method, route, body] of attempts) {
      const response = await host.api(method, `${path}${route}`, body);
      expect(response.status, `${method} ${route}`).toBe(403);
      const { error, detail } = await problemOf(response);
      expect(error).toBe("email_unverified");
      expect(detail).toContain("open the link in our email");
    }
    await expectNothingSent(event.id, [guest.email, invited]);
  });

  it("sets up events, guests, drafts, and links without email", async () => {
    const { host, event, guest, path } = await unverifiedHost();
    expect(await issueLink(host, event.id, guest.id, { notify: false })).toMatchObject({ reason: "not_requested" });
    const rotated = await host.api("POST", `${path}/tokens/rotate`, { guest_id: guest.id, notify: false });
    expect(rotated.status).toBe(201);
    const bulk = await host.api("POST", `${path}/guests/invitations/bulk`, { notify: false });
    expect([bulk.status, (await bulk.json<{ notified: number }>()).notified]).toEqual([201, 0]);
    const bare = await addGuest(host, event.id);
    expect(await issueLink(host, event.id, bare.id)).toMatchObject({ notified: false, reason: "no_address" });
    await expectNothingSent(event.id, [guest.email]);
  });

  it("sends no message that falls due, and shows the host the reason", async () => {
    const { host, event, guest } = await unverifiedHost();
    const id = await dueMessage(event.id);
    await deliverBatches(await dispatch(id));
    expect(await deliveriesOf(host, event.id, id)).toMatchObject([{ status: "failed", reason: "email_unverified" }]);
    expect((await messageOf(host, event.id, id)).status).toBe("failed");
    expect(await mailsTo(guest.email ?? "")).toEqual([]);
  });

  it("sends no email when the address becomes unverified between the read and the write", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: stranger() });
    const request = requestBy(host, "POST", `/events/${event.id}/tokens`, { guest_id: guest.id });
    const lose = () => env.DB.prepare("update users set email_verified = 0 where id = ?").bind(host.id).run();
    const response = await raceBeforeWrite(request, lose);
    expect([response.status, (await problemOf(response)).error]).toEqual([403, "email_unverified"]);
    await expectNothingSent(event.id, [guest.email]);
  });

  it("sends no email for an unverified editor of a verified host", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: stranger() });
    const editor = await signedInHost({ verified: false });
    await addMember(event.id, editor.id, "editor");
    const response = await editor.api("POST", `/events/${event.id}/tokens`, { guest_id: guest.id });
    expect([response.status, (await problemOf(response)).error]).toEqual([403, "email_unverified"]);
    expect(await issueLink(host, event.id, guest.id)).toMatchObject({ notified: true });
  });
});

describe("email limits of a recipient", () => {
  it("receives 1 email for 12 rotations of one link, with the valid link", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: stranger() });
    const answers: { link: string; notified: boolean; reason: string | null; notify_after: string | null }[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const rotated = await host.api("POST", `/events/${event.id}/tokens/rotate`, { guest_id: guest.id, notify: true });
      expect(rotated.status).toBe(201);
      answers.push(await rotated.json());
    }
    expect(answers.filter(({ notified }) => notified)).toHaveLength(1);
    const last = answers.at(-1);
    expect(last).toMatchObject({ notified: false, reason: "too_soon" });
    expect(Date.parse(last?.notify_after ?? "")).toBeGreaterThan(Date.now());
    await settled(guest);
    expect(await mailsTo(guest.email ?? "")).toHaveLength(1);
    expect((await readGuest(host, guest)).delivery).toMatchObject({ status: "sent", channel: "email", reason: null });
  });

  it("receives the new link when the link is replaced before the email has left", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: stranger() });
    const [message] = await heldBack(host, `/events/${event.id}/tokens`, { guest_id: guest.id });
    const rotated = await host.api("POST", `/events/${event.id}/tokens/rotate`, { guest_id: guest.id });
    const { link } = await rotated.json<{ link: string }>();
    if (message?.type !== "invitation.send") throw new Error("no invitation was enqueued");
    const ctx = createRequestContext(env, () => undefined);
    await sendMail(ctx, invitationMail, message.id, message.body);
    expect(invitationIn(await mailTo(guest.email ?? ""))).toBe(link);
  });

  it("receives 1 email, even if the guest is deleted, added again, or changes addresses", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const email = stranger();
    const first = await addGuest(host, event.id, { email });
    await issueLink(host, event.id, first.id);
    await settled(first);
    for (let turn = 0; turn < 3; turn++) {
      await host.api(
        "DELETE",
        `/events/${event.id}/guests/${turn === 0 ? first.id : (await onlyGuest(host, event.id)).id}`,
      );
      const again = await addGuest(host, event.id, { email });
      await issueLink(host, event.id, again.id);
      await settled(again);
    }
    const guest = await onlyGuest(host, event.id);
    expect(guest.delivery).toMatchObject({ status: "suppressed", reason: "too_soon" });
    const path = `/events/${event.id}/guests/${guest.id}`;
    await host.api("PATCH", path, { email: stranger() });
    await host.api("PATCH", path, { email });
    await issueLink(host, event.id, guest.id);
    await settled(guest);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("receives one invite per hour to work on an event, cancelled invites included", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const email = stranger();
    const invite = () => host.api("POST", `/events/${event.id}/collaborators`, { email, role: "editor" });
    expect((await invite()).status).toBe(201);
    const cancelled = await host.api("DELETE", `/events/${event.id}/collaborators/pending?email=${email}`);
    expect(cancelled.status).toBe(204);
    const again = await invite();
    expect(again.status).toBe(429);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(3_000);
    expect((await problemOf(again)).error).toBe("recipient_limit");
  });
});

describe("sending budget", () => {
  it("stops strangers by create-and-delete on the tier of 50 guests", { tags: "rounds" }, async () => {
    const above = rounds(40);
    const host = await signedInHost();
    const event = await makeEvent(host);
    const statuses: number[] = [];
    let problem: Awaited<ReturnType<typeof problemOf>> | undefined;
    for (let turn = 0; turn < 20 + above; turn++) {
      const guest = await addGuest(host, event.id, { email: stranger() });
      const issued = await host.api("POST", `/events/${event.id}/tokens`, { guest_id: guest.id });
      statuses.push(issued.status);
      if (!issued.ok) problem = await problemOf(issued);
      expect((await host.api("DELETE", `/events/${event.id}/guests/${guest.id}`)).status).toBe(204);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual(Array.from({ length: above }, () => 429));
    expect(problem).toMatchObject({ error: "sending_limit", retry_after: expect.any(Number) });
  });

  it("returns 429 over the limit for parallel requests and for several events", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    await spend(host, 195);
    const guests = await Promise.all(Array.from({ length: 10 }, () => addGuest(host, event.id, { email: stranger() })));
    const answers = await Promise.all(
      guests.map(({ id }) => host.api("POST", `/events/${event.id}/tokens`, { guest_id: id })),
    );
    const issued = answers.filter(({ status }) => status === 201).length;
    expect(issued).toBeLessThanOrEqual(5);
    expect(answers.every(({ status }) => [201, 409, 429].includes(status))).toBe(true);
    const counted = env.DB.prepare("select sum(recipients) as n from sending_hours where user_id = ?").bind(host.id);
    expect(await counted.first("n")).toBe(195 + issued);
    await spend(host, 5 - issued);
    const refused = await host.api("POST", `/events/${event.id}/guests/invitations/bulk`, {});
    expect([refused.status, (await problemOf(refused)).error]).toEqual([429, "sending_limit"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(22 * 3_600);
    const unmailed = await host.api("POST", `/events/${event.id}/guests/invitations/bulk`, { notify: false });
    expect(unmailed.status).toBe(201);
  });

  it("allows 300 invitations in one request, and a broadcast to all of them", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    await importCsv(host, event.id, csvOf(300, event.id));
    const bulk = await host.api("POST", `/events/${event.id}/guests/invitations/bulk`, {});
    expect([bulk.status, (await bulk.json<{ notified: number }>()).notified]).toEqual([201, 300]);
    const id = await dueMessage(event.id);
    expect(await dispatch(id)).toHaveLength(3);
    const counted = env.DB.prepare("select sum(recipients) as n from sending_hours where user_id = ?").bind(host.id);
    expect(await counted.first("n")).toBe(600);
  });

  it("postpones a message that exceeds the budget, with no part of it sent", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    await addGuest(host, event.id, { email: stranger() });
    await addGuest(host, event.id, { email: stranger() });
    await spend(host, 199);
    const id = await dueMessage(event.id);
    expect(await dispatch(id)).toEqual([]);
    const { status, send_at } = await messageOf(host, event.id, id);
    expect(status).toBe("scheduled");
    expect(Date.parse(send_at ?? "")).toBeGreaterThan(Date.now() + HOUR_MS / 2);
    expect(await deliveriesOf(host, event.id, id)).toEqual([]);
  });
});

/** Requests every email that a guest can cause, as the guest. Returns the errors of the API. */
async function askForEveryEmail(token: string) {
  const phone = browserHeaders();
  const link = await answerTo(
    new Request(`https://usher.test/access/${token}/request-edit-link`, { method: "POST", headers: phone }),
  );
  const code = await answerTo(askForCode(token, phone));
  const rsvp = await answerTo(answerRequest(token, {}, phone));
  return { link: link.body.error ?? link.status, code: code.body.error ?? code.status, rsvp: rsvp.status };
}

/** The recipients that count for a host, and the addresses that were deleted or replaced after an email. */
function countersOf(host: Host) {
  return env.DB.prepare(
    `select nullif(sum(recipients), 0) as recipients, nullif(sum(abandoned), 0) as abandoned, nullif(sum(asked), 0) as asked
     from sending_hours where user_id = ?`,
  )
    .bind(host.id)
    .first<{ recipients: number | null; abandoned: number | null; asked: number | null }>();
}

describe("emails that a guest asks for", () => {
  const pause = (host: Host) =>
    env.DB.prepare("insert into sending_pauses (user_id, reason, paused_at) values (?, 'bounces', 0)")
      .bind(host.id)
      .run();

  it("sends nothing for a host with an unverified address", async () => {
    const host = await signedInHost({ verified: false });
    const event = await makeEvent(host, { name: "Win a prize" });
    const guest = await addGuest(host, event.id, { email: stranger() });
    const { token } = await issueLink(host, event.id, guest.id, { notify: false });
    const errors = await askForEveryEmail(token);
    expect(errors).toEqual({ link: "email_unavailable", code: "challenge_unavailable", rsvp: 201 });
    await eventually(async () =>
      expect(await deliveriesTo(guest.id)).toMatchObject([
        { kind: "confirmation", status: "suppressed", reason: "email_unverified" },
      ]),
    );
    expect(await mailsTo(guest.email ?? "")).toEqual([]);
    expect(await countersOf(host)).toMatchObject({ recipients: null, asked: null });
  });

  it.each([
    ["is paused", pause],
    ["has spent the budget", (host: Host) => spend(host, 200)],
  ])("sends them if the host %s", async (_, prevent) => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: stranger() });
    const { token } = await issueLink(host, event.id, guest.id, { notify: false });
    await prevent(host);
    expect(await askForEveryEmail(token)).toEqual({ link: 202, code: 202, rsvp: 201 });
    await eventually(async () => expect(await mailsTo(guest.email ?? "")).toHaveLength(3));
    expect(await countersOf(host)).toMatchObject({ asked: 2 });
  });

  it("can be replaced by asking the host, for an address that complained", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: stranger() });
    await suppress(guest.email ?? "", "complained");
    const { token } = await issueLink(host, event.id, guest.id, { notify: false });
    const headers = browserHeaders();
    const opened = await answerTo(openRequest(token, headers));
    expect(opened.status).toBe(200);
    const device = { ...headers, "Usher-Device": deviceIn(opened.response) };
    const asked = await call("POST", `/access/${token}/ask-host`, undefined, device);
    expect(asked.status).toBe(202);
  });

  it("can ask the host instead of getting an edit link that cannot be emailed", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { step_up_from: "never" });
    const guest = await addGuest(host, event.id, { email: stranger() });
    const { token } = await issueLink(host, event.id, guest.id, { notify: false });
    const phone = browserHeaders();
    expect((await exports.default.fetch(answerRequest(token, {}, phone))).status).toBe(201);
    const pageOf = async (headers: Record<string, string>, path = "", method = "GET") => {
      const url = `https://usher.test/i/${token}${path}`;
      const response = await exports.default.fetch(new Request(url, { method, headers }));
      return { status: response.status, html: await response.text() };
    };
    const askForm = `action="/i/${token}/ask-host"`;
    const opened = await answerTo(openRequest(token, browserHeaders(LAPTOP)));
    const device = deviceIn(opened.response);
    const cookie = `__Secure-usher-device=${device}`;
    const laptop = { ...browserHeaders(LAPTOP), "Usher-Device": device, Cookie: cookie };
    const before = await pageOf(laptop);
    expect([before.html.includes("/edit-link"), before.html.includes(askForm)]).toEqual([true, false]);

    // The address complains while the page is open.
    await suppress(guest.email ?? "", "complained");
    const refused = await pageOf(laptop, "/edit-link", "POST");
    expect([refused.status, refused.html.includes(askForm)]).toEqual([409, true]);
    const link = await call("POST", `/access/${token}/request-edit-link`, undefined, laptop);
    expect([link.status, await link.json()]).toMatchObject([409, { error: "email_unavailable", hint: "ask_host" }]);
    const edit = await answerTo(editRequest(token, { plus_ones: 0 }, laptop));
    expect(edit.body).toMatchObject({ error: "foreign_device", hint: "ask_host" });
    const after = await pageOf(laptop);
    expect([after.html.includes("/edit-link"), after.html.includes(askForm)]).toEqual([false, true]);

    expect((await pageOf(laptop, "/ask-host", "POST")).status).toBe(200);
    const logs = await host.api("GET", `/events/${event.id}/access-logs?asked=true`);
    const { items } = await logs.json<{ items: { id: string }[] }>();
    const feedback = `/events/${event.id}/access-logs/${items[0]?.id}/feedback`;
    expect((await host.api("POST", feedback, { verdict: "legitimate" })).status).toBe(200);
    expect((await answerTo(openRequest(token, laptop))).body).toHaveProperty("rsvp");
  });

  it("count in a separate counter, the confirmation once in the budget", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: stranger() });
    const { token } = await issueLink(host, event.id, guest.id, { notify: false });
    expect(await askForEveryEmail(token)).toEqual({ link: 202, code: 202, rsvp: 201 });
    await eventually(async () => expect(await mailsTo(guest.email ?? "")).toHaveLength(3));
    expect(await countersOf(host)).toMatchObject({ recipients: 1, asked: 2 });
  });

  it("count as abandoned when the guest is deleted or gets another address", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    for (let turn = 0; turn < 4; turn++) {
      const guest = await addGuest(host, event.id, { email: stranger() });
      const { token } = await issueLink(host, event.id, guest.id, { notify: false });
      await call("POST", `/access/${token}/request-edit-link`, undefined, browserHeaders());
      await mailTo(guest.email ?? "");
      const path = `/events/${event.id}/guests/${guest.id}`;
      if (turn % 2 === 0) await host.api("DELETE", path);
      else await host.api("PATCH", path, { email: stranger() });
    }
    expect(await countersOf(host)).toEqual({ recipients: null, abandoned: 4, asked: 4 });
  });

  it("end at 50 per day on the free tier with 429, also for competing requests", async () => {
    const host = await signedInHost();
    await env.DB.prepare(
      "insert into sending_hours (user_id, hour, asked) values (?, ?, 49) on conflict do update set asked = excluded.asked",
    )
      .bind(host.id, Math.floor(Date.now() / HOUR_MS))
      .run();
    const event = await makeEvent(host);
    const links = await Promise.all(
      [1, 2, 3].map(async () => {
        const guest = await addGuest(host, event.id, { email: stranger() });
        return issueLink(host, event.id, guest.id, { notify: false });
      }),
    );
    const answers = await Promise.all(
      links.map(({ token }) => call("POST", `/access/${token}/request-edit-link`, undefined, browserHeaders())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(22 * 3_600);
    expect(await countersOf(host)).toMatchObject({ asked: 50 });
    const code = await answerTo(askForCode(links[0]?.token ?? "", browserHeaders()));
    expect(code.status).toBe(429);
  });
});

describe("confirmations", () => {
  it("stop after nine in an hour for one mailbox, with edits on several events", async () => {
    const host = await signedInHost({ tier: "pro" });
    const email = stranger();
    const ctx = createRequestContext(env, () => undefined);
    const guests = await Promise.all(
      [1, 2].map(async () => {
        const event = await makeEvent(host);
        const guest = await addGuest(host, event.id, { email });
        const link = await issueLink(host, event.id, guest.id, { notify: false });
        const rsvp = await answerTo(answerRequest(link.token));
        expect(rsvp.status).toBe(201);
        return { guest, link };
      }),
    );
    await eventually(async () => expect(await mailsTo(email)).toHaveLength(2));
    for (let turn = 0; turn < 10; turn++) {
      for (const { guest, link } of guests) {
        await sendMail(ctx, confirmationMail, newId(Date.now()), {
          event_id: guest.event_id,
          guest_id: guest.id,
          rsvp_id: newId(Date.now()),
          response: "attending",
          plus_ones: 0,
          submitted_at: new Date().toISOString(),
          access_link: link.link,
        });
      }
    }
    expect(await mailsTo(email)).toHaveLength(9);
  });
});

describe("nine emails per hour from one host to one mailbox", () => {
  it("stop the tenth, which the request says with a reason, on every event of the host", async () => {
    const host = await signedInHost({ tier: "pro" });
    const email = stranger();
    const events = await Promise.all([1, 2].map(() => makeEvent(host)));
    const guests = await Promise.all(events.map((event) => addGuest(host, event.id, { email })));
    const [first, second] = guests;
    if (first === undefined || second === undefined) throw new Error("no guests");
    await fillMailbox(first, 8);
    expect(await issueLink(host, second.event_id, second.id)).toMatchObject({ notified: true });
    await settled(second);
    expect(await issueLink(host, first.event_id, first.id)).toMatchObject({
      notified: false,
      reason: "mailbox_limit",
    });
    const path = `/events/${second.event_id}/guests/${second.id}`;
    const recorded = await host.api("PUT", `${path}/rsvp`, { response: "attending", plus_ones: 0, notify: true });
    expect(await recorded.json()).toMatchObject({ notified: false, reason: "mailbox_limit" });
    const text = { channel: "email", subject: "News", body: "{{rsvp_link}}" };
    const written = await host.api("POST", `${path}/messages`, text);
    expect([written.status, (await problemOf(written)).error]).toEqual([429, "recipient_limit"]);
    expect(await mailsTo(email)).toHaveLength(1);
    // Another host is not affected.
    const other = await signedInHost();
    const third = await addGuest(other, (await makeEvent(other)).id, { email });
    expect(await issueLink(other, third.event_id, third.id)).toMatchObject({ notified: true });
  });

  it("drop an email that a bulk request has announced, which the guest, the counts and the timeline say", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: stranger() });
    const path = `/events/${event.id}/guests`;
    const invite = async () => {
      const response = await host.api("POST", `${path}/invitations/bulk`, {});
      const { notified, items } = await response.json<{ notified: number; items: object[] }>();
      await settled(guest);
      return { notified, item: items[0] };
    };
    const shown = async () => (await host.api("GET", `${path}/${guest.id}`)).json();
    const undelivered = async () =>
      (await (await host.api("GET", `${path}/counts`)).json<{ undelivered: number }>()).undelivered;
    // Confirmations, which count once a day in the budget: the request cannot know of them.
    await issueLink(host, event.id, guest.id, { notify: false });
    await fillMailbox(guest, 9);
    const before = await countersOf(host);
    expect(await invite()).toMatchObject({ notified: 1, item: { notified: true, reason: null } });
    expect(await countersOf(host)).toMatchObject({ recipients: (before?.recipients ?? 0) + 1 });
    expect(await shown()).toMatchObject({
      delivery: { status: "suppressed", reason: "mailbox_limit", cause: null },
      invited_at: expect.any(String),
    });
    expect(await undelivered()).toBe(1);
    const listed = await host.api("GET", `${path}?delivery=undelivered`);
    expect((await listed.json<{ items: { id: string }[] }>()).items.map(({ id }) => id)).toEqual([guest.id]);
    const timeline = await (await host.api("GET", `${path}/${guest.id}/timeline`)).json<{ items: object[] }>();
    expect(timeline.items).toContainEqual(
      expect.objectContaining({ type: "mailed", kind: "invitation", status: "suppressed", reason: "mailbox_limit" }),
    );
    expect(await mailsTo(guest.email ?? "")).toEqual([]);
    // The hour has passed.
    await env.DB.prepare("update deliveries set created_at = created_at - ? where guest_id = ?")
      .bind(HOUR_MS, guest.id)
      .run();
    const racing = await Promise.all([1, 2, 3].map(invite));
    expect(racing.map(({ notified }) => notified).sort()).toEqual([0, 0, 1]);
    expect(await mailsTo(guest.email ?? "")).toHaveLength(1);
    expect(await shown()).toMatchObject({ delivery: { status: "sent", reason: null } });
    expect(await undelivered()).toBe(0);
    expect(await invite()).toMatchObject({ notified: 0, item: { notified: false, reason: "already_mailed" } });
  });

  it("leave codes and edit links to the guest, and the page says that no confirmation was sent", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: stranger() });
    const { token } = await issueLink(host, event.id, guest.id, { notify: false });
    await fillMailbox(guest, 9);
    expect(await askForEveryEmail(token)).toEqual({ link: 202, code: 202, rsvp: 201 });
    await eventually(async () => expect(await mailsTo(guest.email ?? "")).toHaveLength(2));
    await eventually(async () =>
      expect(await deliveriesTo(guest.id)).toContainEqual(
        expect.objectContaining({ kind: "confirmation", status: "suppressed", reason: "mailbox_limit" }),
      ),
    );
    const headers = browserHeaders();
    const page = await exports.default.fetch(new Request(`https://usher.test/i/${token}?answered=1`, { headers }));
    const html = await page.text();
    expect(html).toContain('class="pass"');
    expect(html).toContain("email you a confirmation");
  });
});

describe("changes that email a guest", () => {
  it.each(["unsubscribed", "bounced", "complained"])(
    "makes the change without an email to an address that has %s",
    async (reason) => {
      const host = await signedInHost({ tier: "pro" });
      const event = await makeEvent(host, { capacity: 1, waitlist: true });
      const guest = await addGuest(host, event.id, { email: stranger() });
      await issueLink(host, event.id, guest.id, { notify: false });
      await suppress(guest.email ?? "", reason);
      const path = `/events/${event.id}/guests/${guest.id}`;
      const filler = await addGuest(host, event.id, { email: stranger() });
      await host.api("PUT", `/events/${event.id}/guests/${filler.id}/rsvp`, { response: "attending", plus_ones: 0 });
      const recorded = await host.api("PUT", `${path}/rsvp`, { response: "attending", plus_ones: 0, notify: true });
      expect(await recorded.json()).toMatchObject({ seat: "waitlisted", notified: false, reason });
      const offered = await host.api("POST", `${path}/offer`, { force: true });
      expect([offered.status, await offered.json()]).toMatchObject([200, { seat: "offered", notified: false, reason }]);
      const address = stranger();
      await suppress(address, reason);
      const invited = await host.api("POST", `/events/${event.id}/collaborators`, { email: address, role: "editor" });
      expect([invited.status, await invited.json()]).toMatchObject([201, { notified: false, reason }]);
      expect(await mailsTo(guest.email ?? "")).toEqual([]);
      expect(await countersOf(host)).toMatchObject({ recipients: null });
    },
  );

  it("count each time in the budget, and are made without an email once it is spent", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: stranger() });
    await issueLink(host, event.id, guest.id, { notify: false });
    await spend(host, 199);
    const path = `/events/${event.id}/guests/${guest.id}/rsvp`;
    const first = await host.api("PUT", path, { response: "maybe", notify: true });
    expect(await first.json()).toMatchObject({ notified: true, reason: null });
    await mailTo(guest.email ?? "");
    expect(await countersOf(host)).toMatchObject({ recipients: 200 });
    await env.DB.prepare("update rsvps set updated_at = updated_at - 7200000 where guest_id = ?").bind(guest.id).run();
    const second = await host.api("PUT", path, { response: "declined", notify: true });
    expect(await second.json()).toMatchObject({ response: "declined", notified: false, reason: "sending_limit" });
  });
});

/** Stores emails of this hour to a guest. */
async function fillMailbox({ event_id: eventId, id }: WireGuest, count: number): Promise<void> {
  const insert = env.DB.prepare(
    `insert into deliveries (id, dedupe_key, kind, purpose, channel, event_id, guest_id, recipient_hash, status, attempts,
       created_at, updated_at) values (?1, ?1, 'confirmation', 'reply', 'email', ?2, ?3, 'hash', 'sent', 1, ?4, ?4)`,
  );
  const now = Date.now();
  await env.DB.batch(Array.from({ length: count }, () => insert.bind(newId(now), eventId, id, now - 60_000)));
}

/** Counts emails as sent by a host in this hour. */
async function spend(host: Host, recipients: number): Promise<void> {
  await env.DB.prepare(
    `insert into sending_hours (user_id, hour, recipients) values (?1, ?2, ?3)
     on conflict (user_id, hour) do update set recipients = recipients + ?3`,
  )
    .bind(host.id, Math.floor(Date.now() / HOUR_MS), recipients)
    .run();
}

/** The queue messages for the notifier that a request causes, which are not delivered. */
async function heldBack(host: Host, path: string, body: object) {
  const { captured, queue } = capturingQueue();
  await costOf(requestBy(host, "POST", path, body), recordingEnv(undefined, { NOTIFIER_QUEUE: queue }));
  return captured;
}

/** Waits until the notifier is done with a guest's invitation. */
async function settled(guest: WireGuest): Promise<void> {
  await eventually(async () => {
    const row = env.DB.prepare("select delivery_status from guests where event_id = ? and id = ?");
    expect(await row.bind(guest.event_id, guest.id).first("delivery_status")).not.toBe("queued");
    expect((await deliveriesTo(guest.id)).every(({ status }) => status !== "pending")).toBe(true);
  });
}

async function onlyGuest(host: Host, eventId: string): Promise<WireGuest> {
  const { items } = await (await host.api("GET", `/events/${eventId}/guests`)).json<{ items: WireGuest[] }>();
  const [guest] = items;
  if (guest === undefined) throw new Error("the event has no guest");
  return guest;
}

async function readGuest(host: Host, guest: WireGuest): Promise<WireGuest> {
  return (await host.api("GET", `/events/${guest.event_id}/guests/${guest.id}`)).json<WireGuest>();
}
