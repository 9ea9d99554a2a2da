import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { emailKey } from "../../src/kernel/email-address.ts";
import { newId } from "../../src/kernel/ids.ts";
import { dispatchDue } from "../../src/messaging/broadcasts/dispatch.ts";
import { recipientHashes } from "../../src/platform/mail/host-sender.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { signedInHost } from "../support/account.ts";
import { capturingQueue, deliverBatches, dueMessage, stopScheduler } from "../support/broadcast.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { csvOf, importCsv } from "../support/guest-list.ts";
import { mailsTo } from "../support/mailbox.ts";
import { deliveriesOf } from "../support/message.ts";

beforeEach(stopScheduler);

/** A host, and a guest whose mailbox got this many emails of the host within the hour. */
async function mailboxWith(emails: number) {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host);
  const email = `often-${crypto.randomUUID()}@example.com`;
  const guest = await addGuest(host, event.id, { email });
  const { keyring } = createRequestContext(env, () => undefined);
  const [hash] = await recipientHashes(keyring, emailKey(email));
  const insert = env.DB.prepare(
    `insert into deliveries (id, dedupe_key, kind, purpose, channel, event_id, guest_id, recipient_hash, status, attempts,
       created_at, updated_at) values (?1, ?1, 'confirmation', 'reply', 'email', ?2, ?3, ?4, 'sent', 1, ?5, ?5)`,
  );
  const now = Date.now();
  const rows = Array.from({ length: emails }, () => insert.bind(newId(now), event.id, guest.id, hash, now - 60_000));
  await env.DB.batch(rows);
  return { host, event, email, guest };
}

/** Inserts a due message to chosen guests. */
async function dueMessageTo(...guests: WireGuest[]): Promise<string> {
  const eventId = guests[0]?.event_id ?? "";
  const id = await dueMessage(eventId, { body: "Hello" });
  const chosen = env.DB.prepare("insert into message_recipients (event_id, message_id, guest_id) values (?, ?, ?)");
  await setSegment(eventId, id, "chosen");
  await env.DB.batch(guests.map((guest) => chosen.bind(eventId, id, guest.id)));
  return id;
}

async function dueMessageToTag(eventId: string, tag: string): Promise<string> {
  const id = await dueMessage(eventId, { body: "Hello" });
  await setSegment(eventId, id, `tag:${tag}`);
  return id;
}

async function setSegment(eventId: string, id: string, segment: string): Promise<void> {
  await env.DB.prepare("update messages set segment = ? where event_id = ? and id = ?")
    .bind(segment, eventId, id)
    .run();
}

/** Claims the due messages, and returns the batches of an event's. */
async function dispatchOf(eventId: string) {
  const { captured, queue } = capturingQueue();
  await dispatchDue(createRequestContext({ ...env, BROADCASTS_QUEUE: queue }, () => undefined));
  return captured.filter(({ body }) => "event_id" in body && body.event_id === eventId);
}

describe("nine emails per hour from one host to one mailbox", () => {
  it("include messages to a few guests that are sent, and leave out those that are dropped", async () => {
    const { host, event, guest } = await mailboxWith(8);
    const ids = [await dueMessageTo(guest), await dueMessageTo(guest), await dueMessageTo(guest)];
    for (const batch of await dispatchOf(event.id)) await deliverBatches([batch]);
    const outcomes = await Promise.all(ids.map((id) => deliveriesOf(host, event.id, id)));
    const dropped = { status: "suppressed", reason: "mailbox_limit" };
    expect(outcomes.flat().toSorted((one, other) => one.status.localeCompare(other.status))).toMatchObject([
      { status: "sent" },
      dropped,
      dropped,
    ]);
  });

  it("let the earliest of several messages through that are sent in parallel", async () => {
    const { host, event, guest } = await mailboxWith(8);
    const ids = [await dueMessageTo(guest), await dueMessageTo(guest)];
    const batches = await dispatchOf(event.id);
    await Promise.all(batches.map((batch) => deliverBatches([batch])));
    const outcomes = await Promise.all(ids.map((id) => deliveriesOf(host, event.id, id)));
    expect(outcomes.map(([one]) => one?.status)).toEqual(["sent", "suppressed"]);
  });

  it.each<[string, (guest: WireGuest, bare: WireGuest) => Promise<string>]>([
    ["chosen together with a guest who has no address", (guest, bare) => dueMessageTo(guest, bare)],
    ["the audience of a tag", ({ event_id: eventId }) => dueMessageToTag(eventId, "victim")],
  ])("include a message to %s", async (_, messageTo) => {
    const { host, event, guest, email } = await mailboxWith(9);
    const path = `/events/${event.id}/guests/${guest.id}`;
    expect((await host.api("PATCH", path, { tags: ["victim"] })).status).toBe(200);
    const id = await messageTo(guest, await addGuest(host, event.id));
    for (const batch of await dispatchOf(event.id)) await deliverBatches([batch]);
    expect(await deliveriesOf(host, event.id, id)).toContainEqual(
      expect.objectContaining({ status: "suppressed", reason: "mailbox_limit" }),
    );
    expect(await mailsTo(email)).toEqual([]);
  });

  it("leave out broadcasts to more than 20 guests", async () => {
    const { host, event, email } = await mailboxWith(9);
    await importCsv(host, event.id, csvOf(20, event.id));
    await dueMessage(event.id, { body: "Hello" });
    for (const batch of await dispatchOf(event.id)) await deliverBatches([batch]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("include those to a guest who has another address now", async () => {
    const { host, event, guest, email } = await mailboxWith(9);
    const path = `/events/${event.id}/guests`;
    const moved = await host.api("PATCH", `${path}/${guest.id}`, { email: `moved-${crypto.randomUUID()}@example.com` });
    expect(moved.status).toBe(200);
    const next = await addGuest(host, event.id, { email });
    await issueLink(host, event.id, next.id);
    await eventually(async () =>
      expect(await deliveriesTo(next.id)).toMatchObject([
        { kind: "invitation", status: "suppressed", reason: "mailbox_limit" },
      ]),
    );
    expect(await mailsTo(email)).toEqual([]);
  });
});
