import { env } from "cloudflare:workers";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Faults } from "../../scripts/mail-catcher/faults.ts";
import { signedInHost } from "../support/account.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { breakMail, mailsTo, mailTo, mendMail } from "../support/mailbox.ts";
import { busMessage, consume } from "../support/queue.ts";

const QUEUE = "usher-notifier";
/** A port on which nothing listens. */
const NO_SERVER = "smtp://usher:usher@127.0.0.1:9";

/** A guest at a mail domain of the test's own, and the message that asks for the invitation. */
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
  await breakMail({ only_to: domain, ...faults });
  onTestFinished(() => mendMail(domain));
}

test("an address that the server refuses fails at once, with the server's answer and not the address", async () => {
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
  expect((await consume(QUEUE, [invitation])).explicitAcks).toEqual(["m0"]);
});

test("a mailbox that is busy gets its mail at a later try, each waiting longer", async () => {
  const { guest, email, domain, invitation } = await invitee();
  await faultsFor(domain, { defer: [email] });
  const waits: number[] = [];
  for (const attempts of [1, 2, 3]) {
    const { retryMessages } = await consume(QUEUE, [invitation], { attempts });
    waits.push(retryMessages[0]?.delaySeconds ?? 0);
  }
  for (const [index, least] of [10, 20, 40].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(least);
    expect(waits[index]).toBeLessThanOrEqual(least * 1.25 + 1);
  }
  const [row] = await deliveriesTo(guest.id);
  expect(row).toMatchObject({ status: "pending", attempts: 3, claimed_at: null });
  expect(row?.reason).toContain("451");

  await mendMail(domain);
  expect((await consume(QUEUE, [invitation], { attempts: 4 })).explicitAcks).toEqual(["m0"]);
  await mailTo(email);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "sent", attempts: 4, reason: null }]);
});

test("a mail server that is down costs a try and no mail", async () => {
  const { guest, email, invitation } = await invitee();
  const down = await consume(QUEUE, [invitation], { changes: { SMTP_URL: NO_SERVER } });
  expect(down.explicitAcks).toEqual([]);
  expect(down.retryMessages).toMatchObject([{ msgId: "m0" }]);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "pending", attempts: 1 }]);
  expect((await consume(QUEUE, [invitation], { attempts: 2 })).explicitAcks).toEqual(["m0"]);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("a connection that breaks before the server has kept the mail leaves exactly one mail", async () => {
  const { guest, email, domain, invitation } = await invitee();
  await faultsFor(domain, { drop_every: 1, drop_at: "data" });
  expect((await consume(QUEUE, [invitation])).retryMessages).toHaveLength(1);
  await mendMail(domain);
  expect((await consume(QUEUE, [invitation], { attempts: 2 })).explicitAcks).toEqual(["m0"]);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "sent", attempts: 2 }]);
});

test("an answer that is lost is the one case of doubt: the second mail has the first one's Message-ID", async () => {
  const { email, domain, invitation } = await invitee();
  await faultsFor(domain, { drop_every: 1, drop_at: "answer" });
  expect((await consume(QUEUE, [invitation])).retryMessages).toHaveLength(1);
  await mendMail(domain);
  await consume(QUEUE, [invitation], { attempts: 2 });
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(1);
});

test("one bad address in a batch holds up none of the others", async () => {
  const [bad, ...good] = await Promise.all([invitee(), invitee(), invitee(), invitee()]);
  await faultsFor(bad.domain, { defer: [bad.email] });
  const outcome = await consume(
    QUEUE,
    [bad, ...good].map(({ invitation }) => invitation),
  );
  expect(outcome.retryMessages.map(({ msgId }) => msgId)).toEqual(["m0"]);
  expect(outcome.explicitAcks.sort()).toEqual(["m1", "m2", "m3"]);
  for (const { email } of good) expect(await mailsTo(email)).toHaveLength(1);
});

test("a message that is none is acknowledged and logged without what it says", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => error.mockRestore());
  const secret = "secret-that-nobody-logs";
  const outcome = await consume(QUEUE, [
    { type: "invitation.send", id: "1", body: { link: secret } },
    { type: "no.such.type", id: "2", body: {} },
    secret,
    null,
  ]);
  expect(outcome.explicitAcks).toHaveLength(4);
  expect(outcome.retryMessages).toEqual([]);
  const logged = error.mock.calls.flat().join("\n");
  expect(logged.match(/message_unreadable/g)).toHaveLength(4);
  expect(logged).not.toContain(secret);
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

test("a message that dies leaves a failed delivery and a letter without secrets", async () => {
  const { guest, email, domain, event, link, invitation } = await invitee();
  await faultsFor(domain, { defer: [email] });
  await consume(QUEUE, [invitation], { attempts: 5 });
  const buried = await consume("usher-notifier-dead", [invitation]);
  expect(buried.explicitAcks).toEqual(["m0"]);
  const [row] = await deliveriesTo(guest.id);
  expect(row).toMatchObject({ status: "failed", attempts: 1, claimed_at: null });
  expect(row?.reason).toContain("451");
  const [letter] = await deadLettersOf(invitation.id);
  expect(letter).toMatchObject({ queue: "usher-notifier-dead", type: "invitation.send" });
  expect(JSON.parse(letter?.body ?? "")).toMatchObject({
    body: { event_id: event.id, guest_id: guest.id, token_id: link.id },
  });
  for (const secret of [link.token, email, "Grace", "/i/"]) expect(letter?.body).not.toContain(secret);

  // The grave is as final as the mail: nothing of it is tried or noted again.
  await mendMail(domain);
  await consume(QUEUE, [invitation]);
  await consume("usher-notifier-dead", [invitation]);
  expect(await mailsTo(email)).toEqual([]);
  expect(await deliveriesTo(guest.id)).toHaveLength(1);
});

test("a message that dies before its first try is a failed delivery all the same", async () => {
  const { guest, invitation } = await invitee();
  await consume("usher-notifier-dead", [invitation]);
  expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "failed", reason: "gave_up", attempts: 0 }]);
});

test("what an access says of a guest is not kept in a dead letter", async () => {
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
  const [letter] = await deadLettersOf(accessed.id);
  expect(letter?.type).toBe("access.attempted");
  expect(letter?.body).toContain(accessed.body.access_log_id);
  for (const secret of ["203.0.113.7", "Lynx", link.token]) expect(letter?.body).not.toContain(secret);
});
