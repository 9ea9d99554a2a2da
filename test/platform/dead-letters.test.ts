import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { BusMessage } from "../../proto/bus/messages.ts";
import { openDatabase } from "../../src/db/client.ts";
import { REPLAYABLE, replayDeadLetters } from "../../src/mail/dead-letter-queries.ts";
import { parseRow } from "../../src/platform/outbox/outbox-row.ts";
import { signedInHost } from "../support/account.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { openRequest } from "../support/guest-requests.ts";
import { mailsTo, mailTo } from "../support/mailbox.ts";
import { busMessage, consume } from "../support/queue.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

const NO_ENGINE = { SCORING_ENGINE_URL: "http://127.0.0.1:9" };

/** Delivers a message to the dead-letter queue, as its queue does after the last attempt. */
async function deadLetter(queue: string, message: BusMessage): Promise<void> {
  expect((await consume(`${queue}-dead`, [message])).acked).toEqual([0]);
}

/** Runs the statements of `npm run ops -- dead-letters`. @returns the messages that they put into the outbox */
async function replayed(type: string): Promise<BusMessage[]> {
  const before = await env.DB.prepare("select id from outbox").all<{ id: string }>();
  const known = new Set(before.results.map(({ id }) => id));
  const db = openDatabase(env.DB);
  await db.batch(replayDeadLetters(db, type));
  const { results } = await env.DB.prepare("select id, type, body from outbox where created_at = 0").all<{
    id: string;
    type: string;
    body: string;
  }>();
  const entries = results
    .filter(({ id }) => !known.has(id))
    .map((row) => parseRow({ ...row, body: JSON.parse(row.body) }));
  for (const { id } of entries) await env.DB.prepare("delete from outbox where id = ?").bind(id).run();
  return entries.flatMap(({ messages }) => messages);
}

const about = (id: string) => (message: BusMessage) => JSON.stringify(message.body).includes(id);

it("resends a failed email once, from the current state of the database", async () => {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const guest = firstOf(fixture);
  const invitation = busMessage("invitation.send", {
    event_id: fixture.eventId,
    guest_id: guest.id,
    token_id: guest.tokenId,
    guest_name: "Guest 0",
    guest_email: guest.email,
    host_name: host.name,
    event_name: "Gala",
    event_date: new Date().toISOString(),
    issued_at: new Date().toISOString(),
    link: `https://usher.test/i/${guest.token}`,
  });
  await deadLetter("usher-notifier", invitation);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "failed" }]);
  const [again] = (await replayed("invitation.send")).filter(about(guest.id));
  if (again === undefined) throw new Error("nothing was replayed");
  expect(JSON.stringify(again)).not.toContain(guest.email);
  for (const message of [again, again]) expect((await consume("usher-notifier", [message])).acked).toEqual([0]);
  expect((await mailTo(guest.email)).text).toContain(guest.token);
  expect(await mailsTo(guest.email)).toHaveLength(1);
  expect((await replayed("invitation.send")).filter(about(guest.id))).toEqual([]);
});

it("scores an unscored access on replay", async () => {
  const fixture = await makeEventFixture((await signedInHost()).id, 1);
  const guest = firstOf(fixture);
  await costOf(openRequest(guest.token), recordingEnv(undefined, { ...NO_ENGINE, ACCESS_QUEUE: discardingQueue() }));
  const log = () =>
    env.DB.prepare("select id, score, user_agent from access_logs where guest_id = ?").bind(guest.id).first<{
      id: string;
      score: number | null;
      user_agent: string;
    }>();
  const unscored = await log();
  expect(unscored?.score).toBeNull();
  const attempted = busMessage("access.attempted", {
    event_id: fixture.eventId,
    guest_id: guest.id,
    token_id: guest.tokenId,
    access_log_id: unscored?.id ?? "",
    occurred_at: new Date().toISOString(),
  });
  await deadLetter("usher-access", attempted);
  const [again] = (await replayed("access.attempted")).filter(about(guest.id));
  expect(again?.body).toMatchObject({ user_agent: unscored?.user_agent });
  expect((await consume("usher-access", [again])).acked).toEqual([0]);
  await eventually(async () => expect((await log())?.score).not.toBeNull());
});

/** The `kind` in messages that have one, and not that of a confirmation. */
const KINDS: Readonly<Record<string, string>> = {
  "account.mail": "verify_email",
  "account.notice": "password_changed",
  "owners.notice": "owner_added",
};

it.each(REPLAYABLE.filter((type) => !["access.attempted", "fraud.scored", "invitation.send"].includes(type)))(
  "rebuilds %s as a queue message that its consumer reads",
  async (type) => {
    const fixture = await makeEventFixture((await signedInHost()).id, 1);
    const id = crypto.randomUUID();
    const at = new Date().toISOString();
    // The body of an erased guest would be left out.
    const guest = { event_id: fixture.eventId, guest_id: firstOf(fixture).id };
    const ids = { ...guest, access_log_id: id, rsvp_id: id, user_id: id, token_id: id, nonce_id: id };
    const words = { kind: KINDS[type] ?? "rsvp", response: "maybe", role: "editor" };
    const rest = { invite_id: id, invited_by: id, plus_ones: 0, submitted_at: at, subscription_id: id };
    const times = { happened_at: at, made_by: id, ended_at: Date.now() };
    const copy = { copy_id: id, copied_by: id, copied_at: Date.now() };
    const record = { action: "webhook.created", actor_id: id, recorded_at: Date.now() };
    const filled = { email: "a@example.com", access_link: "https://usher.test/i/x" };
    const body = { ...ids, ...words, ...rest, ...times, ...copy, ...record, ...filled };
    await deadLetter("usher-notifier", { type, id: crypto.randomUUID(), body } as unknown as BusMessage);
    expect((await replayed(type)).filter(about(id))).toMatchObject([{ type }]);
  },
);

it("replays nothing for other types", () => {
  const db = openDatabase(env.DB);
  expect(replayDeadLetters(db, "message.deliver")).toEqual([]);
  expect(replayDeadLetters(db, "x' or '1'='1")).toEqual([]);
});

/** A queue that accepts messages and discards them. */
function discardingQueue(): Queue {
  const taken = async () => ({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } });
  return { send: taken, sendBatch: taken, metrics: async () => ({ backlogCount: 0, backlogBytes: 0 }) } as Queue;
}
