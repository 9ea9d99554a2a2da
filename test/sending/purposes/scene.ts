import { env } from "cloudflare:workers";
import { HOUR_MS } from "../../../src/kernel/clock.ts";
import { emailKey } from "../../../src/kernel/email-address.ts";
import { newId } from "../../../src/kernel/ids.ts";
import { recipientHashes } from "../../../src/platform/mail/host-sender.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { mailsTo } from "../../support/mailbox.ts";
import { BUDGETS, COUNTERS, MAILS_AN_HOUR, type Obstacle, type Tier } from "./table.ts";

/** The owner of the address: the guest, the host, or a person whom the service does not know. */
export type Whom = "guest" | "host" | "somebody";

/** A host, and an invited guest whom no email has reached. */
export interface Scene {
  host: Host;
  tier: Tier;
  eventId: string;
  guestId: string;
  tokenId: string;
  token: string;
  guestEmail: string;
  /** The address to which the email goes. */
  email: string;
  whom: Whom;
}

/** Makes a scene in which nobody else's limits count: each has a new host. */
export async function sceneOf(whom: Whom, tier: Tier): Promise<Scene> {
  const host = await signedInHost(tier === "free" ? {} : { tier });
  const fixture = await makeEventFixture(host.id, 1);
  const { id: guestId, email: guestEmail, tokenId, token } = firstOf(fixture);
  const addresses = { guest: guestEmail, host: host.email, somebody: `somebody-${crypto.randomUUID()}@example.com` };
  const { eventId } = fixture;
  return { host, tier, eventId, guestId, tokenId, token, guestEmail, email: addresses[whom], whom };
}

/** Runs a statement on the first database. */
export function run(statement: string, ...values: readonly (string | number | null)[]) {
  return env.DB.prepare(statement)
    .bind(...values)
    .run();
}

/** Puts an obstacle before the emails of a scene. */
export async function put(obstacle: Obstacle, scene: Scene): Promise<void> {
  await PUT[obstacle](scene);
}

const PUT: Record<Obstacle, (scene: Scene) => Promise<unknown>> = {
  "no obstacle": async () => undefined,
  "a bounced address": (scene) => suppress(scene, "bounced"),
  "an address that complained": (scene) => suppress(scene, "complained"),
  "an address that unsubscribed": (scene) => suppress(scene, "unsubscribed"),
  "an address that complained about the host": (scene) => suppressForHost(scene, "complained"),
  "an address that unsubscribed from the host": (scene) => suppressForHost(scene, "unsubscribed"),
  "a spent budget": (scene) => setCounter(scene, "recipients", BUDGETS[scene.tier].recipients),
  "too many lost addresses": (scene) => setCounter(scene, "abandoned", BUDGETS[scene.tier].lost),
  "a spent day of unreached guests": (scene) => setCounter(scene, "unreached", COUNTERS[scene.tier].asked),
  "a paused host": ({ host }) =>
    run("insert into sending_pauses (user_id, reason, paused_at) values (?, 'bounces', 1)", host.id),
  "a full mailbox": fillMailbox,
  "a spent counter of requests with a link": (scene) => setCounter(scene, "asked", COUNTERS[scene.tier].asked),
  "a spent counter of public requests": (scene) =>
    setCounter(scene, "asked_publicly", COUNTERS[scene.tier].askedPublicly),
};

function suppress({ email }: Scene, reason: string) {
  return run(
    "insert into suppressions (email_key, reason, created_at) values (?, ?, 1) on conflict do nothing",
    emailKey(email),
    reason,
  );
}

function suppressForHost({ email, host }: Scene, reason: string) {
  return run(
    "insert into host_unsubscribes (email_key, host_id, reason, created_at) values (?, ?, ?, 1)",
    emailKey(email),
    host.id,
    reason,
  );
}

/** Sets a counter of the host in this hour. */
export function setCounter(
  { host }: Scene,
  counter: "recipients" | "abandoned" | "asked" | "asked_publicly" | "unreached",
  count: number,
) {
  return run(
    `insert into sending_hours (user_id, hour, ${counter}) values (?1, ?2, ?3)
     on conflict do update set ${counter} = excluded.${counter}`,
    host.id,
    Math.floor(Date.now() / HOUR_MS),
    count,
  );
}

/** Stores that the mailbox has got the emails of an hour from the host. */
async function fillMailbox({ email, eventId, guestId, whom }: Scene): Promise<void> {
  const hash = await hashOf(email);
  const now = Date.now();
  const insert = env.DB.prepare(
    `insert into deliveries (id, dedupe_key, kind, purpose, channel, event_id, guest_id, recipient_hash, status, attempts,
       created_at, updated_at) values (?1, ?1, 'confirmation', 'reply', 'email', ?2, ?3, ?4, 'sent', 1, ?5, ?5)`,
  );
  const guest = whom === "guest" ? guestId : null;
  await env.DB.batch(
    Array.from({ length: MAILS_AN_HOUR }, () => insert.bind(newId(now), eventId, guest, hash, now - 60_000)),
  );
}

/** A scene per obstacle. */
export type Scenes = Record<Obstacle, Scene>;

/** Runs a step for every scene. @returns the results by obstacle */
export async function each<T>(
  scenes: Scenes,
  step: (scene: Scene, obstacle: Obstacle) => Promise<T>,
): Promise<Record<string, T>> {
  const steps = Object.entries(scenes).map(
    async ([obstacle, scene]) => [obstacle, await step(scene, obstacle as Obstacle)] as const,
  );
  return Object.fromEntries(await Promise.all(steps));
}

/** A delivery as the database has it. */
interface StoredDelivery {
  kind: string;
  purpose: string;
  channel: string;
  status: string;
  reason: string | null;
}

/** The outcome of an email. */
export interface Outcome {
  /** Emails that the mail server has accepted for the address. */
  arrived: number;
  stored: StoredDelivery[];
}

/** Reads the outcome of the email of a scene. @param kind of a message to guests, whose deliveries do not name it */
export async function outcomeOf(kind: string, scene: Scene): Promise<Outcome> {
  const [arrived, single, ofMessages] = await Promise.all([
    mailsTo(scene.email),
    deliveriesAt(scene.email),
    messageDeliveriesTo(scene, kind),
  ]);
  return { arrived: arrived.length, stored: [...single, ...ofMessages] };
}

/** The deliveries to an address, without those of `fillMailbox`. */
async function deliveriesAt(address: string): Promise<StoredDelivery[]> {
  const { results } = await env.DB.prepare(
    `select kind, purpose, channel, status, reason from deliveries
     where recipient_hash = ? and (provider is not null or attempts = 0) order by id`,
  )
    .bind(await hashOf(address))
    .all<StoredDelivery>();
  return results;
}

/** The deliveries of messages to the guest. */
async function messageDeliveriesTo({ eventId, guestId }: Scene, kind: string): Promise<StoredDelivery[]> {
  const { results } = await env.DB.prepare(
    `select ?3 as kind, 'host' as purpose, sent.channel, mail.status, mail.reason from message_deliveries mail
     join messages sent on sent.event_id = mail.event_id and sent.id = mail.message_id
     where mail.event_id = ?1 and mail.guest_id = ?2`,
  )
    .bind(eventId, guestId, kind)
    .all<StoredDelivery>();
  return results;
}

/** A counter of the host in 24 hours. */
export async function counterOf({ host }: Scene, counter: string): Promise<number> {
  const row = env.DB.prepare(`select coalesce(sum(${counter}), 0) as n from sending_hours where user_id = ?`);
  return (await row.bind(host.id).first<number>("n")) ?? 0;
}

async function hashOf(address: string): Promise<string> {
  const { keyring } = createRequestContext(env, () => undefined);
  return (await recipientHashes(keyring, address))[0];
}
