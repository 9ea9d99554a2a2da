import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { editableWords, type ReminderSlug } from "../../src/events/reminders/reminder-words.ts";
import { reminderOf } from "../../src/events/reminders/reminders.ts";
import { english } from "../../src/i18n/english.ts";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import type { ReplyState, Standing } from "../../src/kernel/rsvp.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { AUDIENCES } from "../support/audiences.ts";
import { deliverBatches, dispatch, dueMessage, stopScheduler } from "../support/broadcast.ts";
import { eventually } from "../support/eventually.ts";
import { makeStandingEvent, moveToState, type StandingEvent } from "../support/every-standing-event.ts";
import { answerRequest, openRequest } from "../support/guest-requests.ts";
import { mailsTo } from "../support/mailbox.ts";
import { deliveriesOf, makeMessage, messageOf } from "../support/message.ts";
import { sentencesOf } from "../support/message-table.ts";
import { dispatchNotice } from "../support/notice.ts";

beforeEach(stopScheduler);

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** A message that was claimed and not sent yet. */
interface InFlight {
  id: string;
  batches: Awaited<ReturnType<typeof dispatch>>;
}

interface Setting extends StandingEvent {
  host: Host;
}

async function setting(): Promise<Setting> {
  const host = await signedInHost({ tier: "pro" });
  return { host, ...(await makeStandingEvent(host)) };
}

async function claimReminder({ eventId }: StandingEvent, slug: ReminderSlug, words = {}): Promise<InFlight> {
  const texts = { ...editableWords(slug, english()), ...words };
  const id = await dueMessage(eventId, { slug, audience: reminderOf(slug).audience, ...texts });
  return { id, batches: await dispatch(id) };
}

async function claimMessage({ host, eventId }: Setting, audience: string): Promise<InFlight> {
  const { id } = await makeMessage(host, eventId, { audience, mode: "send_now" });
  return { id, batches: await dispatch(id) };
}

/** Sends a claimed message. @returns why each standing did not get it, null for a guest who did */
async function send({ host, eventId, guests }: Setting, { id, batches }: InFlight) {
  await deliverBatches(batches);
  const reasons: Partial<Record<Standing, string | null>> = {};
  for (const { guest, reason } of await deliveriesOf(host, eventId, id)) {
    const standing = (Object.keys(guests) as Standing[]).find((candidate) => guests[candidate].id === guest.id);
    if (standing !== undefined) reasons[standing] = reason;
  }
  return reasons;
}

/** Replaces the RSVP of a guest. */
async function changeReply(eventId: string, guestId: string, response: string, seat: string | null = null) {
  await run("delete from rsvps where guest_id = ?", guestId);
  await run(
    `insert into rsvps (event_id, guest_id, id, response, seat, waitlisted_at, plus_ones, user_agent, fingerprint, submitted_at,
       updated_at)
     values (?1, ?2, ?2, ?3, ?4, iif(?4 = 'waitlisted', 1, null), 0, '', '{}', 1, 1)`,
    eventId,
    guestId,
    response,
    seat,
  );
}

async function subjectsTo({ email }: { email: string }): Promise<string[]> {
  return (await mailsTo(email)).map(({ subject }) => subject);
}

describe("a reminder between claim and sending", () => {
  it.each(["attending", "maybe", "declined"])("skips a guest who has replied %s to the last call", async (response) => {
    const event = await setting();
    const { host, eventId, guests } = event;
    const lastCall = await claimReminder(event, "reminder_3d");
    const reply = await exports.default.fetch(answerRequest(guests.silent.token, { response, plus_ones: 0 }));
    expect(reply.status).toBe(201);
    expect(await send(event, lastCall)).toEqual({ silent: "standing_changed" });
    expect((await subjectsTo(guests.silent)).filter((subject) => subject.startsWith("Last call"))).toEqual([]);
    expect(await messageOf(host, eventId, lastCall.id)).toMatchObject({
      status: "cancelled",
      skip_reason: "nobody_left",
    });
  });

  it.each<[ReplyState, string]>([
    ["full", "full"],
    ["closed", "closed"],
    ["over", "event_over"],
    ["cancelled", "event_cancelled"],
  ])("skips every guest of a reminder that asks once the event is %s", async (state, reason) => {
    const event = await setting();
    const reminder = await claimReminder(event, "reminder_7d");
    await moveToState(event.eventId, state);
    expect(await send(event, reminder)).toEqual({ silent: reason, maybe: reason });
  });

  it("states the deadline, the date and the name that the event has when the email is sent", async () => {
    const event = await setting();
    const { eventId, guests } = event;
    await run("update events set rsvp_deadline = ? where id = ?", Date.now() + HOUR_MS, eventId);
    const reminder = await claimReminder(event, "reminder_3d");
    const [deadline, date] = [Date.UTC(2033, 4, 6, 10), Date.UTC(2033, 5, 12, 16)];
    await run(
      "update events set rsvp_deadline = ?, event_date = ?, name = 'Ball' where id = ?",
      deadline,
      date,
      eventId,
    );
    expect(await send(event, reminder)).toEqual({ silent: null });
    const [mail] = await mailsTo(guests.silent.email);
    expect(mail?.subject).toMatch(/^Last call: Ball is in [\d,]+ days$/);
    const text = mail?.text.replace(/\s+/g, " ");
    expect(text).toContain("Please reply by Friday 6 May, 12:00");
    expect(text).toContain("Sunday, 12 June 2033, 18:00");
  });

  it("sends no pass to a guest whose seat is taken back, but says that the guest waits", async () => {
    const event = await setting();
    const reminder = await claimReminder(event, "reminder_1d");
    await changeReply(event.eventId, event.guests.coming.id, "attending", "waitlisted");
    expect(await send(event, reminder)).toMatchObject({ coming: null });
    const [mail] = await mailsTo(event.guests.coming.email);
    expect(mail && sentencesOf(mail, "en")).toEqual(["no seat", "waits"]);
  });

  it("sends the pass to a guest who gets a seat", async () => {
    const event = await setting();
    const reminder = await claimReminder(event, "reminder_1d");
    await changeReply(event.eventId, event.guests.waitlisted.id, "attending", "confirmed");
    expect(await send(event, reminder)).toMatchObject({ waitlisted: null });
    const [mail] = await mailsTo(event.guests.waitlisted.email);
    expect(mail && sentencesOf(mail, "en")).toEqual(["pass", "see you"]);
  });

  it("does not repeat an offer that was emailed within twelve hours", async () => {
    const event = await setting();
    const { eventId, guests } = event;
    const reminder = await claimReminder(event, "reminder_1d");
    await run(
      `insert into deliveries (id, dedupe_key, kind, purpose, channel, event_id, guest_id, recipient_hash, status, claimed_at,
         created_at, updated_at)
       values (?1, ?1, 'seat_offer', 'host', 'email', ?2, ?3, '', 'sent', ?4, ?4, ?4)`,
      crypto.randomUUID(),
      eventId,
      guests.offered.id,
      Date.now() - HOUR_MS,
    );
    expect(await send(event, reminder)).toMatchObject({ offered: "offer_mailed" });
    expect(await subjectsTo(guests.offered)).toEqual([]);
  });

  it("names no offer that has run out", async () => {
    const event = await setting();
    const reminder = await claimReminder(event, "reminder_1d");
    await run("update rsvps set offer_expires_at = 1 where guest_id = ?", event.guests.offered.id);
    expect(await send(event, reminder)).toMatchObject({ offered: "standing_changed" });
    expect(await subjectsTo(event.guests.offered)).toEqual([]);
  });
});

describe("a reminder", () => {
  it("issues no link to a guest who was never invited, also when a host has recorded the RSVP", async () => {
    const event = await setting();
    const { coming, not_invited } = event.guests;
    await run("update guests set invited_at = null where id = ?", coming.id);
    await run("delete from access_tokens where guest_id = ?", coming.id);
    await send(event, await claimReminder(event, "reminder_1d"));
    expect(await subjectsTo(coming)).toEqual([]);
    for (const { id } of [coming, not_invited]) {
      const count = await env.DB.prepare("select count(*) as n from access_tokens where guest_id = ?")
        .bind(id)
        .first("n");
      expect(count).toBe(0);
    }
  });

  it("sends a host's text to guests with a seat, and the default text to the waitlist", async () => {
    const event = await setting();
    const body = "Hello {{first_name}}, have your door pass with you. See you there!";
    await send(event, await claimReminder(event, "reminder_1d", { subject: "Tomorrow", body }));
    const says = async (standing: Standing) => {
      const [mail] = await mailsTo(event.guests[standing].email);
      return mail && sentencesOf(mail, "en");
    };
    expect(await says("coming")).toEqual(["pass", "see you"]);
    expect(await says("waitlisted")).toEqual(["no seat", "waits"]);
    expect(await says("offered")).toEqual(["offer"]);
  });
});

describe("a host's message between claim and sending", () => {
  it.each(Object.entries(AUDIENCES).filter(([audience]) => audience !== "everyone"))(
    "skips guests who have left the audience %s",
    async (audience, standings) => {
      const event = await setting();
      const message = await claimMessage(event, audience);
      for (const standing of standings) {
        await changeReply(event.eventId, event.guests[standing].id, standing === "declined" ? "maybe" : "declined");
      }
      const expected = Object.fromEntries(standings.map((standing) => [standing, "standing_changed"]));
      expect(await send(event, message)).toEqual(expected);
      for (const standing of standings) expect(await subjectsTo(event.guests[standing])).toEqual([]);
    },
  );

  it("skips a guest who arrives, if it is for guests who have not", async () => {
    const event = await setting();
    const { host, eventId, guests } = event;
    await run("update events set event_date = ? where id = ?", Date.now() + HOUR_MS, eventId);
    const message = await claimMessage(event, "not_arrived");
    const arrived = await host.api("POST", `/events/${eventId}/check-in`, {
      guest_id: guests.coming.id,
      arrival_count: 1,
    });
    expect(arrived.status).toBe(201);
    expect(await send(event, message)).toEqual({ coming: "standing_changed" });
  });

  it("skips a guest who opens the invitation, if it is for guests who have not", async () => {
    const event = await setting();
    const { silent, maybe } = event.guests;
    const message = await claimMessage(event, "unopened");
    expect((await exports.default.fetch(openRequest(silent.token))).status).toBe(200);
    // The access is logged after the response.
    await eventually(async () => {
      const opened = env.DB.prepare("select opened_at from guests where id = ?").bind(silent.id);
      expect(await opened.first("opened_at")).not.toBeNull();
    });
    const reasons = await send(event, message);
    expect([reasons.silent, reasons.maybe]).toEqual(["standing_changed", null]);
    expect([await subjectsTo(silent), await subjectsTo(maybe)]).toEqual([[], ["News of Gala"]]);
  });

  it("stops when the event is cancelled, after which a host may write again", async () => {
    const event = await setting();
    const { host, eventId, guests } = event;
    const message = await claimMessage(event, "attending");
    expect((await host.api("POST", `/events/${eventId}/cancel`, { notify: false })).status).toBe(200);
    expect(await send(event, message)).toEqual({ coming: "event_cancelled" });
    expect(await send(event, await claimMessage(event, "attending"))).toEqual({ coming: null });
    expect(await subjectsTo(guests.coming)).toEqual(["News of Gala"]);
  });
});

describe("a change notice between claim and sending", () => {
  it.each(["changed", "cancelled"])("skips a guest who declines after the event was %s", async (kind) => {
    const event = await setting();
    const { host, eventId, guests } = event;
    const changed =
      kind === "cancelled"
        ? await host.api("POST", `/events/${eventId}/cancel`)
        : await host.api("PATCH", `/events/${eventId}`, { venue: "Orangery", notify: true });
    expect(changed.status).toBe(200);
    const notice = await dispatchNotice(host, eventId);
    await changeReply(eventId, guests.coming.id, "declined");
    await changeReply(eventId, guests.silent.id, "declined");
    const reasons = await send(event, notice);
    expect([reasons.coming, reasons.silent, reasons.maybe]).toEqual(["standing_changed", "standing_changed", null]);
    expect([await subjectsTo(guests.coming), await subjectsTo(guests.silent)]).toEqual([[], []]);
  });

  it("states the time that the event has when the email is sent", async () => {
    const event = await setting();
    const { host, eventId, guests } = event;
    const event_date = new Date(Date.now() + 2 * DAY_MS).toISOString();
    expect((await host.api("PATCH", `/events/${eventId}`, { event_date, notify: true })).status).toBe(200);
    const notice = await dispatchNotice(host, eventId);
    await run("update events set event_date = ? where id = ?", Date.UTC(2033, 5, 12, 16), eventId);
    await send(event, notice);
    const [mail] = await mailsTo(guests.coming.email);
    expect(mail?.text.replace(/\s+/g, " ")).toContain("12 June 2033, 18:00");
  });
});
