import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { MINUTE_MS, SECOND_MS } from "../../../src/kernel/clock.ts";
import { BACKOFF_MS } from "../../../src/kernel/with-retry.ts";
import { CALL_TIMEOUT_MS } from "../../../src/messaging/broadcasts/journals.ts";
import { requeueStalled } from "../../../src/messaging/broadcasts/requeue-stalled.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { call, type Host, signedInHost } from "../../support/account.ts";
import {
  ageJournal,
  capturingQueue,
  deadLetter,
  deliverBatches,
  dispatch,
  dueMessage,
  journalOf,
  stopScheduler,
} from "../../support/broadcast.ts";
import { type EventFixture, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, makeEvent } from "../../support/guest.ts";
import { clearMailFaults, headerOf, linkIn, mailsTo, mailTo, setMailFaults } from "../../support/mailbox.ts";
import { answer, deliveriesOf, messageOf, suppress } from "../../support/message.ts";
import { holdWaits, skipWaits } from "../../support/patient.ts";
import { replaced } from "../../support/race.ts";

// The tests run each step themselves.
beforeEach(stopScheduler);

/** An event with guests whose addresses are on a domain of this test alone. */
async function fixtureOf(size: number): Promise<{ host: Host; fixture: EventFixture; domain: string }> {
  const host = await signedInHost({ tier: "business" });
  const fixture = await makeEventFixture(host.id, size);
  const domain = `${fixture.eventId}.example`;
  await env.DB.prepare(
    "update guests set email = 'guest-' || id || '@' || ?1, email_key = 'guest-' || id || '@' || ?1 where event_id = ?2",
  )
    .bind(domain, fixture.eventId)
    .run();
  for (const guest of fixture.guests) guest.email = `guest-${guest.id}@${domain}`;
  return { host, fixture, domain };
}

async function faultsForDomain(
  domain: string,
  faults: Omit<Parameters<typeof setMailFaults>[0], "only_to">,
): Promise<void> {
  await setMailFaults({ only_to: domain, ...faults });
  onTestFinished(() => clearMailFaults(domain));
}

/** The number of emails to each guest, in the order of the fixture. */
function mailCounts(fixture: EventFixture): Promise<number[]> {
  return Promise.all(fixture.guests.map(async ({ email }) => (await mailsTo(email)).length));
}

const oneEach = (fixture: EventFixture) => fixture.guests.map(() => 1);

describe("broadcast email", () => {
  /**
   * @spec 2.70 "Scheduled message | subject, body | text with placeholders {{guest_name}}, {{event_name}},
   *   {{event_date}}, {{venue}}, {{rsvp_link}}"
   */
  test("contains the host's text with the guest's values, in the event's time zone, with a valid link", async () => {
    const host = await signedInHost({ tier: "pro", name: "Zoë Host" });
    const event = await makeEvent(host, {
      name: "Gartenfest <b>&</b> 🎉",
      venue: "Am See",
      event_date: "2090-07-01T16:30:00Z",
      timezone: "Europe/Berlin",
    });
    const email = `zoe-${event.id}@example.com`;
    const guest = await addGuest(host, event.id, { name: "Zoë 🎉 <script>", email });
    const id = await dueMessage(event.id, {
      subject: "{{guest_name}}: {{event_name}}",
      body: "Dear {{guest_name}},\n\n{{event_name}} is on {{event_date}}, {{venue}}.\n\n{{rsvp_link}}",
    });
    expect((await deliverBatches(await dispatch(id))).acked).toEqual([0]);
    const mail = await mailTo(email);
    expect(mail.subject).toBe("Zoë 🎉 <script>: Gartenfest <b>&</b> 🎉");
    expect(mail.raw.split("\r\n").every((line) => line.length <= 998)).toBe(true);
    expect(mail.raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(mail.text).toContain("Dear Zoë 🎉 <script>,");
    expect(mail.text).toContain("is on Saturday, 1\u00a0July 2090, 18:30 in Berlin, Am See.");
    expect(mail.html).toContain("Dear Zoë 🎉 &lt;script&gt;,");
    expect(mail.html).not.toContain("<script>");
    expect(mail.html).not.toContain("<b>&</b>");
    const token = linkIn(mail, "/i/").pathname.slice("/i/".length);
    const opened = await call("GET", `/access/${token}`, undefined, { "CF-Connecting-IP": "198.51.100.7" });
    expect(await opened.json()).toMatchObject({ guest: { name: "Zoë 🎉 <script>" } });
    // A guest who had no link has one now, and counts as invited.
    const invited = await (await host.api("GET", `/events/${event.id}/guests/${guest.id}`)).json();
    expect(invited).toMatchObject({ invited_at: expect.any(String) });
  });

  test("contains the unsubscribe headers and an unsubscribe link", async () => {
    const { fixture } = await fixtureOf(1);
    await deliverBatches(await dispatch(await dueMessage(fixture.eventId)));
    const mail = await mailTo(fixture.guests[0]?.email ?? "");
    const url = (headerOf(mail, "List-Unsubscribe") ?? "").slice(1, -1);
    expect(headerOf(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(linkIn(mail, "/unsubscribe").href).toBe(url);
    const clicked = await call("POST", url.slice("https://usher.test".length), "List-Unsubscribe=One-Click", {
      "Content-Type": "application/x-www-form-urlencoded",
    });
    expect(await clicked.json()).toMatchObject({ scope: "host" });
    const again = await dueMessage(fixture.eventId);
    await deliverBatches(await dispatch(again));
    expect(await mailsTo(fixture.guests[0]?.email ?? "")).toHaveLength(1);
  });

  test("expands no placeholder in a guest's name", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host, { name: "{{guest_name}}'s party", venue: "{{rsvp_link}}" });
    const email = `eve-${event.id}@example.com`;
    await addGuest(host, event.id, { name: "{{rsvp_link}}", email });
    await deliverBatches(
      await dispatch(await dueMessage(event.id, { body: "{{guest_name}} / {{event_name}} / {{venue}}" })),
    );
    const mail = await mailTo(email);
    expect(mail.text).toContain("{{rsvp_link}} / {{guest_name}}'s party / {{rsvp_link}}");
  });

  test("omits a missing venue with its comma, its brackets and their words", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const email = `kim-${event.id}@example.com`;
    await addGuest(host, event.id, { email });
    await deliverBatches(
      await dispatch(
        await dueMessage(event.id, { body: "It is at noon, {{venue}}. ({{venue}}) Come hungry (at {{venue}})!" }),
      ),
    );
    expect((await mailTo(email)).text).toContain("It is at noon. Come hungry!");
  });

  test("asks for a reply with {{reply_by}} only those who can give one", async () => {
    const { fixture } = await fixtureOf(3);
    const [open, coming, declined] = fixture.guests;
    await answer(fixture.eventId, coming?.id ?? "", "attending");
    await answer(fixture.eventId, declined?.id ?? "", "declined");
    const send = async () =>
      deliverBatches(await dispatch(await dueMessage(fixture.eventId, { body: "The menu is ready. {{reply_by}}" })));
    const asked = async ({ email = "" }: { email?: string } = {}) =>
      (await mailsTo(email)).map(({ text }) => text.includes("Please reply now"));
    await send();
    expect(await Promise.all([open, coming, declined].map(asked))).toEqual([[true], [false], [false]]);
    await env.DB.prepare("update events set capacity = 1, waitlist = 0 where id = ?").bind(fixture.eventId).run();
    await send();
    // Newest first. The event is full.
    expect(await asked(open)).toEqual([false, true]);
  });

  /**
   * @spec 1.8 "A notifier worker sends emails and SMS: verification, password reset, invitation, confirmation,
   *   reminder, edit-link and collaborator-invite messages."
   */
  test("asks for a missing RSVP in a reminder", async () => {
    const { fixture } = await fixtureOf(2);
    const [open, coming] = fixture.guests;
    await answer(fixture.eventId, coming?.id ?? "", "attending");
    const id = await dueMessage(fixture.eventId, { audience: "attending_and_pending", slug: "reminder_3d" });
    await deliverBatches(await dispatch(id));
    const asked = (await mailTo(open?.email ?? "")).text;
    expect(asked).toContain("We haven't heard from you yet.\n\nWill you be there?");
    expect(asked).toContain(`- Yes: https://usher.test/i/${open?.token}?answer=attending`);
    const answered = (await mailTo(coming?.email ?? "")).text;
    expect(answered).toContain("View your RSVP:");
    expect(answered).not.toMatch(/heard from you|Will you be there|RSVP now/);
  });
});

describe("broadcast audience: GET /events/{eventId}/messages/{messageId}/deliveries", () => {
  /**
   * @spec 2.68 "Scheduled message | audience | everyone, attending, pending, declined, maybe"
   * @spec 2.72 "Scheduled message | status | draft, scheduled, sending, sent, cancelled, failed"
   * @spec 3.8 "sending | scheduler completion | all recipients processed | sent | one delivery row per recipient"
   */
  test("selects guests when the message is sent, and stores a delivery with a reason for each", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const at = (name: string) => `${name}-${event.id}@example.com`;
    const id = await dueMessage(event.id, { audience: "attending" });
    const guests = await Promise.all(
      ["yes", "no", "silent", "unsubscribed", "nowhere"].map((name) =>
        addGuest(host, event.id, { name, ...(name === "nowhere" ? {} : { email: at(name) }) }),
      ),
    );
    await suppress(at("UNSUBSCRIBED"));
    for (const { id: guestId, name } of guests) {
      if (name !== "silent") await answer(event.id, guestId, name === "no" ? "declined" : "attending");
    }
    await deliverBatches(await dispatch(id));
    const deliveries = await deliveriesOf(host, event.id, id);
    expect(Object.fromEntries(deliveries.map(({ guest, status, reason }) => [guest.name, [status, reason]]))).toEqual({
      yes: ["sent", null],
      unsubscribed: ["suppressed", "unsubscribed"],
      nowhere: ["unreachable", "no_email"],
    });
    expect(await messageOf(host, event.id, id)).toMatchObject({ status: "sent", finished_at: expect.any(String) });
    expect(await mailsTo(at("no"))).toEqual([]);
    expect(await mailsTo(at("silent"))).toEqual([]);
  });

  /**
   * @spec 2.34 "RSVP | response | string | allowed values: not shown; audience filters use attending, declined, maybe
   *   and pending (no reply yet)"
   * @spec 2.68 "Scheduled message | audience | everyone, attending, pending, declined, maybe"
   */
  test.each([
    ["everyone", ["attending", "declined", "maybe", "pending"]],
    ["pending", ["pending"]],
    ["declined", ["declined"]],
    ["maybe", ["maybe"]],
    ["attending_and_pending", ["attending", "pending"]],
    ["attending_and_maybe", ["attending", "maybe"]],
    ["pending_and_maybe", ["maybe", "pending"]],
  ])("reaches %s", async (audience, expected) => {
    const { host, fixture } = await fixtureOf(4);
    const names = ["attending", "declined", "maybe", "pending"] as const;
    for (const [index, name] of names.entries()) {
      const guestId = fixture.guests[index]?.id ?? "";
      await env.DB.prepare("update guests set name = ? where id = ?").bind(name, guestId).run();
      if (name !== "pending") await answer(fixture.eventId, guestId, name);
    }
    const id = await dueMessage(fixture.eventId, { audience });
    await deliverBatches(await dispatch(id));
    const reached = (await deliveriesOf(host, fixture.eventId, id)).map(({ guest }) => guest.name);
    expect(reached.sort()).toEqual(expected);
  });

  test("completes immediately with an empty audience", async () => {
    const { host, fixture } = await fixtureOf(1);
    const id = await dueMessage(fixture.eventId, { audience: "declined" });
    expect(await dispatch(id)).toEqual([]);
    expect(await messageOf(host, fixture.eventId, id)).toMatchObject({ status: "sent" });
    expect(await deliveriesOf(host, fixture.eventId, id)).toEqual([]);
  });

  test("excludes all guests when the event was deleted after the claim", async () => {
    const { host, fixture } = await fixtureOf(2);
    const id = await dueMessage(fixture.eventId);
    const batches = await dispatch(id);
    expect((await host.api("DELETE", `/events/${fixture.eventId}`)).status).toBe(204);
    expect((await deliverBatches(batches)).acked).toEqual([0]);
    expect(await mailCounts(fixture)).toEqual([0, 0]);
    const { results } = await env.DB.prepare("select status, reason from message_deliveries where message_id = ?")
      .bind(id)
      .all();
    expect(results).toEqual([1, 2].map(() => ({ status: "suppressed", reason: "event_closed" })));
  });

  test("excludes a guest who was deleted after the claim, and keeps no delivery of that guest", async () => {
    const { host, fixture } = await fixtureOf(2);
    const id = await dueMessage(fixture.eventId);
    const batches = await dispatch(id);
    const [gone] = fixture.guests;
    expect((await host.api("DELETE", `/events/${fixture.eventId}/guests/${gone?.id}`)).status).toBe(204);
    await deliverBatches(batches);
    expect(await mailCounts(fixture)).toEqual([0, 1]);
    expect(await deliveriesOf(host, fixture.eventId, id)).toHaveLength(1);
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("sent");
  });
});

describe("broadcast", () => {
  test("reaches each guest once although the queue delivers each batch three times, out of order", async () => {
    const { host, fixture } = await fixtureOf(230);
    const id = await dueMessage(fixture.eventId);
    const batches = await dispatch(id);
    expect(batches).toHaveLength(3);
    const [one, two, three] = batches;
    if (!one || !two || !three) throw new Error("no batches");
    for (const batch of [three, one, three, two, one, two, three, one, two]) await deliverBatches([batch]);
    expect(await mailCounts(fixture)).toEqual(oneEach(fixture));
    const deliveries = await deliveriesOf(host, fixture.eventId, id);
    expect(deliveries).toHaveLength(230);
    expect(new Set(deliveries.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(new Set(["sent 1"]));
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("sent");
    expect(await journalOf(id)).toEqual([]);
  });

  test("reaches each guest once although several consumers get the batch in parallel", async () => {
    const { host, fixture } = await fixtureOf(30);
    const id = await dueMessage(fixture.eventId);
    const batches = await dispatch(id);
    const outcomes = await Promise.all([deliverBatches(batches), deliverBatches(batches), deliverBatches(batches)]);
    expect(outcomes.flatMap(({ retried }) => retried)).toEqual([]);
    expect(await mailCounts(fixture)).toEqual(oneEach(fixture));
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("sent");
  });

  test("retries only a busy address, and no rejected one", async () => {
    const { host, fixture, domain } = await fixtureOf(12);
    const [refused, busy] = [fixture.guests[3]?.email ?? "", fixture.guests[7]?.email ?? ""];
    await faultsForDomain(domain, { refuse: [refused], defer: [busy] });
    const id = await dueMessage(fixture.eventId);
    const batches = await dispatch(id);
    const first = await deliverBatches(batches);
    expect(first.acked).toEqual([]);
    expect(first.retried[0]?.delaySeconds).toBeGreaterThanOrEqual(10);
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("sending");
    await clearMailFaults(domain);
    expect((await deliverBatches(batches, { attempts: 2 })).acked).toEqual([0]);
    expect(await mailCounts(fixture)).toEqual(fixture.guests.map(({ email }) => (email === refused ? 0 : 1)));
    const byGuest = new Map((await deliveriesOf(host, fixture.eventId, id)).map((row) => [row.guest.id, row]));
    expect(byGuest.get(fixture.guests[3]?.id ?? "")).toMatchObject({ status: "bounced", attempts: 1 });
    expect(byGuest.get(fixture.guests[3]?.id ?? "")?.reason).toContain("550");
    expect(byGuest.get(fixture.guests[3]?.id ?? "")?.reason).not.toContain(domain);
    expect(byGuest.get(fixture.guests[7]?.id ?? "")).toMatchObject({ status: "sent", attempts: 2, reason: null });
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("sent");
  });

  test("reaches each guest once although the database fails after the mail server has responded", async () => {
    const { host, fixture } = await fixtureOf(9);
    const id = await dueMessage(fixture.eventId);
    const batches = await dispatch(id);
    skipWaits(...BACKOFF_MS);
    // The first D1 batch reads; those that would store the results fail.
    const broken = await deliverBatches(batches, { changes: { DB: failingDb((count) => count > 1) } });
    expect(broken.retried).toHaveLength(1);
    expect(await mailCounts(fixture)).toEqual(oneEach(fixture));
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("sending");
    expect((await deliverBatches(batches, { attempts: 2 })).acked).toEqual([0]);
    expect(await mailCounts(fixture)).toEqual(oneEach(fixture));
    expect((await deliveriesOf(host, fixture.eventId, id)).map(({ status }) => status)).toEqual(
      fixture.guests.map(() => "sent"),
    );
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("sent");
  });

  test("reaches each guest once although a consumer crashes, by a second attempt after the lease", async () => {
    const { host, fixture } = await fixtureOf(6);
    const id = await dueMessage(fixture.eventId);
    const batches = await dispatch(id);
    // A crash between two emails leaves a lease and two results.
    const journal = env.DELIVERY_JOURNAL.get(env.DELIVERY_JOURNAL.idFromName(id));
    await journal.acquireLease(0, "crashed");
    for (const guest of fixture.guests.slice(0, 2)) {
      const result = {
        guestId: guest.id,
        status: "sent",
        reason: null,
        provider: "smtp",
        providerMessageId: null,
      } as const;
      expect(await journal.record(0, "crashed", result)).toBe(true);
    }
    expect((await deliverBatches(batches)).acked).toEqual([0]);
    expect(await mailCounts(fixture)).toEqual([0, 0, 0, 0, 0, 0]);
    await ageJournal(id, MINUTE_MS);
    expect((await deliverBatches(batches)).acked).toEqual([0]);
    expect(await mailCounts(fixture)).toEqual([0, 0, 1, 1, 1, 1]);
    expect((await deliveriesOf(host, fixture.eventId, id)).every(({ status }) => status === "sent")).toBe(true);
    // Should the first attempt be running after all, it has to stop.
    const late = {
      guestId: fixture.guests[2]?.id ?? "",
      status: "sent",
      reason: null,
      provider: "smtp",
      providerMessageId: null,
    } as const;
    expect(await journal.record(0, "crashed", late)).toBe(false);
  });

  test("reaches each guest once although the Worker crashes between the claim and the queue", async () => {
    const { host, fixture } = await fixtureOf(3);
    const id = await dueMessage(fixture.eventId);
    await dispatch(id);
    await ageClaim(id);
    const requeued = await requeue(id);
    expect(requeued).toHaveLength(1);
    // Requeued a moment ago: not again until an attempt had time to begin.
    expect(await requeue(id)).toEqual([]);
    await deliverBatches(requeued);
    expect(await mailCounts(fixture)).toEqual(oneEach(fixture));
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("sent");
    await ageJournal(id, 10 * MINUTE_MS);
    expect(await requeue(id)).toEqual([]);
  });
});

describe("broadcast (delivery journal down)", () => {
  /**
   * A journal with one call that never returns: its timeout is over immediately.
   * @param isExecuted whether the call is executed although it gets no response
   */
  function silentJournal(call: string, isExecuted: boolean, waits: Waits) {
    return replaced(env.DELIVERY_JOURNAL, {
      get(...args: Parameters<typeof env.DELIVERY_JOURNAL.get>) {
        // A stub is a proxy with every property, so its methods cannot be enumerated: only called.
        const object = env.DELIVERY_JOURNAL.get(...args) as unknown as Record<
          string,
          (...all: unknown[]) => Promise<unknown>
        >;
        const forward = async (name: string, given: unknown[]) => {
          if (name !== call) return object[name]?.(...given);
          // The timeout of a call begins right before it.
          const endWait = waits.endLast;
          if (isExecuted) await object[name]?.(...given);
          endWait();
          return new Promise(() => undefined);
        };
        return new Proxy(
          {},
          {
            get:
              (_, name: string) =>
              (...given: unknown[]) =>
                forward(name, given),
          },
        );
      },
    });
  }

  /** The timeouts of journal calls that have begun. */
  interface Waits {
    /** Ends the newest. */
    endLast: () => void;
  }

  /**
   * Makes timeouts of journal calls end on demand, and pauses between retries a fiftieth as long. Calls that return take
   * as long as they take.
   */
  function shortenWaits(): Waits {
    const { setTimeout } = globalThis;
    const waits: Waits = { endLast: () => undefined };
    const soon = (work: () => void, ms = 0) => {
      if (ms === CALL_TIMEOUT_MS) waits.endLast = work;
      return setTimeout(work, ms < CALL_TIMEOUT_MS ? ms / 50 : ms);
    };
    vi.stubGlobal("setTimeout", soon);
    onTestFinished(() => void vi.unstubAllGlobals());
    return waits;
  }

  test.each([
    ["acquireLease", "acquireLease", false, [0, 0, 0]],
    ["acquireLease, though it is executed", "acquireLease", true, [0, 0, 0]],
    ["record", "record", false, [1, 1, 1]],
    ["record, though it is executed", "record", true, [1, 1, 1]],
    ["clear", "clear", false, [1, 1, 1]],
    ["clear, though it is executed", "clear", true, [1, 1, 1]],
  ] as const)("sends each guest one email when it times out at %s", async (_, name, isExecuted, sent) => {
    const { host, fixture } = await fixtureOf(3);
    const id = await dueMessage(fixture.eventId);
    const batches = await dispatch(id);
    const DELIVERY_JOURNAL = silentJournal(name, isExecuted, shortenWaits());
    const { acked, retried } = await deliverBatches(batches, { changes: { DELIVERY_JOURNAL } });
    vi.unstubAllGlobals();
    // The queue retries when acquireLease or clear fails; the Scheduler requeues what an attempt without a lease left.
    expect([acked.length, retried.length]).toEqual(name === "record" ? [1, 0] : [0, 1]);
    expect(await mailCounts(fixture)).toEqual(sent);
    await deliverBatches(batches, { attempts: 2 });
    await ageJournal(id, 10 * MINUTE_MS);
    await ageClaim(id);
    await deliverBatches(await requeue(id));
    expect(await mailCounts(fixture)).toEqual(oneEach(fixture));
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("sent");
  });
});

test("requeues a stalled message, at doubling intervals, and no message with a running attempt", async () => {
  const { fixture } = await fixtureOf(1);
  const id = await dueMessage(fixture.eventId);
  await dispatch(id);
  await ageClaim(id);
  const journal = env.DELIVERY_JOURNAL.get(env.DELIVERY_JOURNAL.idFromName(id));
  await journal.acquireLease(0, "running");
  expect(await requeue(id)).toEqual([]);
  await ageJournal(id, MINUTE_MS);
  expect(await requeue(id)).toHaveLength(1);
  await ageJournal(id, MINUTE_MS);
  expect(await requeue(id)).toHaveLength(1);
  await ageJournal(id, MINUTE_MS);
  expect(await requeue(id)).toEqual([]);
  await ageJournal(id, MINUTE_MS);
  expect(await requeue(id)).toHaveLength(1);
  // A batch that waits for its next attempt is not stalled.
  await journal.acquireLease(0, "again");
  await journal.release(0, "again", "persisted", Date.now() + 30 * MINUTE_MS);
  await ageJournal(id, 20 * MINUTE_MS);
  expect(await requeue(id)).toEqual([]);
});

test("delays no message because of another one that cannot be requeued", async () => {
  const { fixture } = await fixtureOf(1);
  const [broken, whole] = [await dueMessage(fixture.eventId), await dueMessage(fixture.eventId)];
  for (const id of [broken, whole]) {
    await dispatch(id);
    await ageClaim(id);
  }
  // The oldest claim is handled first.
  await ageClaim(broken);
  const DELIVERY_JOURNAL = replaced(env.DELIVERY_JOURNAL, {
    idFromName(name: string) {
      if (name === broken) throw new Error("the object cannot be reached");
      return env.DELIVERY_JOURNAL.idFromName(name);
    },
  });
  expect(await requeue(whole, { DELIVERY_JOURNAL })).toHaveLength(1);
  expect(await requeue(broken)).toHaveLength(1);
});

async function ageClaim(messageId: string): Promise<void> {
  await env.DB.prepare("update messages set claimed_at = claimed_at - 600000 where id = ?").bind(messageId).run();
}

/** Runs `requeueStalled`. @returns the batches of one message that it enqueued */
async function requeue(messageId: string, changes: EnvChanges = {}) {
  const { captured, queue } = capturingQueue();
  await requeueStalled(createRequestContext({ ...env, ...changes, BROADCASTS_QUEUE: queue }, () => undefined));
  return captured.filter(({ body }) => "message_id" in body && body.message_id === messageId);
}

/** The database, with batches that fail by their number as if it was overloaded. */
function failingDb(fails: (count: number) => boolean): D1Database {
  let batches = 0;
  const session = (real: D1DatabaseSession) =>
    new Proxy(real, {
      get(target, property) {
        if (property === "batch") {
          return (statements: D1PreparedStatement[]) => {
            batches += 1;
            return fails(batches)
              ? Promise.reject(new Error("D1_ERROR: D1 DB is overloaded."))
              : target.batch(statements);
          };
        }
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return new Proxy(env.DB, {
    get(target, property) {
      if (property === "withSession") return (start: string) => session(target.withSession(start));
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

describe("broadcast (failed message)", () => {
  /**
   * @spec 2.72 "Scheduled message | status | draft, scheduled, sending, sent, cancelled, failed"
   * @spec 3.9 "any | scheduler failure | batch fails | failed | source state of this move and other moves (for
   *   example draft to scheduled by editing): not shown."
   */
  test("returns the status failed when every delivery failed", async () => {
    const { host, fixture, domain } = await fixtureOf(3);
    await faultsForDomain(domain, { refuse: fixture.guests.map(({ email }) => email) });
    const id = await dueMessage(fixture.eventId);
    expect((await deliverBatches(await dispatch(id))).acked).toEqual([0]);
    expect(await messageOf(host, fixture.eventId, id)).toMatchObject({
      status: "failed",
      finished_at: expect.any(String),
    });
    expect((await deliveriesOf(host, fixture.eventId, id)).every(({ status }) => status === "bounced")).toBe(true);
  });

  /**
   * @spec 2.76 "One row per recipient of a message, recording the outcome, so a partly failed batch keeps the rows
   *   that succeeded."
   */
  test("keeps the reached guests after its last attempt, and fails the others with the last reply", async () => {
    const { host, fixture, domain } = await fixtureOf(4);
    const busy = fixture.guests[1]?.email ?? "";
    await faultsForDomain(domain, { defer: [busy] });
    const id = await dueMessage(fixture.eventId);
    const batches = await dispatch(id);
    for (const attempts of [1, 2]) expect((await deliverBatches(batches, { attempts })).retried).toHaveLength(1);
    expect((await deadLetter(batches)).acked).toEqual([0]);
    const byGuest = new Map((await deliveriesOf(host, fixture.eventId, id)).map((row) => [row.guest.id, row]));
    expect(byGuest.get(fixture.guests[1]?.id ?? "")).toMatchObject({ status: "failed", attempts: 2 });
    expect(byGuest.get(fixture.guests[1]?.id ?? "")?.reason).toContain("451");
    expect([...byGuest.values()].filter(({ status }) => status === "sent")).toHaveLength(3);
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("sent");
    await clearMailFaults(domain);
    await deliverBatches(batches);
    await deadLetter(batches);
    expect(await mailsTo(busy)).toEqual([]);
  });

  test("stores failed deliveries when it fails before its first attempt", async () => {
    const { host, fixture } = await fixtureOf(2);
    const id = await dueMessage(fixture.eventId);
    await deadLetter(await dispatch(id));
    expect((await messageOf(host, fixture.eventId, id)).status).toBe("failed");
    const deliveries = await deliveriesOf(host, fixture.eventId, id);
    expect(deliveries.map(({ status, reason, attempts }) => [status, reason, attempts])).toEqual([
      ["failed", "gave_up", 0],
      ["failed", "gave_up", 0],
    ]);
  });
});

/**
 * Sends a message over a server that makes every connection wait for a few seconds.
 * @param meanwhile runs while they wait
 */
async function sendWithPause(
  { fixture, domain }: Awaited<ReturnType<typeof fixtureOf>>,
  id: string,
  meanwhile: () => Promise<unknown>,
) {
  await faultsForDomain(domain, { defer: fixture.guests.map(({ email }) => email) });
  const changes = {
    RESEND_API_KEY: "re_test",
    RESEND_API_BASE: `http://127.0.0.1:${inject("mailCatcher").httpPort}/resend`,
  };
  // The double's Retry-After is seven seconds; the connections wait up to a quarter more.
  const pauses = holdWaits((ms) => ms >= 7 * SECOND_MS && ms <= 8.75 * SECOND_MS);
  const delivered = dispatch(id).then((batches) => deliverBatches(batches, { changes }));
  await eventually(() => expect(pauses).toHaveLength(fixture.guests.length));
  await meanwhile();
  await clearMailFaults(domain);
  for (const { end } of pauses) end();
  return delivered;
}

test("waits for a short Retry-After without counting an attempt", async () => {
  const setting = await fixtureOf(3);
  const { host, fixture } = setting;
  const id = await dueMessage(fixture.eventId);
  const { acked } = await sendWithPause(setting, id, async () => expect(await mailCounts(fixture)).toEqual([0, 0, 0]));
  expect(acked).toEqual([0]);
  expect(await mailCounts(fixture)).toEqual(oneEach(fixture));
  expect((await deliveriesOf(host, fixture.eventId, id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
});

test("reads the recipients again when a server made them wait for more than a minute", async () => {
  const setting = await fixtureOf(3);
  const { host, fixture } = setting;
  for (const { id } of fixture.guests) await answer(fixture.eventId, id, "attending");
  const id = await dueMessage(fixture.eventId, { audience: "attending" });
  const [leaver] = fixture.guests;
  const { acked } = await sendWithPause(setting, id, async () => {
    await env.DB.batch([
      env.DB.prepare("update rsvps set response = 'declined', seat = null, heads = 0 where guest_id = ?").bind(
        leaver?.id,
      ),
      env.DB.prepare("update events set name = 'Gala of the year' where id = ?").bind(fixture.eventId),
    ]);
    const now = Date.now() + MINUTE_MS + SECOND_MS;
    const clock = vi.spyOn(Date, "now").mockReturnValue(now);
    onTestFinished(() => clock.mockRestore());
  });
  expect(acked).toEqual([0]);
  expect(await mailCounts(fixture)).toEqual([0, 1, 1]);
  const subjects = await Promise.all(fixture.guests.map(async ({ email }) => (await mailsTo(email))[0]?.subject));
  expect(subjects).toEqual([undefined, "News of Gala of the year", "News of Gala of the year"]);
  const skipped = (await deliveriesOf(host, fixture.eventId, id)).filter(({ status }) => status !== "sent");
  expect(skipped).toMatchObject([{ guest: { id: leaver?.id }, status: "suppressed", reason: "standing_changed" }]);
});

test("logs no guest and no link", async () => {
  const spies = (["log", "info", "warn", "error"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  );
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  const { fixture, domain } = await fixtureOf(3);
  await faultsForDomain(domain, { refuse: [fixture.guests[0]?.email ?? ""], defer: [fixture.guests[1]?.email ?? ""] });
  const id = await dueMessage(fixture.eventId);
  const batches = await dispatch(id);
  await deliverBatches(batches);
  await deadLetter(batches);
  const logged = spies.flatMap((spy) => spy.mock.calls.flat()).join("\n");
  for (const line of ["message_dispatched", "batch_sent", "message_dead_lettered"]) expect(logged).toContain(line);
  for (const secret of [domain, "Guest 1", ...fixture.guests.map(({ token }) => token)])
    expect(logged).not.toContain(secret);
});
