import { env } from "cloudflare:workers";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import type { Faults } from "../../scripts/mail-catcher/faults.ts";
import { signedInHost } from "../support/account.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { clearMailFaults, mailsTo, mailTo, setMailFaults } from "../support/mailbox.ts";
import { busMessage, consume } from "../support/queue.ts";

const QUEUE = "usher-notifier";
/** A port on which nothing listens. */
const NO_SERVER = "smtp://usher:usher@127.0.0.1:9";

/** A guest on an email domain of only this test, and the queue message for the invitation. */
async function invitee() {
  const host = await signedInHost();
  const event = await makeEvent(host);
  const domain = `${crypto.randomUUID()}.example`;
  const email = `grace@${domain}`;
  const guest = await addGuest(host, event.id, { name: "Grace Guest", email });
  const link = await issueLink(host, event.id, guest.id, { notify: false });
  const invitation = busMessage("invitation.send", {
    event_id: event.id,
    guest_id: guest.id,
    token_id: link.id,
    guest_name: "Grace Guest",
    guest_email: email,
    host_name: host.name,
    event_name: event.name,
    event_date: event.event_date,
    issued_at: new Date().toISOString(),
    link: link.link,
  });
  return { host, event, guest, email, domain, link, invitation };
}

async function faultsFor(domain: string, faults: Omit<Faults, "only_to">): Promise<void> {
  await setMailFaults({ only_to: domain, ...faults });
  onTestFinished(() => clearMailFaults(domain));
}

test("fails immediately for a rejected address, with the server's reply and without the address", async () => {
  const { guest, email, domain, invitation } = await invitee();
  await faultsFor(domain, { refuse: [email] });
  await env.NOTIFIER_QUEUE.send(invitation);
  const [row] = await eventually(async () => {
    const rows = await deliveriesTo(guest.id);
    expect(rows).toMatchObject([{ status: "failed", attempts: 1, claimed_at: null }]);
    return rows;
  });
  expect(row?.reason).toContain("550");
  expect(row?.reason).toContain("no such mailbox");
  expect(JSON.stringify(row)).not.toContain(domain);
  expect(await mailsTo(email)).toEqual([]);
  expect((await consume(QUEUE, [invitation])).acked).toEqual([0]);
});

test("delivers to a busy mailbox at a later attempt, with growing delays", async () => {
  const { guest, email, domain, invitation } = await invitee();
  await faultsFor(domain, { defer: [email] });
  const waits: number[] = [];
  for (const attempts of [1, 2, 3]) {
    const { retried } = await consume(QUEUE, [invitation], { attempts });
    waits.push(retried[0]?.delaySeconds ?? 0);
  }
  for (const [index, least] of [10, 20, 40].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(least);
    expect(waits[index]).toBeLessThanOrEqual(least * 1.25 + 1);
  }
  const [row] = await deliveriesTo(guest.id);
  expect(row).toMatchObject({ status: "pending", attempts: 3, claimed_at: null });
  expect(row?.reason).toContain("451");

  await clearMailFaults(domain);
  expect((await consume(QUEUE, [invitation], { attempts: 4 })).acked).toEqual([0]);
  await mailTo(email);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "sent", attempts: 4, reason: null }]);
});

test("counts an attempt without losing the email when the mail server is down", async () => {
  const { guest, email, invitation } = await invitee();
  const down = await consume(QUEUE, [invitation], { changes: { SMTP_URL: NO_SERVER } });
  expect(down.acked).toEqual([]);
  expect(down.retried).toMatchObject([{ index: 0 }]);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "pending", attempts: 1 }]);
  expect((await consume(QUEUE, [invitation], { attempts: 2 })).acked).toEqual([0]);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("sends one email when the connection breaks before the server accepted it", async () => {
  const { guest, email, domain, invitation } = await invitee();
  await faultsFor(domain, { drop_every: 1, drop_at: "data" });
  expect((await consume(QUEUE, [invitation])).retried).toHaveLength(1);
  await clearMailFaults(domain);
  expect((await consume(QUEUE, [invitation], { attempts: 2 })).acked).toEqual([0]);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "sent", attempts: 2 }]);
});

test("repeats the Message-ID in the second email after a lost reply", async () => {
  const { email, domain, invitation } = await invitee();
  await faultsFor(domain, { drop_every: 1, drop_at: "answer" });
  expect((await consume(QUEUE, [invitation])).retried).toHaveLength(1);
  await clearMailFaults(domain);
  await consume(QUEUE, [invitation], { attempts: 2 });
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(1);
});

test("delays no other email because of one bad address in a batch", async () => {
  const [bad, ...good] = await Promise.all([invitee(), invitee(), invitee(), invitee()]);
  await faultsFor(bad.domain, { defer: [bad.email] });
  const outcome = await consume(
    QUEUE,
    [bad, ...good].map(({ invitation }) => invitation),
  );
  expect(outcome.retried.map(({ index }) => index)).toEqual([0]);
  expect(outcome.acked).toEqual([1, 2, 3]);
  for (const { email } of good) expect(await mailsTo(email)).toHaveLength(1);
});

test("acknowledges an unreadable queue message, and logs no content", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => error.mockRestore());
  const secret = "secret-that-is-never-logged";
  const outcome = await consume(QUEUE, [
    { type: "invitation.send", id: "1", body: { link: secret } },
    { type: "no.such.type", id: "2", body: {} },
    secret,
    null,
  ]);
  expect(outcome.acked).toHaveLength(4);
  expect(outcome.retried).toEqual([]);
  const logged = error.mock.calls.flat().join("\n");
  expect(logged.match(/message_unreadable/g)).toHaveLength(4);
  expect(logged).not.toContain(secret);
});

/** The variables for the hosted mail API, with the catcher's double of it. */
function hosted() {
  return { RESEND_API_KEY: "re_test", RESEND_API_BASE: `http://127.0.0.1:${inject("mailCatcher").httpPort}/resend` };
}

test("retries a hosted API after its Retry-After, and drops duplicates by their key", async () => {
  const { guest, email, domain, invitation } = await invitee();
  const changes = hosted();
  await faultsFor(domain, { defer: [email] });
  const limited = await consume(QUEUE, [invitation], { changes });
  expect(limited.retried[0]?.delaySeconds).toBeGreaterThanOrEqual(7);
  await faultsFor(domain, { drop_every: 1, drop_at: "answer" });
  expect((await consume(QUEUE, [invitation], { changes, attempts: 2 })).retried).toHaveLength(1);
  await clearMailFaults(domain);
  expect((await consume(QUEUE, [invitation], { changes, attempts: 3 })).acked).toEqual([0]);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "sent", attempts: 3, provider: "hosted" }]);
});

/** The database, with a range of batches that fail as if it was overloaded. */
function failingBatchesDb(from: number, to: number): D1Database {
  let batches = 0;
  const withFailures = (session: D1DatabaseSession) =>
    replaced(session, "batch", (statements: D1PreparedStatement[]) => {
      batches += 1;
      const fails = batches >= from && batches <= to;
      return fails ? Promise.reject(new Error("D1_ERROR: D1 DB is overloaded.")) : session.batch(statements);
    });
  return replaced(env.DB, "withSession", (start: string) => withFailures(env.DB.withSession(start)));
}

function replaced<T extends object>(target: T, method: string, by: (argument: never) => unknown): T {
  return new Proxy(target, {
    get(object, property) {
      if (property === method) return by;
      const value: unknown = Reflect.get(object, property, object);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}

test("sends no second email when the database fails briefly after the server has responded", async () => {
  const { guest, email, invitation } = await invitee();
  // The first D1 batch reads, the second claims the delivery, the third stores the outcome.
  const outcome = await consume(QUEUE, [invitation], { changes: { DB: failingBatchesDb(3, 4) } });
  expect(outcome.acked).toEqual([0]);
  await consume(QUEUE, [invitation]);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "sent", attempts: 1 }]);
});

test("counts an attempt without losing the email when the database is down before sending", async () => {
  const { guest, email, invitation } = await invitee();
  const outcome = await consume(QUEUE, [invitation], { changes: { DB: failingBatchesDb(2, 2) } });
  expect(outcome.retried).toHaveLength(1);
  expect(await deliveriesTo(guest.id)).toEqual([]);
  expect((await consume(QUEUE, [invitation])).acked).toEqual([0]);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("logs no guest and no link", async () => {
  const spies = (["log", "info", "warn", "error"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  );
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  const { email, domain, link, host, event, guest, invitation } = await invitee();
  await faultsFor(domain, { defer: [email] });
  await consume(QUEUE, [invitation]);
  await consume("usher-notifier-dead", [invitation]);
  await faultsFor(domain, { refuse: [email] });
  await consume(QUEUE, [{ ...invitation, id: crypto.randomUUID() }]);
  await clearMailFaults(domain);
  await host.api("DELETE", `/events/${event.id}/guests/${guest.id}`);
  await consume(QUEUE, [{ ...invitation, id: crypto.randomUUID() }]);
  const logged = spies.flatMap((spy) => spy.mock.calls.flat()).join("\n");
  for (const line of ["mail_not_accepted", "message_dead_lettered", "mail_skipped"]) expect(logged).toContain(line);
  for (const secret of [email, domain, link.token, "Grace"]) expect(logged).not.toContain(secret);
});

interface DeadLetterRow {
  queue: string;
  type: string;
  body: string;
}

function deadLettersOf(messageId: string): Promise<DeadLetterRow[]> {
  return env.DB.prepare("select queue, type, body from dead_letters where json_extract(body, '$.id') = ?")
    .bind(messageId)
    .all<DeadLetterRow>()
    .then(({ results }) => results);
}

test("leaves a failed delivery and a row without secrets for a dead-lettered queue message", async () => {
  const { guest, email, domain, event, link, invitation } = await invitee();
  await faultsFor(domain, { defer: [email] });
  await consume(QUEUE, [invitation], { attempts: 5 });
  const deadLettered = await consume("usher-notifier-dead", [invitation]);
  expect(deadLettered.acked).toEqual([0]);
  const [row] = await deliveriesTo(guest.id);
  expect(row).toMatchObject({ status: "failed", attempts: 1, claimed_at: null });
  expect(row?.reason).toContain("451");
  const [deadLetter] = await deadLettersOf(invitation.id);
  expect(deadLetter).toMatchObject({ queue: "usher-notifier-dead", type: "invitation.send" });
  expect(JSON.parse(deadLetter?.body ?? "")).toMatchObject({
    body: { event_id: event.id, guest_id: guest.id, token_id: link.id },
  });
  for (const secret of [link.token, email, "Grace", "/i/"]) expect(deadLetter?.body).not.toContain(secret);

  // A dead letter is final: repetitions change nothing.
  await clearMailFaults(domain);
  await consume(QUEUE, [invitation]);
  await consume("usher-notifier-dead", [invitation]);
  expect(await mailsTo(email)).toEqual([]);
  expect(await deliveriesTo(guest.id)).toHaveLength(1);
});

test("leaves a failed delivery for a queue message dead-lettered before its first attempt", async () => {
  const { guest, invitation } = await invitee();
  await consume("usher-notifier-dead", [invitation]);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "failed", reason: "gave_up", attempts: 0 }]);
});

test("stores no guest data of an access in a dead letter", async () => {
  const { event, guest, link } = await invitee();
  const accessed = busMessage("access.attempted", {
    event_id: event.id,
    guest_id: guest.id,
    token_id: link.id,
    access_log_id: crypto.randomUUID(),
    ip_address: "203.0.113.7",
    user_agent: "Lynx/2.9",
    referrer: link.link,
    occurred_at: new Date().toISOString(),
  });
  await consume("usher-access-dead", [accessed]);
  const [deadLetter] = await deadLettersOf(accessed.id);
  expect(deadLetter?.type).toBe("access.attempted");
  expect(deadLetter?.body).toContain(accessed.body.access_log_id);
  for (const secret of ["203.0.113.7", "Lynx", link.token]) expect(deadLetter?.body).not.toContain(secret);
});
