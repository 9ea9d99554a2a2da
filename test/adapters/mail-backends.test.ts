import { describe, expect, inject, it } from "vitest";
import { hostedBackend } from "../../src/adapters/mail/hosted.ts";
import type { MailBackend } from "../../src/adapters/mail/mail.ts";
import { smtpBackend } from "../../src/adapters/mail/smtp.ts";
import { attachmentBytes, type CaughtMail, headerOf, mailsTo, setMailFaults } from "../support/mailbox.ts";
import { CALENDAR, catcherUrl, freshDomain, IMAGE, openSmtp, PATIENT_MS, sampleMail } from "./mail-servers.ts";

const FROM = "Usher <usher@usher.test>";
const credentials = { user: "usher", pass: "pass:w@rd/🎉" };
const userInfo = `usher:${encodeURIComponent(credentials.pass)}@`;

interface Setting {
  name: string;
  open: (replyMs?: number) => Promise<MailBackend>;
  /** AUTH mechanism, TLS and tags, as the server saw them. */
  seen: { auth: string | null; tls: boolean; via: string; tags?: { name: string; value: string }[] };
}

const overSmtp = (url: string, replyMs = PATIENT_MS) =>
  smtpBackend({ url, from: FROM, timeouts: { connectMs: PATIENT_MS, replyMs } });

/** Expectations that every backend meets. */
const SETTINGS: Setting[] = [
  {
    name: "SMTP in the clear",
    open: async (replyMs) => overSmtp(`smtp://127.0.0.1:${inject("mailCatcher").smtpPort}`, replyMs),
    seen: { auth: null, tls: false, via: "smtp" },
  },
  {
    name: "SMTP with AUTH PLAIN",
    open: async (replyMs) =>
      overSmtp(`smtp://${userInfo}${await openSmtp({ credentials, auth_methods: ["PLAIN"] })}`, replyMs),
    seen: { auth: "PLAIN", tls: false, via: "smtp" },
  },
  {
    name: "SMTP with AUTH LOGIN",
    open: async (replyMs) =>
      overSmtp(`smtp://${userInfo}${await openSmtp({ credentials, auth_methods: ["LOGIN"] })}`, replyMs),
    seen: { auth: "LOGIN", tls: false, via: "smtp" },
  },
  {
    name: "SMTP with STARTTLS",
    open: async (replyMs) => overSmtp(`smtp://${userInfo}${await openSmtp({ credentials, tls: "starttls" })}`, replyMs),
    seen: { auth: "PLAIN", tls: true, via: "smtp" },
  },
  {
    name: "SMTP with implicit TLS",
    open: async (replyMs) =>
      overSmtp(`smtps://${userInfo}${await openSmtp({ credentials, tls: "implicit" })}`, replyMs),
    seen: { auth: "PLAIN", tls: true, via: "smtp" },
  },
  {
    name: "the hosted API",
    open: async (replyMs = PATIENT_MS) =>
      hostedBackend({ apiKey: "re_test", apiBase: catcherUrl("/resend") }, FROM, replyMs),
    seen: { auth: null, tls: false, via: "hosted", tags: [{ name: "shard", value: "3" }] },
  },
];

for (const setting of SETTINGS) {
  describe(setting.name, () => {
    it("delivers every part of an email unchanged", async () => {
      const to = `guest@${freshDomain()}`;
      const mail = sampleMail(to);
      const outcome = await (await setting.open()).send(mail);
      expect(outcome).toEqual({ status: "sent", providerMessageId: expect.any(String) });
      const [caught] = await mailsTo(to);
      expect(caught?.envelope).toEqual({ from: "usher@usher.test", to: [to], ...setting.seen });
      await expectSame(caught, mail);
    });

    it("returns refused when the mailbox does not exist, without naming it", async () => {
      const domain = freshDomain();
      await setMailFaults({ only_to: domain, refuse: [`gone@${domain}`] });
      const outcome = await (await setting.open()).send(sampleMail(`gone@${domain}`));
      expect(outcome).toEqual({ status: "refused", reason: expect.stringMatching(/^(550|422) .*\(address\)/) });
    });

    it("returns retry when the mailbox is busy", async () => {
      const domain = freshDomain();
      await setMailFaults({ only_to: domain, defer: [`busy@${domain}`] });
      const outcome = await (await setting.open()).send(sampleMail(`busy@${domain}`));
      expect(outcome).toMatchObject({ status: "retry", reason: expect.stringMatching(/^(451|429) /) });
    });

    it("returns retry when the server takes too long", async () => {
      const domain = freshDomain();
      await setMailFaults({ only_to: domain, delay_ms: 1_500 });
      const outcome = await (await setting.open(400)).send(sampleMail(`slow@${domain}`));
      expect(outcome).toMatchObject({ status: "retry" });
    });

    it("returns retry when the connection breaks, and continues in the same session", async () => {
      const domain = freshDomain();
      await setMailFaults({ only_to: domain, drop_every: 2 });
      const session = (await setting.open()).session();
      const sent = [1, 2, 3, 4, 5].map((guest) => session.send(sampleMail(`guest-${guest}@${domain}`)));
      const outcomes = await Promise.all(sent);
      await session.close();
      expect(outcomes.map(({ status }) => status)).toEqual(["sent", "retry", "sent", "retry", "sent"]);
      const arrived = await Promise.all([1, 2, 3, 4, 5].map((guest) => mailsTo(`guest-${guest}@${domain}`)));
      expect(arrived.map((mails) => mails.length)).toEqual([1, 0, 1, 0, 1]);
    });

    it("lets no field add a recipient or a header", async () => {
      const domain = freshDomain();
      const backend = await setting.open();
      const to = `guest@${domain}`;
      for (const changes of [
        { to: `${to}\r\nRCPT TO:<eve@${domain}>` },
        { to: `${to}, eve@${domain}` },
        { to: `<${to}>` },
        { subject: `x\r\nBcc: eve@${domain}` },
        { subject: `x\nBcc: eve@${domain}` },
        { headers: { "X-Note": `x\r\nBcc: eve@${domain}` } },
        { headers: { "X-Note: x\r\nBcc": `eve@${domain}` } },
        { headers: { Bcc: `eve@${domain}` } },
        { attachments: [{ filename: 'a"\r\nX: y', contentType: "text/plain", content: "" }] },
      ]) {
        const outcome = await backend.send(sampleMail(to, changes));
        expect(outcome).toEqual({ status: "refused", reason: expect.stringMatching(/^not sent: /) });
      }
      expect(await mailsTo(to)).toEqual([]);
      expect(await mailsTo(`eve@${domain}`)).toEqual([]);
    });
  });
}

async function expectSame(caught: CaughtMail | undefined, mail: ReturnType<typeof sampleMail>): Promise<void> {
  if (caught === undefined) throw new Error("no email arrived");
  expect(caught.subject).toBe(mail.subject);
  expect(caught.from).toBe(FROM);
  expect(caught.html.trimEnd()).toBe(mail.html);
  expect(caught.text.trimEnd()).toBe(mail.text.trimEnd());
  expect(headerOf(caught, "list-unsubscribe")).toBe(mail.headers?.["List-Unsubscribe"]);
  expect(headerOf(caught, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(caught.attachments).toMatchObject([
    { filename: "door.png", content_type: "image/png", content_id: "door-code@usher", disposition: "inline" },
    { filename: "Zoë 🎉.ics", content_type: "text/calendar", method: "PUBLISH", disposition: "attachment" },
  ]);
  const [image] = await Promise.all(caught.attachments.map(attachmentBytes));
  expect(image).toEqual(IMAGE);
  // From the source, because the parser rewrites the line ends of text files.
  expect(caught.raw.replaceAll("\r\n", "")).toContain(Buffer.from(CALENDAR).toString("base64"));
}
