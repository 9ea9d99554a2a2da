/**
 * Kills the Worker (SIGKILL, with workerd) in the middle of a broadcast, restarts it on the same storage, and counts the
 * emails: every recipient must have one, at most one email per open connection may be sent twice, and the message must
 * end as `sent`. Exits with 1 otherwise.
 *
 *     npm run bench -- kill-broadcast            GUESTS (500) and KILLS (1) from the environment
 */
import { setTimeout as pause } from "node:timers/promises";
import { startMailCatcher } from "../../scripts/mail-catcher.ts";
import { inFolder, type KillableWorker, prepareWorker, startWorker } from "./killable-worker.ts";

const GUESTS = Number(process.env.GUESTS ?? 500);
const KILLS = Number(process.env.KILLS ?? 1);
/** The server's delay per email, so that the kill interrupts some of them. */
const SERVER_DELAY_MS = 20;
/** Connections of one consumer; one runs at a time. */
const CONNECTIONS = 4;
/** Per kill, twice the lease of the crashed attempt and a Scheduler run, plus the sending itself. */
const ENDS_WITHIN_MS = (KILLS + 1) * 90_000 + GUESTS * 50;
const SUFFIX = "@kill.example";

const catcher = await startMailCatcher({ keep: 10 * GUESTS });
try {
  await inFolder("kill-broadcast", run);
} finally {
  await catcher.stop();
}

async function run(folder: string): Promise<boolean> {
  const setup = await prepareWorker(folder, { SMTP_URL: `smtp://usher:usher@127.0.0.1:${catcher.smtpPort}` });
  await requestCatcher("/api/faults", {
    method: "POST",
    body: JSON.stringify({ only_to: SUFFIX, delay_ms: SERVER_DELAY_MS }),
  });

  let worker = await startWorker(setup);
  const messageId = await startBroadcast(worker);
  const began = Date.now();
  for (let kill = 1; kill <= KILLS; kill++) {
    const target = Math.round((GUESTS * kill) / (KILLS + 1));
    await until(async () => (await received()).total >= target, 60_000, `${target} mails`);
    await worker.kill();
    const { total } = await received();
    console.log(`kill ${kill}: SIGKILL after ${seconds(began)} s with ${total} of ${GUESTS} emails at the server`);
    worker = await startWorker(setup);
  }
  const status = async () =>
    (await worker.sql<{ status: string }>("select status from messages where id = ?", messageId))[0]?.status;
  await until(async () => (await status()) !== "sending", ENDS_WITHIN_MS, "the message to end");
  const took = seconds(began);
  const outcome = await verify(worker, messageId, (await status()) ?? "gone");
  console.log(`${JSON.stringify({ ...outcome, seconds: Number(took) })}`);
  await worker.kill();
  return outcome.passed;
}

/** Inserts a host, an event with guests, and a message to all of them that is due now. */
async function startBroadcast(worker: KillableWorker): Promise<string> {
  const now = Date.now();
  const [host, event, message] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await worker.sql(
    `insert into users (id, email, email_key, name, password_hash, sessions_valid_from, created_at, updated_at)
     values (?1, 'host@kill.example', 'host@kill.example', 'Host', 'none', ?2, ?2, ?2)`,
    host,
    now,
  );
  await worker.sql(
    `insert into events (id, host_id, name, event_date, created_at, updated_at) values (?1, ?2, 'Gala', ?3, ?4, ?4)`,
    event,
    host,
    now + 30 * 86_400_000,
    now,
  );
  await worker.sql(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?3)
     insert into guests (event_id, id, name, name_key, email, email_key, created_at, updated_at)
     select ?1, printf('01890000-0000-7000-8000-%012x', i), 'Guest ' || i, 'guest ' || i, 'guest-' || i || ?4, 'guest-' || i || ?4, ?2, ?2 from n`,
    event,
    now,
    GUESTS,
    SUFFIX,
  );
  await worker.sql(
    `insert into messages (event_id, id, audience, channel, subject, body, send_at, status, created_at, updated_at)
     values (?1, ?2, 'everyone', 'email', 'News', 'Dear {{guest_name}}, {{rsvp_link}}', ?3, 'scheduled', ?3, ?3)`,
    event,
    message,
    now,
  );
  return message;
}

async function verify(worker: KillableWorker, messageId: string, status: string) {
  const { total, byRecipient } = await received();
  const missing = Array.from({ length: GUESTS }, (_, index) => `guest-${index + 1}${SUFFIX}`).filter(
    (address) => !byRecipient.has(address),
  ).length;
  const duplicated = [...byRecipient.values()].filter((count) => count > 1).length;
  const [sent] = await worker.sql<{ count: number }>(
    "select count(*) as count from message_deliveries where message_id = ? and status = 'sent'",
    messageId,
  );
  const inDoubt = KILLS * CONNECTIONS;
  const passed = status === "sent" && missing === 0 && duplicated <= inDoubt && sent?.count === GUESTS;
  return {
    passed,
    status,
    recipients: GUESTS,
    mails: total,
    missing,
    duplicated,
    allowed_duplicates: inDoubt,
    recorded_as_sent: sent?.count,
  };
}

/** Emails that the mail server received. */
async function received(): Promise<{ total: number; byRecipient: Map<string, number> }> {
  const { items } = (await (await requestCatcher("/api/mails")).json()) as { items: { to: string[] }[] };
  const byRecipient = new Map<string, number>();
  for (const { to } of items) for (const address of to) byRecipient.set(address, (byRecipient.get(address) ?? 0) + 1);
  return { total: items.length, byRecipient };
}

function requestCatcher(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${catcher.httpPort}${path}`, init);
}

async function until(check: () => Promise<boolean>, ms: number, what: string): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`waited ${ms / 1000} s for ${what}`);
    await pause(100);
  }
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(1);
}
