import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { signedInHost } from "../support/account.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent, type WireEvent } from "../support/guest.ts";
import { mailsTo, mailTo } from "../support/mailbox.ts";
import { busMessage, consume } from "../support/queue.ts";
import { recordingEnv } from "../support/recording-env.ts";
import { rounds } from "../support/rounds.ts";

const QUEUE = "usher-notifier";
/**
 * Guest, event, host and link; the host, the guest's address, the mailbox and its last emails (17 rows) and the delivery when
 * it is claimed; the delivery when it is noted; the link's time; what hosts see.
 */
const MAX_ROWS_READ = 32;
/** The delivery with its three indexes, its note with the provider's id, the link's time. */
const MAX_ROWS_WRITTEN = 7;

interface Invitee {
  id: string;
  email: string;
  invitation: ReturnType<typeof busMessage<"invitation.send">>;
}

/** Guests with links, and for each the message that requests the invitation. */
async function invitees(count: number): Promise<Invitee[]> {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host);
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const email = `guest-${index}-${crypto.randomUUID()}@example.com`;
      const guest = await addGuest(host, event.id, { name: `Guest ${index}`, email });
      const link = await issueLink(host, event.id, guest.id, { notify: false });
      return { id: guest.id, email, invitation: invitationOf(event, guest.id, email, link) };
    }),
  );
}

function invitationOf(event: WireEvent, guestId: string, email: string, link: { id: string; link: string }) {
  return busMessage("invitation.send", {
    event_id: event.id,
    guest_id: guestId,
    token_id: link.id,
    guest_name: "Grace Guest",
    guest_email: email,
    host_name: "Ada Host",
    event_name: event.name,
    event_date: event.event_date,
    issued_at: new Date().toISOString(),
    link: link.link,
  });
}

/** The items in an order that is the same in every run: even positions backwards, then odd ones. */
function outOfOrder<T>(items: readonly T[]): T[] {
  const at = (rest: number) => items.filter((_, index) => index % 2 === rest);
  return [...at(0).toReversed(), ...at(1)];
}

/** @spec 6.1 "Messages on the message bus (JSON). Consumers acknowledge explicitly." */
test("sends one email per queue message for repeated and unordered deliveries", async () => {
  const guests = await invitees(8);
  const messages = guests.map(({ invitation }) => invitation);
  await env.NOTIFIER_QUEUE.sendBatch(outOfOrder([...messages, ...messages, ...messages]).map((body) => ({ body })));
  await eventually(async () => {
    const rows = (await Promise.all(guests.map(({ id }) => deliveriesTo(id)))).flat();
    expect(rows.map(({ status, attempts }) => ({ status, attempts }))).toEqual(
      guests.map(() => ({ status: "sent", attempts: 1 })),
    );
  });
  // A fourth delivery, after the outcome is final: acknowledged without another request to the mail server.
  const outcome = await consume(QUEUE, outOfOrder(messages));
  expect(outcome.acked).toHaveLength(guests.length);
  expect(outcome.retried).toEqual([]);
  for (const { email } of guests) expect(await mailsTo(email)).toHaveLength(1);
});

test("sends one email for two parallel consumers of one queue message, and lets the second wait", async () => {
  const [guest] = await invitees(1);
  if (!guest) throw new Error("no guest");
  const outcomes = await Promise.all([consume(QUEUE, [guest.invitation]), consume(QUEUE, [guest.invitation])]);
  const waits = outcomes.flatMap(({ retried }) => retried);
  for (const { delaySeconds } of waits) expect(delaySeconds).toBeGreaterThan(60);
  expect(outcomes.flatMap(({ acked }) => acked)).toHaveLength(2 - waits.length);
  expect(await mailsTo(guest.email)).toHaveLength(1);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "sent", attempts: 1 }]);
});

test("sends a separate email for a second queue message to a guest an hour later", async () => {
  const [guest] = await invitees(1);
  if (!guest) throw new Error("no guest");
  const next = () => ({ ...guest.invitation, id: crypto.randomUUID() });
  await consume(QUEUE, [guest.invitation, next()]);
  expect(await mailsTo(guest.email)).toHaveLength(1);
  const statuses = (await deliveriesTo(guest.id)).map(({ status, reason }) => `${status} ${reason}`).sort();
  expect(statuses).toEqual(["sent null", "suppressed too_soon"]);
  await env.DB.prepare("update deliveries set created_at = created_at - 3600000 where guest_id = ?")
    .bind(guest.id)
    .run();
  await consume(QUEUE, [next()]);
  expect(await mailsTo(guest.email)).toHaveLength(2);
});

/** The row of a Worker that crashes between claiming a delivery and storing its outcome. */
async function insertCrashedClaim(guest: Invitee, agoMs: number): Promise<void> {
  const at = Date.now() - agoMs;
  await env.DB.prepare(
    `insert into deliveries (id, dedupe_key, kind, purpose, channel, event_id, guest_id, recipient_hash, status, attempts,
      claimed_at, created_at, updated_at) values (?1, ?2, 'invitation', 'host', 'email', ?3, ?4, 'hash', 'pending', 1, ?5, ?5, ?5)`,
  )
    .bind(crypto.randomUUID(), `${guest.invitation.id}:${guest.id}`, guest.invitation.body.event_id, guest.id, at)
    .run();
}

test("repeats an attempt that crashed once its claim has expired", async () => {
  const [recent, longAgo] = await invitees(2);
  if (!recent || !longAgo) throw new Error("no guests");
  await insertCrashedClaim(recent, 1_000);
  await insertCrashedClaim(longAgo, 5 * 60_000);
  const outcome = await consume(QUEUE, [recent.invitation, longAgo.invitation]);
  expect(outcome.acked).toEqual([1]);
  const [wait] = outcome.retried;
  expect(wait).toMatchObject({ index: 0 });
  expect(wait?.delaySeconds).toBeGreaterThan(100);
  // Two minutes after the first attempt began, and up to a quarter more.
  expect(wait?.delaySeconds).toBeLessThanOrEqual(152);
  expect(await mailsTo(recent.email)).toEqual([]);
  await mailTo(longAgo.email);
  expect(await deliveriesTo(longAgo.id)).toMatchObject([{ status: "sent", attempts: 2, claimed_at: null }]);
});

test("delivers the invitations of one queue batch once each", { tags: "rounds" }, async () => {
  const guests = await invitees(rounds(50));
  const outcome = await consume(
    QUEUE,
    guests.map(({ invitation }) => invitation),
  );
  expect(outcome.acked).toHaveLength(guests.length);
  for (const { email } of guests) expect(await mailsTo(email)).toHaveLength(1);
});

test("makes three database calls per email, for any size of the event", { tags: "rounds" }, async () => {
  const costs: unknown[] = [];
  for (const size of [1, rounds(40)]) {
    const guests = await invitees(size);
    const recording = recordingEnv();
    const [guest] = guests;
    if (!guest) throw new Error("no guest");
    expect((await consume(QUEUE, [guest.invitation], { changes: recording.env })).acked).toEqual([0]);
    const calls = recording.recorder.calls.filter(({ target }) => target === "d1");
    const sum = (pick: (call: (typeof calls)[number]) => number) =>
      calls.reduce((total, call) => total + pick(call), 0);
    const cost = { calls: calls.length, read: sum((call) => call.rowsRead), written: sum((call) => call.rowsWritten) };
    expect(cost.calls).toBe(3);
    expect(cost.read).toBeLessThanOrEqual(MAX_ROWS_READ);
    expect(cost.written).toBeLessThanOrEqual(MAX_ROWS_WRITTEN);
    costs.push(cost);
  }
  expect(costs[1]).toEqual(costs[0]);
});

test("skips an invitation with a replaced link or of a deleted event", async () => {
  const host = await signedInHost();
  const event = await makeEvent(host);
  const email = `guest-${crypto.randomUUID()}@example.com`;
  const guest = await addGuest(host, event.id, { email });
  const old = await issueLink(host, event.id, guest.id, { notify: false });
  const rotated = await host.api("POST", `/events/${event.id}/tokens/rotate`, { guest_id: guest.id, notify: false });
  const fresh = await rotated.json<{ id: string; link: string }>();
  await consume(QUEUE, [invitationOf(event, guest.id, email, old)]);
  expect((await host.api("DELETE", `/events/${event.id}`)).status).toBe(204);
  await consume(QUEUE, [invitationOf(event, guest.id, email, fresh)]);
  expect((await deliveriesTo(guest.id)).map(({ status, reason }) => ({ status, reason }))).toEqual([
    { status: "suppressed", reason: "link_replaced" },
    { status: "suppressed", reason: "event_closed" },
  ]);
  expect(await mailsTo(email)).toEqual([]);
});

test("sends nothing to a deleted guest, and stores nothing about the guest", async () => {
  const host = await signedInHost();
  const event = await makeEvent(host);
  const email = `guest-${crypto.randomUUID()}@example.com`;
  const guest = await addGuest(host, event.id, { email });
  const link = await issueLink(host, event.id, guest.id, { notify: false });
  expect((await host.api("DELETE", `/events/${event.id}/guests/${guest.id}`)).status).toBe(204);
  const outcome = await consume(QUEUE, [invitationOf(event, guest.id, email, link)]);
  expect(outcome.acked).toEqual([0]);
  expect(await deliveriesTo(guest.id)).toEqual([]);
  expect(await mailsTo(email)).toEqual([]);
});
