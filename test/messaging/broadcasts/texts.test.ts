import { env } from "cloudflare:workers";
import { beforeEach, expect, inject, test } from "vitest";
import { FLAGS_KV_KEY, publishedText } from "../../../src/platform/flags/published.ts";
import { textsTo } from "../../adapters/mail-servers.ts";
import { signedInHost } from "../../support/account.ts";
import { deliverBatches, dispatch, dueMessage, stopScheduler } from "../../support/broadcast.ts";
import { addGuest, makeEvent } from "../../support/guest.ts";
import { deliveriesOf, messageOf } from "../../support/message.ts";
import { replaced } from "../../support/race.ts";

beforeEach(stopScheduler);

/** A number that no other test uses. */
function freshPhone(): string {
  return `+49151${String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(10, "0")
    .slice(0, 8)}`;
}

/** The SMS provider's double. */
function provider() {
  return {
    TWILIO_ACCOUNT_SID: "ACtest",
    TWILIO_AUTH_TOKEN: "token",
    TWILIO_FROM: "+15005550006",
    TWILIO_API_BASE: `http://127.0.0.1:${inject("mailCatcher").httpPort}/twilio`,
  };
}

async function invitees() {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host, { name: "Garden party", venue: "The lake", sms_countries: ["DE"] });
  const phone = freshPhone();
  const guest = await addGuest(host, event.id, { name: "Zoë 🎉", phone });
  await addGuest(host, event.id, { name: "No phone", email: `no-phone-${event.id}@example.com` });
  return { host, event, guest, phone };
}

/**
 * @spec 1.8 "A notifier worker sends emails and SMS: verification, password reset, invitation, confirmation,
 *   reminder, edit-link and collaborator-invite messages."
 * @spec 6.29 "SMS uses an SMS provider."
 */
test("sends one text message to each guest with a phone, with the guest's values and link", async () => {
  const { host, event, guest, phone } = await invitees();
  const id = await dueMessage(event.id, {
    channel: "sms",
    body: "{{guest_name}}: {{event_name}}, {{venue}}. {{rsvp_link}}",
  });
  const batches = await dispatch(id);
  for (let count = 0; count < 3; count++)
    expect((await deliverBatches(batches, { changes: provider() })).acked).toEqual([0]);
  const texts = await textsTo(phone);
  expect(texts).toHaveLength(1);
  expect(texts[0]?.body).toMatch(/^Zoë 🎉: Garden party, The lake\. https:\/\/usher\.test\/i\/[\w-]{43}$/);
  expect(texts[0]?.status_callback).toBe(
    `https://usher.test/webhooks/sms-status?event=${event.id}&message=${id}&guest=${guest.id}`,
  );
  const deliveries = await deliveriesOf(host, event.id, id);
  expect(deliveries.map(({ guest: { name }, status, reason }) => [name, status, reason]).sort()).toEqual([
    ["No phone", "unreachable", "no_phone"],
    ["Zoë 🎉", "sent", null],
  ]);
  expect(deliveries.find(({ status }) => status === "sent")?.provider_message_id).toBe(texts[0]?.sid);
  expect((await messageOf(host, event.id, id)).status).toBe("sent");
});

test("sends no text message while the flag is off", async () => {
  const { host, event, phone } = await invitees();
  const id = await dueMessage(event.id, { channel: "sms", body: "Hello" });
  const off = publishedText([{ key: "sms", percentage: 0 }]);
  const KV = replaced(env.KV, { get: async (key: string) => (key === FLAGS_KV_KEY ? off : env.KV.get(key)) });
  expect((await deliverBatches(await dispatch(id), { changes: { ...provider(), KV } })).acked).toEqual([0]);
  expect(await textsTo(phone)).toEqual([]);
  const deliveries = await deliveriesOf(host, event.id, id);
  expect(new Set(deliveries.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
    new Set(["failed sms_disabled"]),
  );
  expect((await messageOf(host, event.id, id)).status).toBe("failed");
});
