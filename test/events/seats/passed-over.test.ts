import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, test } from "vitest";
import { resumeOffers } from "../../../src/events/seats/resume-offers.ts";
import { unsubscribeUrl } from "../../../src/platform/mail/unsubscribe-token.ts";
import { onShard } from "../../../src/platform/shards/on-shard.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { call, freshAddress, signedInHost } from "../../support/account.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { eventually } from "../../support/eventually.ts";
import { makeEvent } from "../../support/guest.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";
import { suppress } from "../../support/message.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { activitiesOf } from "../../support/records.ts";
import { answerInTurn, guestOf, makeSeatEvent, type SeatEvent, seatsBecome } from "../../support/seats.ts";

// Stalled waitlists are resumed when the test says so.
beforeEach(stopScheduler);

const OFFER = "A seat has opened up for you at Gala";
const HOUR_MS = 3_600_000;

interface PassedOver {
  guest_id: string;
  name: string;
  heads: number;
  reason: string;
  at: string;
}

/** An event for one person, whose other guests wait in their order. */
async function eventWithWaiting(waiting: number, shard = 0): Promise<SeatEvent> {
  const event = await makeSeatEvent(1 + waiting, { capacity: 1, waitlist: true, shard });
  await answerInTurn(event, ...Array.from({ length: 1 + waiting }, () => 1));
  return event;
}

/** Frees the only seat. */
async function freeSeat(event: SeatEvent): Promise<void> {
  await guestOf(event, 0).edit({ response: "declined" });
}

/** Runs a message that offers free seats, to its end. */
async function offerFree({ eventId }: SeatEvent): Promise<void> {
  expect((await consume("usher-notifier", [busMessage("seats.offer", { event_id: eventId })])).acked).toEqual([0]);
}

async function passedOverAt({ host, eventId }: SeatEvent): Promise<PassedOver[]> {
  const seats = await (await host.api("GET", `/events/${eventId}/seats`)).json<{ passed_over: PassedOver[] }>();
  return seats.passed_over;
}

/** The guests' numbers and reasons, in the order of the waitlist. */
async function reasonsAt(event: SeatEvent): Promise<[number, string][]> {
  const passed = await passedOverAt(event);
  return passed.map(({ guest_id, reason }) => [event.guests.findIndex(({ id }) => id === guest_id), reason]);
}

/** Waits until the host sees these reasons. */
const reasonsBecome = (event: SeatEvent, reasons: [number, string][]) =>
  eventually(async () => expect(await reasonsAt(event)).toEqual(reasons));

/** The run of a shard's Scheduler, at a time. */
async function resumeAt(now = Date.now(), shard = 0): Promise<void> {
  const deferred: Promise<void>[] = [];
  const ctx = onShard(
    createRequestContext(env, (work) => deferred.push(work())),
    shard,
  );
  await resumeOffers({ ...ctx, clock: { ...ctx.clock, now: () => now } });
  await Promise.all(deferred);
}

const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run();

const pause = ({ host }: SeatEvent) =>
  run("insert into sending_pauses (user_id, reason, paused_at) values (?, 'bounces', 1)", host.id);

describe("offerSeats", () => {
  it("offers the seat to the next party if the first one's address bounced, and tells the host", async () => {
    const event = await eventWithWaiting(2);
    const { host, eventId } = event;
    const [passed, next] = [guestOf(event, 1), guestOf(event, 2)];
    await suppress(passed.email, "bounced");
    await freeSeat(event);
    await seatsBecome(event, [null, "waitlisted", "offered"]);
    await mailTo(next.email, { subject: OFFER });
    const entry = { guest_id: passed.id, name: "Guest 1", heads: 1, reason: "bounced" };
    expect(await passedOverAt(event)).toEqual([{ ...entry, at: expect.any(String) }]);
    expect(await passed.view()).toMatchObject({ seat: "waitlisted", waitlist_position: 1 });
    const attention = await (await host.api("GET", `/events/${eventId}/attention`)).json();
    expect(attention).toMatchObject({ passed_over: 1, waitlisted: 1 });
    const listed = await (await host.api("GET", `/events/${eventId}/guests/${passed.id}`)).json();
    expect(listed).toMatchObject({ standing: "waitlisted", rsvp: { passed_over: "bounced" } });
    const activities = await activitiesOf(host, eventId, 1, "waitlist.passed_over");
    expect(activities).toMatchObject([{ guest: { id: passed.id, name: "Guest 1" }, heads: 1, reason: "bounced" }]);
    expect((await mailsTo(passed.email)).map(({ subject }) => subject)).not.toContain(OFFER);
  });

  const obstacles: [string, string, (event: SeatEvent) => Promise<unknown>][] = [
    ["complained", "complained", (event) => suppress(guestOf(event, 1).email, "complained")],
    ["unsubscribed from all hosts", "unsubscribed", (event) => suppress(guestOf(event, 1).email)],
    [
      "unsubscribed from the host",
      "unsubscribed",
      (event) =>
        run(
          "insert into host_unsubscribes (email_key, host_id, reason, created_at) values (?, ?, 'unsubscribed', 1)",
          guestOf(event, 1).email,
          event.host.id,
        ),
    ],
    [
      "had an invitation rejected by the mail server",
      "bounced",
      (event) =>
        run(
          "update guests set delivery_status = 'failed', delivery_reason = '550 5.1.1 no such user' where id = ?",
          guestOf(event, 1).id,
        ),
    ],
    ["got nine emails within the hour", "mailbox_limit", (event) => fillMailbox(event, 1)],
  ];
  test.each(obstacles)("passes over a guest who %s", async (_, reason, stop) => {
    const event = await eventWithWaiting(2);
    await stop(event);
    await freeSeat(event);
    await seatsBecome(event, [null, "waitlisted", "offered"]);
    expect(await reasonsAt(event)).toEqual([[1, reason]]);
  });

  it("offers a seat to a party without an address as before", async () => {
    const event = await eventWithWaiting(2);
    await run(
      "update guests set email = null, email_key = null, phone = '+4915112345678' where id = ?",
      guestOf(event, 1).id,
    );
    await freeSeat(event);
    await seatsBecome(event, [null, "offered", "waitlisted"]);
    expect(await passedOverAt(event)).toEqual([]);
  });

  it("passes a party over once if several consumers run at the same time", async () => {
    const event = await eventWithWaiting(3);
    await suppress(guestOf(event, 1).email, "bounced");
    await run("update events set capacity = 2 where id = ?", event.eventId);
    await Promise.all([1, 2, 3].map(() => offerFree(event)));
    expect(await event.seats()).toEqual(["confirmed", "waitlisted", "offered", "waitlisted"]);
    expect(await event.held()).toEqual({ counted: 2, kept: 2 });
    expect(await activitiesOf(event.host, event.eventId, 1, "waitlist.passed_over")).toHaveLength(1);
  });

  it("passes over every party that cannot be emailed, and leaves the seat free if no other waits", async () => {
    const event = await eventWithWaiting(45);
    for (let number = 1; number <= 45; number++) await suppress(guestOf(event, number).email, "bounced");
    await freeSeat(event);
    await seatsBecome(event, [null, ...Array.from({ length: 45 }, () => "waitlisted")]);
    // A message works on at most 40 parties and enqueues another one.
    await eventually(async () => expect(await passedOverAt(event)).toHaveLength(45));
    expect(await event.held()).toEqual({ counted: 0, kept: 0 });
  });

  it("passes an expired offer on to the next party that can be emailed", async () => {
    const event = await eventWithWaiting(3);
    await suppress(guestOf(event, 2).email, "bounced");
    await freeSeat(event);
    await seatsBecome(event, [null, "offered", "waitlisted", "waitlisted"]);
    expect(await guestOf(event, 1).answerOffer(false)).toMatchObject({ status: 200 });
    await seatsBecome(event, [null, null, "waitlisted", "offered"]);
    expect(await reasonsAt(event)).toEqual([[2, "bounced"]]);
  });
});

describe("offerSeats while the host may email nobody", () => {
  it("offers nothing while sending is paused, and resumes with the first party afterwards", async () => {
    const event = await eventWithWaiting(3);
    await pause(event);
    await freeSeat(event);
    await reasonsBecome(event, [[1, "sending_paused"]]);
    await offerFree(event);
    await resumeAt(Date.now() + 2 * HOUR_MS);
    await offerFree(event);
    expect(await event.seats()).toEqual([null, "waitlisted", "waitlisted", "waitlisted"]);
    expect(await activitiesOf(event.host, event.eventId, 1, "waitlist.passed_over")).toHaveLength(1);
    await run("delete from sending_pauses where user_id = ?", event.host.id);
    await resumeAt();
    await seatsBecome(event, [null, "offered", "waitlisted", "waitlisted"]);
    expect(await passedOverAt(event)).toEqual([]);
    await mailTo(guestOf(event, 1).email, { subject: OFFER });
    expect(await stalledAt(event)).toBe(0);
  });

  it("offers a seat to the first party without an address meanwhile", async () => {
    const event = await eventWithWaiting(3);
    await pause(event);
    await run("update guests set email = null, email_key = null where id = ?", guestOf(event, 3).id);
    await freeSeat(event);
    await seatsBecome(event, [null, "waitlisted", "waitlisted", "offered"]);
    expect(await reasonsAt(event)).toEqual([[1, "sending_paused"]]);
  });

  it("resumes when the host verifies the address", async () => {
    const event = await eventWithWaiting(1);
    await run("update users set email_verified = 0 where id = ?", event.host.id);
    await freeSeat(event);
    const reason = "select reason from passed_over where event_id = ?";
    await eventually(async () => expect(await first(reason, event.eventId)).toEqual({ reason: "email_unverified" }));
    await run("update users set email_verified = 1 where id = ?", event.host.id);
    await resumeAt();
    await seatsBecome(event, [null, "offered"]);
  });

  it("makes as many offers as the sending budget allows, and the others once it has room", async () => {
    const event = await eventWithWaiting(3);
    // Confirmations count in the budget.
    for (const { email } of event.guests) await mailTo(email);
    const hour = Math.floor(Date.now() / HOUR_MS);
    await run("delete from sending_hours where user_id = ?", event.host.id);
    await run("insert into sending_hours (user_id, hour, recipients) values (?, ?, 49998)", event.host.id, hour - 23);
    await run("update events set capacity = 4 where id = ?", event.eventId);
    await offerFree(event);
    expect(await event.seats()).toEqual(["confirmed", "offered", "offered", "waitlisted"]);
    expect(await reasonsAt(event)).toEqual([[3, "sending_limit"]]);
    await resumeAt();
    const row = await first<{ due: number }>(
      "select resume_at as due from stalled_waitlists where event_id = ?",
      event.eventId,
    );
    const due = row?.due ?? 1;
    expect(due % HOUR_MS).toBe(0);
    await run("update sending_hours set hour = hour - 1 where user_id = ? and hour = ?", event.host.id, hour - 23);
    await resumeAt(due);
    await seatsBecome(event, ["confirmed", "offered", "offered", "offered"]);
    expect(await passedOverAt(event)).toEqual([]);
  });
});

describe("resumeOffers", () => {
  async function passed(): Promise<SeatEvent> {
    const event = await eventWithWaiting(3);
    await suppress(guestOf(event, 1).email, "bounced");
    await freeSeat(event);
    await seatsBecome(event, [null, "waitlisted", "offered", "waitlisted"]);
    return event;
  }

  /** Frees a second seat. */
  const addSeat = ({ host, eventId }: SeatEvent) => host.api("PATCH", `/events/${eventId}`, { capacity: 2 });

  it("offers the next free seat to a passed-over party after its address was corrected, at its old place", async () => {
    const event = await passed();
    const { host, eventId } = event;
    const email = `corrected-${eventId}@example.com`;
    const { id } = guestOf(event, 1);
    expect((await host.api("PATCH", `/events/${eventId}/guests/${id}`, { email })).status).toBe(200);
    await resumeAt();
    await addSeat(event);
    await seatsBecome(event, [null, "offered", "offered", "waitlisted"]);
    expect(await passedOverAt(event)).toEqual([]);
    await mailTo(email, { subject: OFFER });
  });

  it("offers a seat that stayed free once the suppression is lifted", async () => {
    const event = await eventWithWaiting(1);
    const { email } = guestOf(event, 1);
    await suppress(email, "unsubscribed");
    await freeSeat(event);
    await reasonsBecome(event, [[1, "unsubscribed"]]);
    await run("delete from suppressions where email_key = ?", email);
    await resumeAt();
    await seatsBecome(event, [null, "offered"]);
    expect(await stalledAt(event)).toBe(0);
  });

  describe.each([0, 1])("on shard %i", (shard) => {
    const database = () => (shard === 0 ? env.DB : env.DB_1);
    const write = (statement: string, ...values: unknown[]) =>
      database()
        .prepare(statement)
        .bind(...values)
        .run();
    const setDelivery = (event: SeatEvent, status: string) =>
      write(
        "update guests set delivery_status = ?, delivery_reason = '550 5.1.1 no such user' where id = ?",
        status,
        guestOf(event, 1).id,
      );
    const addressOf = (event: SeatEvent) => guestOf(event, 1).email;
    const suppressed = (reason: string) => (event: SeatEvent) =>
      write("insert into suppressions (email_key, reason, created_at) values (?, ?, 1)", addressOf(event), reason);
    const paused = ({ host }: SeatEvent) =>
      write("insert into sending_pauses (user_id, reason, paused_at) values (?, 'bounces', 1)", host.id);
    const unpaused = ({ host }: SeatEvent) => write("delete from sending_pauses where user_id = ?", host.id);
    const release = (event: SeatEvent) => write("delete from suppressions where email_key = ?", addressOf(event));
    const change = async ({ host, eventId }: SeatEvent, path: string, body: object) =>
      expect((await host.api("PATCH", `/events/${eventId}${path}`, body)).status).toBe(200);

    /** How a reason begins and ends. `reason` is what the host sees in between. */
    interface Reason {
      ends: string;
      reason: string;
      begin(event: SeatEvent): Promise<unknown>;
      end(event: SeatEvent): Promise<unknown>;
      /** Milliseconds after which the Scheduler looks again; 0: in its next run. */
      after?: number;
    }

    const REASONS: Reason[] = [
      {
        ends: "the address is corrected",
        reason: "bounced",
        begin: suppressed("bounced"),
        end: (event) =>
          change(event, `/guests/${guestOf(event, 1).id}`, { email: `right-${crypto.randomUUID()}@example.com` }),
      },
      {
        ends: "the address is removed",
        reason: "complained",
        begin: suppressed("complained"),
        end: (event) => change(event, `/guests/${guestOf(event, 1).id}`, { email: null, phone: "+4915112345678" }),
      },
      {
        ends: "the guest subscribes to the host again",
        reason: "unsubscribed",
        begin: (event) => unsubscribe(event, "host"),
        end: (event) => unsubscribe(event, "none"),
      },
      {
        ends: "the guest subscribes to all hosts again",
        reason: "unsubscribed",
        begin: (event) => unsubscribe(event, "all"),
        end: (event) => unsubscribe(event, "none"),
      },
      {
        ends: "a repeated invitation arrives",
        reason: "bounced",
        begin: (event) => setDelivery(event, "failed"),
        async end(event) {
          const body = { guest_id: guestOf(event, 1).id };
          const invited = await event.host.api("POST", `/events/${event.eventId}/tokens`, body);
          expect(await invited.json()).toMatchObject({ notified: true });
          await eventually(async () => expect(await due(event)).toBe(0));
        },
      },
      { ends: "the pause is lifted", reason: "sending_paused", begin: paused, end: unpaused },
      {
        ends: "the host verifies the address",
        reason: "email_unverified",
        begin: ({ host }) => write("update users set email_verified = 0 where id = ?", host.id),
        end: ({ host }) => write("update users set email_verified = 1 where id = ?", host.id),
      },
      {
        ends: "the host's budget has room",
        reason: "sending_limit",
        begin: ({ host }) => write(SPENT, host.id, Math.floor(Date.now() / HOUR_MS)),
        end: ({ host }) => write("delete from sending_hours where user_id = ?", host.id),
        after: HOUR_MS,
      },
      {
        ends: "the emails of the mailbox are an hour old",
        reason: "mailbox_limit",
        begin: (event) => fillMailbox(event, 1, database()),
        end: ({ eventId }) =>
          write("update deliveries set created_at = created_at - ? where event_id = ?", HOUR_MS, eventId),
        after: HOUR_MS / 6,
      },
      {
        ends: "a pause is lifted that began before the suppression ended",
        reason: "bounced",
        begin: suppressed("bounced"),
        async end(event) {
          await paused(event);
          await release(event);
          await resumeAt(Date.now(), shard);
          await reasonsBecome(event, [[1, "sending_paused"]]);
          await unpaused(event);
        },
      },
      {
        ends: "a pause is lifted after the event was cancelled and reinstated",
        reason: "sending_paused",
        begin: paused,
        async end(event) {
          const { host, eventId } = event;
          expect((await host.api("POST", `/events/${eventId}/cancel`, { notify: false })).status).toBe(200);
          await offerFree(event);
          expect((await host.api("POST", `/events/${eventId}/reinstate`, { notify: false })).status).toBe(200);
          await eventually(async () => expect(await due(event)).toBeGreaterThan(0));
          await unpaused(event);
        },
      },
      {
        ends: "the event goes to a host from whom the guest has not unsubscribed",
        reason: "unsubscribed",
        begin: (event) => unsubscribe(event, "host"),
        async end({ eventId }) {
          const other = await signedInHost({ tier: "business", shard });
          if (shard !== 0) await makeEvent(other);
          await write("update events set host_id = ? where id = ?", other.id, eventId);
        },
      },
    ];

    const SPENT = `insert into sending_hours (user_id, hour, recipients) values (?, ?, 50000)
      on conflict (user_id, hour) do update set recipients = 50000`;

    /** The guest's choice, by the link of an email. */
    async function unsubscribe(event: SeatEvent, scope: string): Promise<void> {
      const ctx = createRequestContext(env, () => undefined);
      const url = new URL(await unsubscribeUrl(ctx, { address: addressOf(event), hostIds: [event.host.id] }));
      const path = `/unsubscribe?token=${url.searchParams.get("token")}&scope=${scope}`;
      expect((await call("POST", path, undefined, { "CF-Connecting-IP": freshAddress() })).status).toBe(200);
    }

    /** When the event's waitlist is looked at again; null: it is not. */
    const due = ({ eventId }: SeatEvent) =>
      database()
        .prepare("select resume_at from stalled_waitlists where event_id = ?")
        .bind(eventId)
        .first<number>("resume_at");

    it.each(REASONS)("offers a seat that stayed free when $ends", async ({ reason, begin, end, after = 0 }) => {
      const event = await eventWithWaiting(1, shard);
      // The confirmations count in the budget and in the mailbox.
      for (const { email } of event.guests) await mailTo(email);
      await begin(event);
      await freeSeat(event);
      await reasonsBecome(event, [[1, reason]]);
      expect(await event.seats()).toEqual([null, "waitlisted"]);
      await end(event);
      const now = Date.now();
      if (after > 0) {
        await resumeAt(now, shard);
        expect(await event.seats()).toEqual([null, "waitlisted"]);
      }
      await resumeAt(now + after + 1, shard);
      await seatsBecome(event, [null, "offered"]);
      expect(await passedOverAt(event)).toEqual([]);
    });
  });

  it("looks at a full mailbox again after ten minutes", async () => {
    const event = await eventWithWaiting(1);
    await fillMailbox(event, 1);
    await freeSeat(event);
    await reasonsBecome(event, [[1, "mailbox_limit"]]);
    await run("update deliveries set created_at = created_at - ? where event_id = ?", HOUR_MS, event.eventId);
    await resumeAt();
    expect(await event.seats()).toEqual([null, "waitlisted"]);
    await resumeAt(Date.now() + HOUR_MS / 6 + 1);
    await seatsBecome(event, [null, "offered"]);
  });

  it("lists a passed-over party no longer once the host has offered it a seat", async () => {
    const event = await passed();
    const { host, eventId } = event;
    const path = `/events/${eventId}/guests/${guestOf(event, 1).id}/offer`;
    expect((await host.api("POST", path, { force: true })).status).toBe(200);
    expect(await event.seats()).toEqual([null, "offered", "offered", "waitlisted"]);
    expect(await passedOverAt(event)).toEqual([]);
  });

  it("exports and erases the reason with the guest, and lists no party that has declined", async () => {
    const event = await passed();
    const { host, eventId } = event;
    const exported = await host.api("GET", `/events/${eventId}/guests/${guestOf(event, 1).id}/data-export`);
    expect(await exported.json()).toMatchObject({ passed_over: [{ reason: "bounced" }] });
    await guestOf(event, 1).edit({ response: "declined" });
    expect(await passedOverAt(event)).toEqual([]);
    expect(await activitiesOf(host, eventId, 1, "waitlist.passed_over")).toHaveLength(1);
    expect((await host.api("DELETE", `/events/${eventId}/guests/${guestOf(event, 1).id}`)).status).toBe(204);
    expect(await first("select 1 from passed_over where event_id = ?", eventId)).toBeNull();
  });

  it("confirms a later reply while only passed-over parties wait", async () => {
    const event = await makeSeatEvent(3, { capacity: 1, waitlist: true });
    await answerInTurn(event, 1, 1);
    await suppress(guestOf(event, 1).email, "bounced");
    await freeSeat(event);
    await reasonsBecome(event, [[1, "bounced"]]);
    expect(await guestOf(event, 2).answer(1)).toMatchObject({ status: 201, seat: "confirmed" });
    expect(await event.held()).toEqual({ counted: 1, kept: 1 });
  });

  it("waitlists a later reply while the host may email nobody", async () => {
    const event = await makeSeatEvent(3, { capacity: 1, waitlist: true });
    await answerInTurn(event, 1, 1);
    await pause(event);
    await freeSeat(event);
    await reasonsBecome(event, [[1, "sending_paused"]]);
    expect(await guestOf(event, 2).answer(1)).toMatchObject({ status: 201, seat: "waitlisted" });
  });
});

async function first<Row>(statement: string, ...values: unknown[]): Promise<Row | null> {
  return env.DB.prepare(statement)
    .bind(...values)
    .first<Row>();
}

/** The number of rows by which the Scheduler remembers the event. */
async function stalledAt({ eventId }: SeatEvent): Promise<number> {
  const row = await first<{ count: number }>(
    "select count(*) as count from stalled_waitlists where event_id = ?",
    eventId,
  );
  return row?.count ?? -1;
}

/** Stores nine emails to a guest within the hour. */
async function fillMailbox(event: SeatEvent, number: number, database = env.DB): Promise<void> {
  const nine = `insert into deliveries (id, dedupe_key, kind, purpose, event_id, guest_id, channel, recipient_hash, status,
       attempts, created_at, updated_at)
     select 'full-' || ?1 || value, 'full-' || ?1 || value, 'confirmation', 'reply', ?2, ?1, 'email', 'hash', 'sent', 1, ?3, ?3
     from json_each('[1, 2, 3, 4, 5, 6, 7, 8, 9]')`;
  await database.prepare(nine).bind(guestOf(event, number).id, event.eventId, Date.now()).run();
}
