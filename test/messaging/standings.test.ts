import { beforeEach, describe, expect, it } from "vitest";
import { editableWords, type ReminderSlug } from "../../src/events/reminders/reminder-words.ts";
import { reminderOf } from "../../src/events/reminders/reminders.ts";
import { english } from "../../src/i18n/english.ts";
import { REPLY_STATES, type ReplyState, STANDINGS } from "../../src/kernel/rsvp.ts";
import { type Host, requestBy, signedInHost } from "../support/account.ts";
import { capturingQueue, deliverBatches, dispatch, dueMessage, stopScheduler } from "../support/broadcast.ts";
import { makeStandingEvent, moveToState, type StandingEvent } from "../support/every-standing-event.ts";
import { mailsTo } from "../support/mailbox.ts";
import { messageOf } from "../support/message.ts";
import { cellsOf, LANGUAGES, type Language, MESSAGES, type Message, sentencesOf } from "../support/message-table.ts";
import { dispatchNotice } from "../support/notice.ts";
import { busMessage, consume } from "../support/queue.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

beforeEach(stopScheduler);

/**
 * Sends a message to all guests of an event whom it may concern.
 * @param move changes the event while the message is on its way
 */
type Send = (host: Host, event: StandingEvent, move: () => Promise<void>) => Promise<unknown>;

const SENDS: Record<Message, Send> = {
  invitation: async (host, { eventId }, move) => {
    const { captured, queue } = capturingQueue();
    const request = requestBy(host, "POST", `/events/${eventId}/guests/invitations/bulk`, { notify: true });
    await costOf(request, recordingEnv(undefined, { NOTIFIER_QUEUE: queue }));
    await move();
    await consume("usher-notifier", captured);
  },
  confirmation: toEach((ids) =>
    busMessage("rsvp.confirmed", {
      ...ids,
      rsvp_id: ids.guest_id,
      response: "attending",
      plus_ones: 0,
      submitted_at: new Date().toISOString(),
      access_link: "https://usher.test/i/of-the-queue-message",
    }),
  ),
  reminder_7d: remind("reminder_7d"),
  reminder_3d: remind("reminder_3d"),
  reminder_1d: remind("reminder_1d"),
  reminder_day_of: remind("reminder_day_of"),
  seat_offer: toEach((ids, { offerExpiresAt }) =>
    busMessage("seat_offer.send", { ...ids, expires_at: new Date(offerExpiresAt).toISOString() }),
  ),
  seat_confirmed: toEach((ids) => busMessage("seat.confirmed", ids)),
  offer_expired: toEach((ids) => busMessage("seat_offer.expired", { ...ids, expired_at: new Date().toISOString() })),
  reply_undone: toEach((ids) =>
    busMessage("reply_undone.send", { ...ids, network_id: crypto.randomUUID(), earlier: false }),
  ),
  changed: notify((host, path) => host.api("PATCH", path, { venue: "Orangery", notify: true })),
  cancelled: notify((host, path) => host.api("POST", `${path}/cancel`)),
  reinstated: notify(async (host, path) => {
    await host.api("POST", `${path}/cancel`, { notify: false });
    return host.api("POST", `${path}/reinstate`);
  }),
};

/** Sends an email that a queue message for one guest asks for. */
function toEach(
  messageFor: (ids: { event_id: string; guest_id: string }, event: StandingEvent) => ReturnType<typeof busMessage>,
): Send {
  return async (_, event, move) => {
    await move();
    const ids = Object.values(event.guests).map(({ id }) => ({ event_id: event.eventId, guest_id: id }));
    await consume(
      "usher-notifier",
      ids.map((of) => messageFor(of, event)),
    );
  };
}

function remind(slug: ReminderSlug): Send {
  return async (_, { eventId }, move) => {
    const id = await dueReminder(eventId, slug);
    const batches = await dispatch(id);
    await move();
    await deliverBatches(batches);
  };
}

function dueReminder(eventId: string, slug: ReminderSlug): Promise<string> {
  return dueMessage(eventId, { slug, audience: reminderOf(slug).audience, ...editableWords(slug, english()) });
}

function notify(change: (host: Host, path: string) => Promise<Response>): Send {
  return async (host, { eventId }, move) => {
    expect((await change(host, `/events/${eventId}`)).status).toBe(200);
    const { batches } = await dispatchNotice(host, eventId);
    await move();
    await deliverBatches(batches);
  };
}

/** Returns the sentences of the only email to each guest of an event, by standing. */
async function receivedBy({ guests }: StandingEvent, language: Language) {
  const received: Record<string, unknown> = {};
  for (const standing of STANDINGS) {
    const [mail, ...more] = await mailsTo(guests[standing].email);
    if (mail === undefined) continue;
    received[standing] = more.length === 0 ? sentencesOf(mail, language) : ["several emails"];
  }
  return received;
}

describe.each(LANGUAGES)("messages to guests in %s", (language) => {
  describe.each(MESSAGES)("%s", (message) => {
    it.each(REPLY_STATES)("says to each standing what is true of it while the event is %s", async (state) => {
      const host = await signedInHost({ tier: "pro" });
      const event = await makeStandingEvent(host, { locale: language });
      await SENDS[message](host, event, () => moveToState(event.eventId, state));
      expect(await receivedBy(event, language)).toEqual(cellsOf(message, state));
    });
  });
});

describe.each(["reminder_7d", "reminder_3d", "reminder_1d", "reminder_day_of"] as const)("%s", (slug) => {
  const SKIPPED: Record<ReplyState, string | null> = {
    open: null,
    full: "full",
    closed: "closed",
    over: "past",
    cancelled: "event_cancelled",
  };

  it.each(REPLY_STATES)(
    "sends the reminder, or cancels it with the reason, when the event is %s at its time",
    async (state) => {
      const host = await signedInHost({ tier: "pro" });
      const event = await makeStandingEvent(host);
      await moveToState(event.eventId, state);
      const id = await dueReminder(event.eventId, slug);
      await deliverBatches(await dispatch(id));
      const cells = cellsOf(slug, state);
      expect(await receivedBy(event, "en")).toEqual(cells);
      const { status, skip_reason } = await messageOf(host, event.eventId, id);
      const isSent = Object.keys(cells).length > 0;
      expect({ status, skip_reason }).toEqual(
        isSent ? { status: "sent", skip_reason: null } : { status: "cancelled", skip_reason: SKIPPED[state] },
      );
    },
  );
});
