import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { ANSWER_WITHIN_MS } from "../../../src/features/broadcasts/lease.ts";
import { resumeSending } from "../../../src/features/broadcasts/resume-sending.ts";
import { MINUTE_MS } from "../../../src/kernel/clock.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { call, type Host, signedInHost } from "../../support/account.ts";
import {
  ageJournal,
  bury,
  deliver,
  dueMessage,
  fire,
  heldQueue,
  journalOf,
  stopScheduler,
} from "../../support/broadcast.ts";
import { type EventFixture, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, makeEvent } from "../../support/guest.ts";
import { breakMail, headerOf, linkIn, mailsTo, mailTo, mendMail } from "../../support/mailbox.ts";
import { answer, deliveriesOf, messageOf, suppress } from "../../support/message.ts";
import { replaced } from "../../support/race.ts";

// Each step is taken by the test itself.
beforeEach(stopScheduler);

/** A crowd whose addresses end in a domain of the test's own. */
async function crowdOf(size: number): Promise<{ host: Host; crowd: EventFixture; domain: string }> {
  const host = await signedInHost({ tier: "business" });
  const crowd = await makeEventFixture(host.id, size);
  const domain = `${crowd.eventId}.example`;
  await env.DB.prepare(
    "update guests set email = 'guest-' || id || '@' || ?1, email_key = 'guest-' || id || '@' || ?1 where event_id = ?2",
  )
    .bind(domain, crowd.eventId)
    .run();
  for (const guest of crowd.guests) guest.email = `guest-${guest.id}@${domain}`;
  return { host, crowd, domain };
}

async function faultsFor(domain: string, faults: Omit<Parameters<typeof breakMail>[0], "only_to">): Promise<void> {
  await breakMail({ only_to: domain, ...faults });
  onTestFinished(() => mendMail(domain));
}

/** How many mails each guest has, in the order of the crowd. */
async function mailCounts(crowd: EventFixture): Promise<number[]> {
  const counts: number[] = [];
  for (const { email } of crowd.guests) counts.push((await mailsTo(email)).length);
  return counts;
}

const ones = (crowd: EventFixture) => crowd.guests.map(() => 1);

describe("what a guest gets", () => {
  test("is the host's words with the guest's own, in the event's time, with a link that opens", async () => {
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
    expect((await deliver(await fire(id))).acked).toEqual([0]);
    const mail = await mailTo(email);
    expect(mail.subject).toBe("Zoë 🎉 <script>: Gartenfest <b>&</b> 🎉");
    expect(mail.raw.split("\r\n").every((line) => line.length <= 998)).toBe(true);
    expect(mail.raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(mail.text).toContain("Dear Zoë 🎉 <script>,");
    expect(mail.text).toContain("is on Saturday, 1 July 2090, 18:30 (Europe/Berlin, GMT+2), Am See.");
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

  test("offers the way out that mailboxes and people look for", async () => {
    const { crowd } = await crowdOf(1);
    await deliver(await fire(await dueMessage(crowd.eventId)));
    const mail = await mailTo(crowd.guests[0]?.email ?? "");
    const url = (headerOf(mail, "List-Unsubscribe") ?? "").slice(1, -1);
    expect(headerOf(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(linkIn(mail, "/unsubscribe").href).toBe(url);
    const clicked = await call("POST", url.slice("https://usher.test".length), "List-Unsubscribe=One-Click", {
      "Content-Type": "application/x-www-form-urlencoded",
    });
    expect(await clicked.json()).toEqual({ status: "unsubscribed" });
    const again = await dueMessage(crowd.eventId);
    await deliver(await fire(again));
    expect(await mailsTo(crowd.guests[0]?.email ?? "")).toHaveLength(1);
  });

  test("leaves a placeholder in a guest's name as it is", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host, { name: "{{guest_name}}'s party", venue: "{{rsvp_link}}" });
    const email = `eve-${event.id}@example.com`;
    await addGuest(host, event.id, { name: "{{rsvp_link}}", email });
    await deliver(await fire(await dueMessage(event.id, { body: "{{guest_name}} / {{event_name}} / {{venue}}" })));
    const mail = await mailTo(email);
    expect(mail.text).toContain("{{rsvp_link}} / {{guest_name}}'s party / {{rsvp_link}}");
  });

  test("does without a venue that there is not, comma and all", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const email = `kim-${event.id}@example.com`;
    await addGuest(host, event.id, { email });
    await deliver(await fire(await dueMessage(event.id, { body: "It is at noon, {{venue}}. ({{venue}})" })));
    expect((await mailTo(email)).text).toContain("It is at noon. ()");
  });

  test("as a reminder asks for the answer that is missing", async () => {
    const { crowd } = await crowdOf(2);
    const [open, coming] = crowd.guests;
    await answer(crowd.eventId, coming?.id ?? "", "attending");
    const id = await dueMessage(crowd.eventId, { audience: "attending_and_pending", slug: "reminder_3d" });
    await deliver(await fire(id));
    expect((await mailTo(open?.email ?? "")).text).toContain("Answer now:");
    expect((await mailTo(coming?.email ?? "")).text).toContain("View or change your answer:");
  });
});

describe("who gets it", () => {
  test("is worked out when it is sent, and each of the audience has a delivery with a reason", async () => {
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
    await deliver(await fire(id));
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

  test.each([
    ["everyone", ["attending", "declined", "maybe", "pending"]],
    ["pending", ["pending"]],
    ["declined", ["declined"]],
    ["maybe", ["maybe"]],
    ["attending_and_pending", ["attending", "pending"]],
  ])("is %s", async (audience, expected) => {
    const { host, crowd } = await crowdOf(4);
    const names = ["attending", "declined", "maybe", "pending"] as const;
    for (const [index, name] of names.entries()) {
      const guestId = crowd.guests[index]?.id ?? "";
      await env.DB.prepare("update guests set name = ? where id = ?").bind(name, guestId).run();
      if (name !== "pending") await answer(crowd.eventId, guestId, name);
    }
    const id = await dueMessage(crowd.eventId, { audience });
    await deliver(await fire(id));
    const reached = (await deliveriesOf(host, crowd.eventId, id)).map(({ guest }) => guest.name);
    expect(reached.sort()).toEqual(expected);
  });

  test("may be nobody: the message is over at once", async () => {
    const { host, crowd } = await crowdOf(1);
    const id = await dueMessage(crowd.eventId, { audience: "declined" });
    expect(await fire(id)).toEqual([]);
    expect(await messageOf(host, crowd.eventId, id)).toMatchObject({ status: "sent" });
    expect(await deliveriesOf(host, crowd.eventId, id)).toEqual([]);
  });

  test("is nobody any more when the event was closed on the way", async () => {
    const { host, crowd } = await crowdOf(2);
    const id = await dueMessage(crowd.eventId);
    const batches = await fire(id);
    expect((await host.api("DELETE", `/events/${crowd.eventId}`)).status).toBe(204);
    expect((await deliver(batches)).acked).toEqual([0]);
    expect(await mailCounts(crowd)).toEqual([0, 0]);
    const { results } = await env.DB.prepare("select status, reason from message_deliveries where message_id = ?")
      .bind(id)
      .all();
    expect(results).toEqual([1, 2].map(() => ({ status: "suppressed", reason: "event_closed" })));
  });

  test("is without a guest who was deleted on the way, and nothing remembers that guest", async () => {
    const { host, crowd } = await crowdOf(2);
    const id = await dueMessage(crowd.eventId);
    const batches = await fire(id);
    const [gone] = crowd.guests;
    expect((await host.api("DELETE", `/events/${crowd.eventId}/guests/${gone?.id}`)).status).toBe(204);
    await deliver(batches);
    expect(await mailCounts(crowd)).toEqual([0, 1]);
    expect(await deliveriesOf(host, crowd.eventId, id)).toHaveLength(1);
    expect((await messageOf(host, crowd.eventId, id)).status).toBe("sent");
  });
});

describe("every message arrives once", () => {
  test("though the queue brings each batch three times and out of order", async () => {
    const { host, crowd } = await crowdOf(230);
    const id = await dueMessage(crowd.eventId);
    const batches = await fire(id);
    expect(batches).toHaveLength(3);
    const [one, two, three] = batches;
    if (!one || !two || !three) throw new Error("no batches");
    for (const batch of [three, one, three, two, one, two, three, one, two]) await deliver([batch]);
    expect(await mailCounts(crowd)).toEqual(ones(crowd));
    const deliveries = await deliveriesOf(host, crowd.eventId, id);
    expect(deliveries).toHaveLength(230);
    expect(new Set(deliveries.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(new Set(["sent 1"]));
    expect((await messageOf(host, crowd.eventId, id)).status).toBe("sent");
    expect(await journalOf(id)).toEqual([]);
  });

  test("though two consumers take the same batch at the same moment", async () => {
    const { host, crowd } = await crowdOf(30);
    const id = await dueMessage(crowd.eventId);
    const batches = await fire(id);
    const outcomes = await Promise.all([deliver(batches), deliver(batches), deliver(batches)]);
    expect(outcomes.flatMap(({ retried }) => retried)).toEqual([]);
    expect(await mailCounts(crowd)).toEqual(ones(crowd));
    expect((await messageOf(host, crowd.eventId, id)).status).toBe("sent");
  });

  test("though one address is refused and one is busy: only the busy one is tried again", async () => {
    const { host, crowd, domain } = await crowdOf(12);
    const [refused, busy] = [crowd.guests[3]?.email ?? "", crowd.guests[7]?.email ?? ""];
    await faultsFor(domain, { refuse: [refused], defer: [busy] });
    const id = await dueMessage(crowd.eventId);
    const batches = await fire(id);
    const first = await deliver(batches);
    expect(first.acked).toEqual([]);
    expect(first.retried[0]?.delaySeconds).toBeGreaterThanOrEqual(10);
    expect((await messageOf(host, crowd.eventId, id)).status).toBe("sending");
    await mendMail(domain);
    expect((await deliver(batches, { attempts: 2 })).acked).toEqual([0]);
    expect(await mailCounts(crowd)).toEqual(crowd.guests.map(({ email }) => (email === refused ? 0 : 1)));
    const byGuest = new Map((await deliveriesOf(host, crowd.eventId, id)).map((row) => [row.guest.id, row]));
    expect(byGuest.get(crowd.guests[3]?.id ?? "")).toMatchObject({ status: "failed", attempts: 1 });
    expect(byGuest.get(crowd.guests[3]?.id ?? "")?.reason).toContain("550");
    expect(byGuest.get(crowd.guests[3]?.id ?? "")?.reason).not.toContain(domain);
    expect(byGuest.get(crowd.guests[7]?.id ?? "")).toMatchObject({ status: "sent", attempts: 2, reason: null });
    expect((await messageOf(host, crowd.eventId, id)).status).toBe("sent");
  });

  test("though the database fails after the server has answered, and the whole try with it", async () => {
    const { host, crowd } = await crowdOf(9);
    const id = await dueMessage(crowd.eventId);
    const batches = await fire(id);
    // The first batch of statements reads; all that would note the answers fail.
    const broken = await deliver(batches, { changes: { DB: failingDb((count) => count > 1) } });
    expect(broken.retried).toHaveLength(1);
    expect(await mailCounts(crowd)).toEqual(ones(crowd));
    expect((await messageOf(host, crowd.eventId, id)).status).toBe("sending");
    expect((await deliver(batches, { attempts: 2 })).acked).toEqual([0]);
    expect(await mailCounts(crowd)).toEqual(ones(crowd));
    expect((await deliveriesOf(host, crowd.eventId, id)).map(({ status }) => status)).toEqual(
      crowd.guests.map(() => "sent"),
    );
    expect((await messageOf(host, crowd.eventId, id)).status).toBe("sent");
  });

  test("though a consumer dies half-way: its batch is taken up when it was silent for long enough", async () => {
    const { host, crowd } = await crowdOf(6);
    const id = await dueMessage(crowd.eventId);
    const batches = await fire(id);
    // What a program leaves that is gone between one mail and the next: a batch taken up, and two answers.
    const journal = env.DELIVERY_JOURNAL.get(env.DELIVERY_JOURNAL.idFromName(id));
    await journal.begin(0, "the dead");
    for (const guest of crowd.guests.slice(0, 2)) {
      const answered = { guestId: guest.id, status: "sent", reason: null, providerMessageId: null } as const;
      expect(await journal.note(0, "the dead", answered)).toBe(true);
    }
    expect((await deliver(batches)).acked).toEqual([0]);
    expect(await mailCounts(crowd)).toEqual([0, 0, 0, 0, 0, 0]);
    await ageJournal(id, MINUTE_MS);
    expect((await deliver(batches)).acked).toEqual([0]);
    expect(await mailCounts(crowd)).toEqual([0, 0, 1, 1, 1, 1]);
    expect((await deliveriesOf(host, crowd.eventId, id)).every(({ status }) => status === "sent")).toBe(true);
    // Should the dead one be alive after all, it is told to stop.
    const late = { guestId: crowd.guests[2]?.id ?? "", status: "sent", reason: null, providerMessageId: null } as const;
    expect(await journal.note(0, "the dead", late)).toBe(false);
  });

  test("though the program dies between the claim and the queue", async () => {
    const { host, crowd } = await crowdOf(3);
    const id = await dueMessage(crowd.eventId);
    await fire(id);
    await claimedLongAgo(id);
    const resumed = await resume(id);
    expect(resumed).toHaveLength(1);
    // Handed over a moment ago: it is left alone until there was time to work on it.
    expect(await resume(id)).toEqual([]);
    await deliver(resumed);
    expect(await mailCounts(crowd)).toEqual(ones(crowd));
    expect((await messageOf(host, crowd.eventId, id)).status).toBe("sent");
    await ageJournal(id, 10 * MINUTE_MS);
    expect(await resume(id)).toEqual([]);
  });
});

describe("a journal that does not answer", () => {
  /**
   * A journal of which one call never comes back: the wait for it is over at once.
   * @param isHeard whether it does what it is for all the same
   */
  function silent(call: string, isHeard: boolean, waits: Waits) {
    return replaced(env.DELIVERY_JOURNAL, {
      get(...args: Parameters<typeof env.DELIVERY_JOURNAL.get>) {
        // A stub has every name that is asked for, so that it cannot be looked at: only called.
        const object = env.DELIVERY_JOURNAL.get(...args) as unknown as Record<
          string,
          (...all: unknown[]) => Promise<unknown>
        >;
        const asked = async (name: string, given: unknown[]) => {
          if (name !== call) return object[name]?.(...given);
          // The wait for a call begins right before it.
          const endWait = waits.endLast;
          if (isHeard) await object[name]?.(...given);
          endWait();
          return new Promise(() => undefined);
        };
        return new Proxy(
          {},
          {
            get:
              (_, name: string) =>
              (...given: unknown[]) =>
                asked(name, given),
          },
        );
      },
    });
  }

  /** The waits for the journal that have begun. */
  interface Waits {
    /** Ends the newest. */
    endLast: () => void;
  }

  /**
   * Lets a wait for the journal be ended, and pauses between two tries be a fiftieth as long. Waits for answers that
   * come are as long as they are: how long those take is the machine's affair.
   */
  function hurry(): Waits {
    const { setTimeout } = globalThis;
    const waits: Waits = { endLast: () => undefined };
    const soon = (work: () => void, ms = 0) => {
      if (ms === ANSWER_WITHIN_MS) waits.endLast = work;
      return setTimeout(work, ms < ANSWER_WITHIN_MS ? ms / 50 : ms);
    };
    vi.stubGlobal("setTimeout", soon);
    onTestFinished(() => void vi.unstubAllGlobals());
    return waits;
  }

  test.each([
    ["to a try that begins", "begin", false, [0, 0, 0]],
    ["to a try that begins and has begun", "begin", true, [0, 0, 0]],
    ["to what is to be noted", "note", false, [1, 1, 1]],
    ["to what is to be noted and is", "note", true, [1, 1, 1]],
    ["to a try that ends", "forget", false, [1, 1, 1]],
    ["to a try that ends and has ended", "forget", true, [1, 1, 1]],
  ] as const)("%s keeps nobody waiting: each guest gets one mail in the end", async (_, name, isHeard, sent) => {
    const { host, crowd } = await crowdOf(3);
    const id = await dueMessage(crowd.eventId);
    const batches = await fire(id);
    const DELIVERY_JOURNAL = silent(name, isHeard, hurry());
    const { acked, retried } = await deliver(batches, { changes: { DELIVERY_JOURNAL } });
    vi.unstubAllGlobals();
    // What could not be begun or ended comes again with the queue; the rest of a lost try with the Scheduler.
    expect([acked.length, retried.length]).toEqual(name === "note" ? [1, 0] : [0, 1]);
    expect(await mailCounts(crowd)).toEqual(sent);
    await deliver(batches, { attempts: 2 });
    await ageJournal(id, 10 * MINUTE_MS);
    await claimedLongAgo(id);
    await deliver(await resume(id));
    expect(await mailCounts(crowd)).toEqual(ones(crowd));
    expect((await messageOf(host, crowd.eventId, id)).status).toBe("sent");
  });
});

test("a message that is worked on is not handed over again, one that is abandoned is, less and less often", async () => {
  const { crowd } = await crowdOf(1);
  const id = await dueMessage(crowd.eventId);
  await fire(id);
  await claimedLongAgo(id);
  const journal = env.DELIVERY_JOURNAL.get(env.DELIVERY_JOURNAL.idFromName(id));
  await journal.begin(0, "at work");
  expect(await resume(id)).toEqual([]);
  await ageJournal(id, MINUTE_MS);
  expect(await resume(id)).toHaveLength(1);
  await ageJournal(id, MINUTE_MS);
  expect(await resume(id)).toHaveLength(1);
  await ageJournal(id, MINUTE_MS);
  expect(await resume(id)).toEqual([]);
  await ageJournal(id, MINUTE_MS);
  expect(await resume(id)).toHaveLength(1);
  // A batch that waits for its next try is nobody's to hand over.
  await journal.begin(0, "again");
  await journal.end(0, "again", "noted", Date.now() + 30 * MINUTE_MS);
  await ageJournal(id, 20 * MINUTE_MS);
  expect(await resume(id)).toEqual([]);
});

test("a message that cannot be handed over again holds up no other", async () => {
  const { crowd } = await crowdOf(1);
  const [broken, whole] = [await dueMessage(crowd.eventId), await dueMessage(crowd.eventId)];
  for (const id of [broken, whole]) {
    await fire(id);
    await claimedLongAgo(id);
  }
  // The one that has waited longest is looked at first.
  await claimedLongAgo(broken);
  const DELIVERY_JOURNAL = replaced(env.DELIVERY_JOURNAL, {
    idFromName(name: string) {
      if (name === broken) throw new Error("the object cannot be reached");
      return env.DELIVERY_JOURNAL.idFromName(name);
    },
  });
  expect(await resume(whole, { DELIVERY_JOURNAL })).toHaveLength(1);
  expect(await resume(broken)).toHaveLength(1);
});

async function claimedLongAgo(messageId: string): Promise<void> {
  await env.DB.prepare("update messages set claimed_at = claimed_at - 600000 where id = ?").bind(messageId).run();
}

/** What the Scheduler hands over again of a message. */
async function resume(messageId: string, changes: EnvChanges = {}) {
  const { held, queue } = heldQueue();
  await resumeSending(createRequestContext({ ...env, ...changes, BROADCASTS_QUEUE: queue }, () => undefined));
  return held.filter(({ body }) => "message_id" in body && body.message_id === messageId);
}

/** The database, of which batches fail by their number as an overloaded one does. */
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

describe("a message that fails", () => {
  test("as a whole says so", async () => {
    const { host, crowd, domain } = await crowdOf(3);
    await faultsFor(domain, { refuse: crowd.guests.map(({ email }) => email) });
    const id = await dueMessage(crowd.eventId);
    expect((await deliver(await fire(id))).acked).toEqual([0]);
    expect(await messageOf(host, crowd.eventId, id)).toMatchObject({
      status: "failed",
      finished_at: expect.any(String),
    });
    expect((await deliveriesOf(host, crowd.eventId, id)).every(({ status }) => status === "failed")).toBe(true);
  });

  test("to its last try keeps who was reached and gives the others up, with the server's last word", async () => {
    const { host, crowd, domain } = await crowdOf(4);
    const busy = crowd.guests[1]?.email ?? "";
    await faultsFor(domain, { defer: [busy] });
    const id = await dueMessage(crowd.eventId);
    const batches = await fire(id);
    for (const attempts of [1, 2]) expect((await deliver(batches, { attempts })).retried).toHaveLength(1);
    expect((await bury(batches)).acked).toEqual([0]);
    const byGuest = new Map((await deliveriesOf(host, crowd.eventId, id)).map((row) => [row.guest.id, row]));
    expect(byGuest.get(crowd.guests[1]?.id ?? "")).toMatchObject({ status: "failed", attempts: 2 });
    expect(byGuest.get(crowd.guests[1]?.id ?? "")?.reason).toContain("451");
    expect([...byGuest.values()].filter(({ status }) => status === "sent")).toHaveLength(3);
    expect((await messageOf(host, crowd.eventId, id)).status).toBe("sent");
    await mendMail(domain);
    await deliver(batches);
    await bury(batches);
    expect(await mailsTo(busy)).toEqual([]);
  });

  test("before its first try is noted all the same", async () => {
    const { host, crowd } = await crowdOf(2);
    const id = await dueMessage(crowd.eventId);
    await bury(await fire(id));
    expect((await messageOf(host, crowd.eventId, id)).status).toBe("failed");
    const deliveries = await deliveriesOf(host, crowd.eventId, id);
    expect(deliveries.map(({ status, reason, attempts }) => [status, reason, attempts])).toEqual([
      ["failed", "gave_up", 0],
      ["failed", "gave_up", 0],
    ]);
  });
});

test("a provider that asks for a pace gets it, and it costs no try", async () => {
  const { host, crowd, domain } = await crowdOf(3);
  await faultsFor(domain, { defer: crowd.guests.map(({ email }) => email) });
  const id = await dueMessage(crowd.eventId);
  const changes = {
    RESEND_API_KEY: "re_test",
    RESEND_API_BASE: `http://127.0.0.1:${inject("mailCatcher").httpPort}/resend`,
  };
  const asked = vi.spyOn(globalThis, "fetch");
  onTestFinished(() => asked.mockRestore());
  const delivered = fire(id).then((batches) => deliver(batches, { changes }));
  // The double asks for seven seconds; by then it takes mails again.
  const refused = () => asked.mock.calls.filter(([url]) => String(url).endsWith("/resend/emails")).length;
  await eventually(() => expect(refused()).toBeGreaterThanOrEqual(3));
  await mendMail(domain);
  expect((await delivered).acked).toEqual([0]);
  expect(await mailCounts(crowd)).toEqual(ones(crowd));
  expect((await deliveriesOf(host, crowd.eventId, id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
});

test("nothing that is logged on the way names a guest or opens a link", async () => {
  const spies = (["log", "info", "warn", "error"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  );
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  const { crowd, domain } = await crowdOf(3);
  await faultsFor(domain, { refuse: [crowd.guests[0]?.email ?? ""], defer: [crowd.guests[1]?.email ?? ""] });
  const id = await dueMessage(crowd.eventId);
  const batches = await fire(id);
  await deliver(batches);
  await bury(batches);
  const logged = spies.flatMap((spy) => spy.mock.calls.flat()).join("\n");
  for (const line of ["message_fired", "batch_sent", "message_died"]) expect(logged).toContain(line);
  for (const secret of [domain, "Guest 1", ...crowd.guests.map(({ token }) => token)])
    expect(logged).not.toContain(secret);
});
