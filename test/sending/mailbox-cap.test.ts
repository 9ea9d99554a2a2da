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

/** Inserts a due message to one guest. */
async function dueMessageTo({ event_id: eventId, id: guestId }: WireGuest): Promise<string> {
  const id = await dueMessage(eventId, { body: "Hello" });
  await env.DB.batch([
    env.DB.prepare("update messages set segment = 'chosen' where event_id = ? and id = ?").bind(eventId, id),
    env.DB.prepare("insert into message_recipients (event_id, message_id, guest_id) values (?, ?, ?)").bind(
      eventId,
      id,
      guestId,
    ),
  ]);
  return id;
}

describe("nine emails per hour from one host to one mailbox", () => {
  it("include messages to one guest that are sent, and leave out those that are dropped", async () => {
    const { host, event, guest } = await mailboxWith(8);
    const ids = [await dueMessageTo(guest), await dueMessageTo(guest), await dueMessageTo(guest)];
    const { captured, queue } = capturingQueue();
    await dispatchDue(createRequestContext({ ...env, BROADCASTS_QUEUE: queue }, () => undefined));
    const batches = captured.filter(({ body }) => "event_id" in body && body.event_id === event.id);
    for (const batch of batches) await deliverBatches([batch]);
    const outcomes = await Promise.all(ids.map((id) => deliveriesOf(host, event.id, id)));
    const dropped = { status: "suppressed", reason: "mailbox_limit" };
    expect(outcomes.flat().toSorted((one, other) => one.status.localeCompare(other.status))).toMatchObject([
      { status: "sent" },
      dropped,
      dropped,
    ]);
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
