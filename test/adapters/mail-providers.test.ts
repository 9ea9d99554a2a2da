import { describe, expect, it } from "vitest";
import { cloudBackend } from "../../src/adapters/mail/cloud.ts";
import { hostedBackend } from "../../src/adapters/mail/hosted.ts";
import { logBackend } from "../../src/adapters/mail/log.ts";
import type { Mail } from "../../src/adapters/mail/mail.ts";
import { pickMailBackend } from "../../src/adapters/mail/pick.ts";
import { BULK_KINDS } from "../../src/messaging/broadcasts/channel.ts";
import { MAIL_KINDS } from "../../src/platform/mail/draft.ts";
import { headerOf, mailsTo, setMailFaults } from "../support/mailbox.ts";
import { catcherUrl, freshDomain, IMAGE, sampleMail } from "./mail-servers.ts";

const FROM = "Usher <usher@usher.test>";
const hosted = (apiKey = "re_test") => hostedBackend({ apiKey, apiBase: catcherUrl("/resend") }, FROM, 2_000);

describe("hosted email API", () => {
  it("sends one email for one idempotency key, however often it is tried", async () => {
    const to = `guest@${freshDomain()}`;
    const mail = sampleMail(to);
    expect(await hosted().send(mail)).toEqual(await hosted().send(mail));
    // The content changed between two attempts: the first was accepted, so the email is sent.
    expect(await hosted().send({ ...mail, subject: "other" })).toEqual({ status: "sent", providerMessageId: null });
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it("retries a lost response with the same key, without doubt", async () => {
    const domain = freshDomain();
    await setMailFaults({ only_to: domain, drop_every: 1, drop_at: "answer" });
    const mail = sampleMail(`guest@${domain}`);
    const lost = await hosted().send(mail);
    expect(lost).toEqual({ status: "retry", reason: expect.any(String) });
    expect(await hosted().send(mail)).toMatchObject({ status: "sent", providerMessageId: expect.any(String) });
    expect(await mailsTo(mail.to)).toHaveLength(1);
  });

  it("returns its Retry-After", async () => {
    const domain = freshDomain();
    await setMailFaults({ only_to: domain, defer: [`guest@${domain}`] });
    expect(await hosted().send(sampleMail(`guest@${domain}`))).toMatchObject({ retryAfterSeconds: 7 });
  });

  it("returns retry when the key is wrong, and never shows the key", async () => {
    const outcome = await hosted("wrong key").send(sampleMail(`guest@${freshDomain()}`));
    expect(outcome).toEqual({ status: "retry", reason: "403 invalid_api_key API key is invalid" });
  });
});

describe("sender name and reply-to address", () => {
  const named = { fromName: 'Helena & "Tomás" via Usher', replyTo: "helena@usher.test" };

  it("reaches a mailbox through the hosted API", async () => {
    const to = `guest@${freshDomain()}`;
    expect(await hosted().send({ ...sampleMail(to), ...named })).toMatchObject({ status: "sent" });
    const [mail] = await mailsTo(to);
    expect(mail?.from).toBe("Helena & Tomás via Usher <usher@usher.test>");
    expect(mail && headerOf(mail, "Reply-To")).toBe("helena@usher.test");
  });

  it("passes fields to Cloudflare's binding", async () => {
    const sent: unknown[] = [];
    const backend = cloudBackend(
      bindingThat(async (mail) => void sent.push(mail)),
      FROM,
    );
    await backend.send({ ...sampleMail("guest@usher.test"), ...named });
    const from = { name: "Helena & Tomás via Usher", email: "usher@usher.test" };
    expect(sent).toEqual([expect.objectContaining({ from, replyTo: "helena@usher.test" })]);
  });
});

describe("Cloudflare's mail binding", () => {
  it("receives the documented fields", async () => {
    const sent: unknown[] = [];
    const backend = cloudBackend(
      bindingThat(async (mail) => void sent.push(mail)),
      FROM,
    );
    const mail = sampleMail("guest@usher.test");
    expect(await backend.send(mail)).toEqual({ status: "sent", providerMessageId: "<id@usher.test>" });
    const { subject, html, text, headers } = mail;
    expect(sent).toEqual([
      {
        from: { name: "Usher", email: "usher@usher.test" },
        to: "guest@usher.test",
        subject,
        html,
        text,
        headers,
        attachments: [
          {
            disposition: "inline",
            contentId: "door-code@usher",
            filename: "door.png",
            type: "image/png",
            content: IMAGE,
          },
          expect.objectContaining({ disposition: "attachment", type: "text/calendar; charset=utf-8" }),
        ],
      },
    ]);
  });

  it("distinguishes final errors from errors that are retried", async () => {
    const answers = async (code: string) =>
      cloudBackend(
        bindingThat(async () => {
          throw Object.assign(new Error("no mail for guest@usher.test"), { code });
        }),
        FROM,
      ).send(sampleMail("guest@usher.test"));
    expect(await answers("E_RECIPIENT_SUPPRESSED")).toEqual({
      status: "refused",
      reason: "E_RECIPIENT_SUPPRESSED no mail for (address)",
    });
    expect(await answers("E_RATE_LIMIT_EXCEEDED")).toMatchObject({ status: "retry" });
    expect(await answers("E_SENDER_NOT_VERIFIED")).toMatchObject({ status: "retry" });
  });

  it("returns in doubt when it does not respond", async () => {
    const backend = cloudBackend(
      bindingThat(() => new Promise(() => {})),
      FROM,
      20,
    );
    expect(await backend.send(sampleMail("a@b.test"))).toMatchObject({ status: "retry", inDoubt: true });
  });
});

describe("pickMailBackend and logBackend", () => {
  it("logs that an email would have been sent, without recipient and content", async () => {
    const lines: string[] = [];
    const mail = sampleMail("guest@usher.test", { kind: "invitation" });
    expect(await logBackend((line) => lines.push(line)).send(mail)).toMatchObject({ status: "sent" });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { mail: expect.any(String), kind: "invitation", purpose: "reply", text_chars: mail.text.length, attachments: 2 },
    ]);
  });

  it.each([
    ["verify_email", "/verify-email", true],
    ["reset_password", "/reset-password", true],
    ["account_locked", "/reset-password", true],
    ["change_email", "/verify-email", true],
    ["edit_link", "/i/abc?edit=1&", false],
    ["account_notice", "/forgot-password", false],
  ])("logs the link of an email of the kind %s only if no one gets in without it", async (kind, path, isLogged) => {
    const lines: string[] = [];
    const link = `https://usher.test${path}${path.includes("?") ? "" : "?"}token=${"a".repeat(43)}`;
    const mail = { ...sampleMail("guest@usher.test", { kind }), text: `Hello,\n\nConfirm: ${link}\n\nBye` };
    await logBackend((line) => lines.push(line)).send(mail);
    expect(lines).toHaveLength(1);
    const { link: logged } = JSON.parse(lines[0] ?? "{}");
    expect(logged).toBe(isLogged ? link : undefined);
    expect(lines[0]).not.toContain("guest@usher.test");
  });

  /**
   * @spec 6.28 "Email backends are picked by priority: hosted email API, then SMTP, then cloud email service, then a
   *   log-only stub."
   */
  it("picks the hosted API before SMTP, SMTP before the binding, the binding before the log", () => {
    const resend = { apiKey: "re_x", apiBase: "https://api.resend.com" };
    const emailBinding = bindingThat(async () => {});
    const smtpUrl = "smtp://127.0.0.1:25";
    const from = FROM;
    expect(pickMailBackend({ from, resend, smtpUrl, emailBinding }).name).toBe("hosted");
    expect(pickMailBackend({ from, smtpUrl, emailBinding }).name).toBe("smtp");
    expect(pickMailBackend({ from, emailBinding }).name).toBe("cloud");
    expect(pickMailBackend({ from }).name).toBe("log");
  });

  it.each([...MAIL_KINDS, ...BULK_KINDS])("marks an email of the kind %s if no person wrote it", async (kind) => {
    const sent: Pick<Mail, "headers">[] = [];
    const backend = pickMailBackend({ from: FROM, emailBinding: bindingThat(async (mail) => void sent.push(mail)) });
    const { headers } = sampleMail("guest@usher.test");
    const session = backend.session();
    await session.send({ ...sampleMail("guest@usher.test"), kind });
    await session.close();
    await backend.send({ ...sampleMail("guest@usher.test"), kind });
    const expected = kind === "broadcast" ? headers : { ...headers, "Auto-Submitted": "auto-generated" };
    expect(sent.map((mail) => mail.headers)).toEqual([expected, expected]);
  });
});

function bindingThat(takes: (mail: Pick<Mail, "headers">) => Promise<void>): SendEmail {
  return {
    async send(mail: unknown) {
      await takes(mail as Pick<Mail, "headers">);
      return { messageId: "<id@usher.test>" };
    },
  };
}
