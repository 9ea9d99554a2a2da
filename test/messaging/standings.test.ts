import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { editableWords, type ReminderSlug } from "../../src/events/reminders/reminder-words.ts";
import { reminderOf } from "../../src/events/reminders/reminders.ts";
import { english } from "../../src/i18n/english.ts";
import { REPLY_STATES, type ReplyState, STANDINGS, type Standing } from "../../src/kernel/rsvp.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { deliverBatches, dispatch, dueMessage, stopScheduler } from "../support/broadcast.ts";
import { makeStandingEvent, type StandingEvent } from "../support/every-standing-event.ts";
import { type CaughtMail, mailsTo } from "../support/mailbox.ts";
import { deliveriesOf, makeMessage, messageOf } from "../support/message.ts";
import { busMessage, consume } from "../support/queue.ts";

beforeEach(stopScheduler);

const ASKING: readonly ReplyState[] = ["open"];
const RUNNING: readonly ReplyState[] = ["open", "closed", "full"];

/** The specification of each reminder: its standings, and the event's states in which it is sent. */
const REMINDERS: Record<ReminderSlug, { to: readonly Standing[]; states: readonly ReplyState[] }> = {
  reminder_7d: { to: ["silent", "maybe"], states: ASKING },
  reminder_3d: { to: ["silent"], states: ASKING },
  reminder_1d: { to: ["coming", "maybe", "waitlisted", "offered"], states: RUNNING },
  reminder_day_of: { to: ["coming", "maybe"], states: RUNNING },
};
const SLUGS = Object.keys(REMINDERS) as ReminderSlug[];

/** The standings of each audience. */
const AUDIENCES: Record<string, readonly Standing[]> = {
  everyone: STANDINGS,
  attending: ["coming"],
  pending: ["silent", "not_invited"],
  declined: ["declined"],
  maybe: ["maybe"],
  attending_and_pending: ["coming", "silent", "not_invited"],
  attending_and_maybe: ["coming", "maybe"],
  pending_and_maybe: ["silent", "not_invited", "maybe"],
  waitlisted: ["waitlisted"],
  offered: ["offered"],
  not_arrived: ["coming"],
};

/** Words that only a guest with a seat may read, and words that ask, by language. */
const WORDS = {
  en: {
    promises: /door pass|see(ing)? you/i,
    asks: /will you be there|whether you're coming|please reply|still like to come|\?answer=/i,
    waits: "You're still on the waitlist, so you don't have a seat yet. We'll write if one opens.",
    holds: /holding a seat until/,
  },
  de: {
    promises: /Einlasspass|freuen uns auf Sie|Bis dann|Bis bald/i,
    asks: /Sind Sie dabei|ob Sie kommen|Bitte antworten|Möchten Sie noch kommen|\?answer=/i,
    waits: "Sie stehen noch auf der Warteliste und haben deshalb noch keinen Platz.",
    holds: /halten ihn frei bis/,
  },
} as const;

type Language = keyof typeof WORDS;

/** The text of an email without the breaks of its lines. */
const flat = ({ text, subject }: CaughtMail) => `${subject}\n${text}`.replace(/\s+/g, " ");

/** Expects an email not to contradict the standing of its guest, nor the event's state. */
function expectTrue(
  mail: CaughtMail,
  { standing, state, language }: { standing: Standing; state: ReplyState; language: Language },
) {
  const words = WORDS[language];
  const text = flat(mail);
  const where = `${standing}, ${state}, ${language}: ${mail.subject}`;
  if (standing !== "coming") expect(text, where).not.toMatch(words.promises);
  if (state !== "open") expect(text, where).not.toMatch(words.asks);
  if (standing !== "waitlisted") expect(text, where).not.toContain(words.waits);
}

/** Sends a reminder that is due now. @returns the standings that got it, with their newest email */
async function remind(
  { eventId, guests }: StandingEvent,
  slug: ReminderSlug,
  audience: string = reminderOf(slug).audience,
) {
  const { subject, body } = editableWords(slug, english());
  const id = await dueMessage(eventId, { slug, audience, subject, body });
  await deliverBatches(await dispatch(id));
  const sent: [Standing, CaughtMail][] = [];
  for (const standing of STANDINGS) {
    const [mail] = await mailsTo(guests[standing].email);
    if (mail !== undefined) sent.push([standing, mail]);
  }
  return { id, sent };
}

describe.each(["en", "de"] as const)("reminders in %s", (language) => {
  /**
   * @promise Messages: A reminder goes only to guests whom it suits, asks only while replies are open, and promises a
   *   place only to guests with a seat
   */
  it.each(SLUGS)(
    "sends %s to its standings, in the words of each, and in no other state of the event",
    async (slug) => {
      const host = await signedInHost({ tier: "pro" });
      for (const state of REPLY_STATES) {
        const event = await makeStandingEvent(host, { state, locale: language });
        const { id, sent } = await remind(event, slug);
        const { to, states } = REMINDERS[slug];
        const expected = states.includes(state) ? STANDINGS.filter((standing) => to.includes(standing)) : [];
        expect([state, sent.map(([standing]) => standing)]).toEqual([state, expected]);
        for (const [standing, mail] of sent) expectTrue(mail, { standing, state, language });
        const mails = new Map(sent.map(([standing, mail]) => [standing, flat(mail)]));
        const words = WORDS[language];
        if (mails.has("coming")) expect(mails.get("coming")).toMatch(words.promises);
        if (mails.has("waitlisted")) expect(mails.get("waitlisted")).toContain(words.waits);
        if (mails.has("offered")) expect(mails.get("offered")).toMatch(words.holds);
        if (mails.has("maybe") && state === "open") expect(mails.get("maybe")).toMatch(words.asks);
        const reason = { open: null, closed: "closed", full: "full", over: "past", cancelled: "event_cancelled" }[
          state
        ];
        const message = await messageOf(host, event.eventId, id);
        expect([state, message.status, message.skip_reason]).toEqual(
          expected.length > 0 ? [state, "sent", null] : [state, "cancelled", reason],
        );
      }
    },
    60_000,
  );
});

describe("the state of an event for replies", () => {
  it("takes the first reason that holds: cancelled, over, closed, full", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeStandingEvent(host, { state: "full" });
    const change = (sql: string) => env.DB.prepare(sql).bind(event.eventId).run();
    for (const [reason, columns] of [
      ["full", "waitlist = 0"],
      ["closed", "rsvp_deadline = 1"],
      ["past", "event_date = 1"],
      ["event_cancelled", "cancelled_at = 1"],
    ]) {
      await change(`update events set ${columns} where id = ?`);
      await change("delete from messages where event_id = ?");
      const { id, sent } = await remind(event, "reminder_7d");
      expect([reason, sent]).toEqual([reason, []]);
      expect(await messageOf(host, event.eventId, id)).toMatchObject({ status: "cancelled", skip_reason: reason });
    }
  });
});

describe("reminders with an audience that a host has chosen", () => {
  /** @promise Messages: No reminder goes to a guest who declined, has no seat, was never invited or came as a walk-in */
  it.each(SLUGS)("sends %s to nobody without a seat to wait for, an invitation or a possible yes", async (slug) => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeStandingEvent(host);
    const { sent } = await remind(event, slug, "everyone");
    expect(sent.map(([standing]) => standing)).toEqual(["coming", "offered", "waitlisted", "maybe", "silent"]);
    for (const [standing, mail] of sent) expectTrue(mail, { standing, state: "open", language: "en" });
  });
});

describe("reminders between claim and sending", () => {
  /** A reminder that was claimed, and the guest who changes before it is sent. */
  async function claimed(slug: ReminderSlug, change: (event: StandingEvent) => Promise<unknown>) {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeStandingEvent(host);
    const { subject, body } = editableWords(slug, english());
    const id = await dueMessage(event.eventId, { slug, audience: reminderOf(slug).audience, subject, body });
    const batches = await dispatch(id);
    await change(event);
    await deliverBatches(batches);
    const deliveries = await deliveriesOf(host, event.eventId, id);
    const reasonOf = (standing: Standing) =>
      deliveries.find(({ guest }) => guest.id === event.guests[standing].id)?.reason ?? null;
    return { event, reasonOf, message: await messageOf(host, event.eventId, id) };
  }

  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();

  it("skips a guest who replies while the last call is on its way", async () => {
    const { event, reasonOf, message } = await claimed("reminder_3d", ({ eventId, guests }) =>
      run(
        `insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at)
         values (?1, ?2, ?2, 'declined', 0, '', '{}', 1, 1)`,
        eventId,
        guests.silent.id,
      ),
    );
    expect(reasonOf("silent")).toBe("standing_changed");
    expect(await mailsTo(event.guests.silent.email)).toEqual([]);
    expect(message).toMatchObject({ status: "cancelled", skip_reason: "nobody_left" });
  });

  it("sends no pass to a guest whose seat is taken back", async () => {
    const { event } = await claimed("reminder_1d", ({ guests }) =>
      run("update rsvps set seat = 'waitlisted', waitlisted_at = 2 where guest_id = ?", guests.coming.id),
    );
    const [mail] = await mailsTo(event.guests.coming.email);
    expect(mail && flat(mail)).toContain(WORDS.en.waits);
    expect(mail && flat(mail)).not.toMatch(WORDS.en.promises);
  });

  it("asks nobody once the deadline has passed", async () => {
    const { event, reasonOf } = await claimed("reminder_7d", ({ eventId }) =>
      run("update events set rsvp_deadline = 1 where id = ?", eventId),
    );
    expect(reasonOf("silent")).toBe("closed");
    expect(await mailsTo(event.guests.maybe.email)).toEqual([]);
  });

  it("does not repeat an offer that was emailed within twelve hours, and names none that ran out", async () => {
    const { event, reasonOf } = await claimed("reminder_1d", async ({ eventId, guests }) => {
      await run(
        `insert into deliveries (id, dedupe_key, kind, channel, event_id, guest_id, recipient_hash, status, claimed_at,
           created_at, updated_at)
         values (?1, ?1, 'seat_offer', 'email', ?2, ?3, '', 'sent', ?4, ?4, ?4)`,
        ...[crypto.randomUUID(), eventId, guests.offered.id, Date.now() - 3_600_000],
      );
    });
    expect(reasonOf("offered")).toBe("offer_mailed");
    expect(await mailsTo(event.guests.offered.email)).toEqual([]);
    const lapsed = await claimed("reminder_1d", ({ guests }) =>
      run("update rsvps set offer_expires_at = 1 where guest_id = ?", guests.offered.id),
    );
    expect(lapsed.reasonOf("offered")).toBe("standing_changed");
  });

  it("issues no link to a guest who was never invited, also when a host has recorded the RSVP", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeStandingEvent(host);
    const { id: recorded } = event.guests.coming;
    await run("update guests set invited_at = null where id = ?", recorded);
    await run("delete from access_tokens where guest_id = ?", recorded);
    await remind(event, "reminder_1d");
    expect(await mailsTo(event.guests.coming.email)).toEqual([]);
    for (const { id } of [event.guests.coming, event.guests.not_invited]) {
      const count = await env.DB.prepare("select count(*) as n from access_tokens where guest_id = ?")
        .bind(id)
        .first("n");
      expect(count).toBe(0);
    }
  });

  it("sends a host's own text of a reminder to guests with a seat, and the default text to the waitlist", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeStandingEvent(host);
    const body = "See you tomorrow, {{first_name}}! Bring your door pass.";
    const id = await dueMessage(event.eventId, {
      ...{ slug: "reminder_1d", audience: "attending_and_maybe", subject: "See you tomorrow", body },
    });
    await deliverBatches(await dispatch(id));
    expect((await mailsTo(event.guests.coming.email))[0]?.text).toContain("See you tomorrow");
    for (const standing of ["waitlisted", "offered"] as const) {
      const [mail] = await mailsTo(event.guests[standing].email);
      expect(mail === undefined ? "" : flat(mail)).not.toMatch(WORDS.en.promises);
      expect(mail).toBeDefined();
    }
  });
});

describe("broadcasts", () => {
  async function count(host: Host, eventId: string, audience: string, notInvited: string) {
    const query = `audience=${encodeURIComponent(audience)}&not_invited=${notInvited}`;
    return (await host.api("GET", `/events/${eventId}/messages/recipient-count?${query}`)).json();
  }

  /** @promise Messages: `attending` in an audience means guests with a confirmed seat; walk-ins are never `pending` */
  it.each(Object.keys(AUDIENCES))(
    "reaches and counts the standings of %s, with and without guests never invited",
    async (audience) => {
      const host = await signedInHost({ tier: "pro" });
      const event = await makeStandingEvent(host);
      const standings = AUDIENCES[audience] ?? [];
      for (const not_invited of ["include", "skip"]) {
        const message = await makeMessage(host, event.eventId, { audience, not_invited, mode: "send_now" });
        expect(message.not_invited).toBe(not_invited);
        const isMeant = (standing: Standing) => not_invited === "include" || standing !== "not_invited";
        const expected = standings.filter(isMeant);
        expect(await count(host, event.eventId, audience, not_invited)).toEqual({
          ...{ count: expected.length, unreachable: 0, suppressed: 0 },
          not_invited: standings.includes("not_invited") ? 1 : 0,
        });
        await dispatch(message.id);
        const reached = new Set((await deliveriesOf(host, event.eventId, message.id)).map(({ guest }) => guest.id));
        expect(STANDINGS.filter((standing) => reached.has(event.guests[standing].id))).toEqual(
          STANDINGS.filter((standing) => expected.includes(standing)),
        );
      }
    },
  );

  it.each(["pending", "attending_and_pending", "pending_and_maybe", "unopened", "not_arrived"])(
    "counts and reaches no walk-in without an RSVP as %s",
    async (audience) => {
      const host = await signedInHost({ tier: "pro" });
      const { eventId, guests } = await makeStandingEvent(host);
      const { id: walkIn } = guests.walk_in;
      await env.DB.batch([
        env.DB.prepare("delete from rsvps where guest_id = ?").bind(walkIn),
        env.DB.prepare("delete from guests where event_id = ? and id <> ?").bind(eventId, walkIn),
      ]);
      expect(await count(host, eventId, audience, "include")).toMatchObject({ count: 0, not_invited: 0 });
      const { id } = await makeMessage(host, eventId, { audience, mode: "send_now" });
      await dispatch(id);
      expect(await deliveriesOf(host, eventId, id)).toEqual([]);
    },
  );

  /** @promise Messages: `not_invited: "skip"` leaves out guests who were never invited, also of a tag and of chosen guests */
  it("leaves out guests who were never invited from a tag and from chosen guests", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { eventId, guests } = await makeStandingEvent(host);
    for (const { id } of [guests.silent, guests.not_invited, guests.walk_in]) {
      expect((await host.api("PATCH", `/events/${eventId}/guests/${id}`, { tags: ["family"] })).status).toBe(200);
    }
    const guest_ids = [guests.silent.id, guests.not_invited.id];
    const counted = await host.api("POST", `/events/${eventId}/messages/recipient-count`, {
      ...{ guest_ids, not_invited: "skip" },
    });
    expect(await counted.json()).toEqual({ count: 1, unreachable: 0, suppressed: 0, not_invited: 1 });
    for (const target of [{ audience: "tag:family" }, { audience: undefined, guest_ids }]) {
      const { id } = await makeMessage(host, eventId, { ...target, not_invited: "include" });
      const path = `/events/${eventId}/messages/${id}`;
      const changed = await host.api("PATCH", path, { not_invited: "skip", mode: "send_now" });
      expect(await changed.json()).toMatchObject({ not_invited: "skip" });
      await dispatch(id);
      const reached = (await deliveriesOf(host, eventId, id)).map(({ guest }) => guest.id);
      expect(reached).toContain(guests.silent.id);
      expect(reached).not.toContain(guests.not_invited.id);
    }
    const { items } = await (await host.api("GET", `/events/${eventId}/audit`)).json<{ items: { after: unknown }[] }>();
    expect(items).toContainEqual(expect.objectContaining({ after: expect.objectContaining({ not_invited: "skip" }) }));
  });

  it("skips a guest of an audience who leaves it before the message is sent", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { eventId, guests } = await makeStandingEvent(host);
    const { id } = await makeMessage(host, eventId, { audience: "waitlisted", mode: "send_now" });
    const batches = await dispatch(id);
    await env.DB.prepare("update rsvps set seat = 'confirmed' where guest_id = ?").bind(guests.waitlisted.id).run();
    await deliverBatches(batches);
    expect(await deliveriesOf(host, eventId, id)).toMatchObject([{ status: "suppressed", reason: "standing_changed" }]);
  });
});

describe.each(["en", "de"] as const)("emails about a seat in %s", (language) => {
  it.each(REPLY_STATES)("contradict no standing while the event is %s", async (state) => {
    const host = await signedInHost({ tier: "pro" });
    const { eventId, guests } = await makeStandingEvent(host, { state, locale: language });
    const expiry = await env.DB.prepare("select offer_expires_at as at from rsvps where guest_id = ?")
      .bind(guests.offered.id)
      .first<number>("at");
    const expires_at = new Date(expiry ?? 0).toISOString();
    const messages = STANDINGS.flatMap((standing) => {
      const guest = { event_id: eventId, guest_id: guests[standing].id };
      return [
        busMessage("seat_offer.send", { ...guest, expires_at }),
        busMessage("seat_offer.expired", { ...guest, expired_at: expires_at }),
      ];
    });
    await consume("usher-notifier", messages);
    const isRunning = RUNNING.includes(state);
    for (const standing of STANDINGS) {
      const mails = await mailsTo(guests[standing].email);
      const expected = isRunning && (standing === "offered" || standing === "unseated") ? 1 : 0;
      expect([standing, mails.length]).toEqual([standing, expected]);
      for (const mail of mails) expectTrue(mail, { standing, state, language });
    }
  });
});
