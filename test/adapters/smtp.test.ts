import { describe, expect, inject, it } from "vitest";
import type { MailOutcome } from "../../src/adapters/mail/mail.ts";
import { smtpBackend } from "../../src/adapters/mail/smtp.ts";
import { mailsTo, setMailFaults } from "../support/mailbox.ts";
import { rounds } from "../support/rounds.ts";
import { catcherUrl, freshDomain, openSmtp, PATIENT_MS, sampleMail } from "./mail-servers.ts";

const FROM = "Usher <usher@usher.test>";
const PATIENT = { connectMs: PATIENT_MS, replyMs: PATIENT_MS };
/** For servers that never reply. */
const SHORT = { connectMs: 1_000, replyMs: 300 };
const plainUrl = () => `smtp://127.0.0.1:${inject("mailCatcher").smtpPort}`;
const overSmtp = (url: string, timeouts = PATIENT) => smtpBackend({ url, from: FROM, timeouts });

describe("SMTP", () => {
  it("sends each email of a batch once, though one is rejected and every 50th connection breaks", {
    tags: "rounds",
  }, async () => {
    const domain = freshDomain();
    const guests = Array.from({ length: rounds(300) }, (_, index) => `guest-${index}@${domain}`);
    await setMailFaults({ only_to: domain, refuse: [`guest-7@${domain}`], drop_every: 50 });
    const started = Date.now();
    const results = await sendAll(guests);
    const perSecond = Math.round((guests.length * 1_000) / (Date.now() - started));
    console.info(`${guests.length} mails over one connection at a time: ${perSecond} a second`);
    expect(results.filter(({ outcome }) => outcome.status === "refused").map(({ to }) => to)).toEqual([guests[7]]);
    expect(results.filter(({ outcome }) => outcome.status === "sent")).toHaveLength(guests.length - 1);
    const arrived = await Promise.all(guests.map((address) => mailsTo(address)));
    expect(arrived.map((mails) => mails.length)).toEqual(guests.map((_, index) => (index === 7 ? 0 : 1)));
  });

  it("returns in doubt when the reply to a whole email is lost, and only then", async () => {
    const domain = freshDomain();
    await setMailFaults({ only_to: domain, drop_every: 1, drop_at: "answer" });
    const lost = await overSmtp(plainUrl()).send(sampleMail(`guest@${domain}`));
    expect(lost).toMatchObject({ status: "retry", inDoubt: true });
    expect(await mailsTo(`guest@${domain}`)).toHaveLength(1);
    const unreachable = await overSmtp("smtp://127.0.0.1:1").send(sampleMail(`guest@${domain}`));
    expect(unreachable).toEqual({ status: "retry", reason: expect.stringMatching(/ECONNREFUSED|cannot connect/) });
  });

  it("sends the same Message-ID with every attempt at an email", async () => {
    const to = `guest@${freshDomain()}`;
    const mail = sampleMail(to);
    const [first, second] = [await overSmtp(plainUrl()).send(mail), await overSmtp(plainUrl()).send(mail)];
    expect(first).toEqual(second);
    const ids = (await mailsTo(to)).map((caught) => caught.message_id);
    expect(ids).toEqual([idOf(first), idOf(first)]);
  });

  it("returns retry when the password is wrong, because an operator can fix it", async () => {
    const server = await openSmtp({ credentials: { user: "usher", pass: "right" } });
    const outcome = await overSmtp(`smtp://usher:wrong@${server}`).send(sampleMail(`guest@${freshDomain()}`));
    expect(outcome).toEqual({ status: "retry", reason: expect.stringContaining("535") });
  });

  it.each(["hang", "drop"] as const)("returns retry in time for a server that would %s at AUTH", async (at_auth) => {
    const server = await openSmtp({ at_auth });
    expect(await overSmtp(`smtp://usher:x@${server}`, SHORT).send(sampleMail(`guest@${freshDomain()}`))).toEqual({
      status: "retry",
      reason: expect.any(String),
    });
  });

  it("returns retry in time for a server that does not speak SMTP", async () => {
    const url = catcherUrl("").replace("http:", "smtp:");
    const outcome = await overSmtp(url, SHORT).send(sampleMail(`a@${freshDomain()}`));
    expect(outcome).toMatchObject({ status: "retry" });
  });

  it("finds a server by a local name", async () => {
    const to = `guest@${freshDomain()}`;
    const backend = overSmtp(`smtp://localhost:${inject("mailCatcher").smtpPort}`);
    expect(await backend.send(sampleMail(to))).toMatchObject({ status: "sent" });
  });

  it("sends an email without ASCII in any field, in lines of at most 998 characters", async () => {
    const to = `guest@${freshDomain()}`;
    const html = `<p>${"ü🎉".repeat(2_000)}</p>`;
    await overSmtp(plainUrl()).send(sampleMail(to, { html, subject: "x".repeat(900) }));
    const [caught] = await mailsTo(to);
    expect(caught?.html.trimEnd()).toBe(html);
    expect(caught?.subject).toBe("x".repeat(900));
    expect(caught?.raw).toMatch(/^[\r\n\x20-\x7e]*$/);
    expect(Math.max(...(caught?.raw.split("\r\n") ?? []).map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  it("closes a session twice without an error, also one that never sent", async () => {
    const session = overSmtp(plainUrl()).session();
    await session.close();
    expect(await session.send(sampleMail(`guest@${freshDomain()}`))).toMatchObject({ status: "sent" });
    await session.close();
    await session.close();
  });
});

/** Sends like a queue consumer: retries until the outcome is final. */
async function sendAll(recipients: string[]): Promise<{ to: string; outcome: MailOutcome }[]> {
  const session = overSmtp(plainUrl()).session();
  const finished: { to: string; outcome: MailOutcome }[] = [];
  const waiting = recipients.map((to) => sampleMail(to, { attachments: [] }));
  for (let mail = waiting.shift(); mail !== undefined; mail = waiting.shift()) {
    const outcome = await session.send(mail);
    if (outcome.status === "retry") waiting.push(mail);
    else finished.push({ to: mail.to, outcome });
  }
  await session.close();
  return finished;
}

function idOf(outcome: MailOutcome): string | null {
  return outcome.status === "sent" ? outcome.providerMessageId : null;
}
