import { describe, expect, it } from "vitest";
import { sanitizeReply } from "../../src/adapters/mail/mime.ts";
import { parseSender } from "../../src/adapters/mail/sender.ts";
import { outcomeOf } from "../../src/adapters/mail/smtp-connection.ts";
import { parseSmtpUrl } from "../../src/adapters/mail/smtp-url.ts";

describe("SMTP_URL", () => {
  it("parses server, encryption and credentials", () => {
    expect(parseSmtpUrl("smtp://ana:p%40ss%3A@mail.example:2525")).toEqual({
      host: "mail.example",
      port: 2525,
      implicitTls: false,
      requireTls: true,
      credentials: { user: "ana", pass: "p@ss:" },
    });
    expect(parseSmtpUrl("smtps://mail.example")).toMatchObject({ port: 465, implicitTls: true, credentials: null });
    expect(parseSmtpUrl("smtp://[::1]")).toMatchObject({ host: "::1", port: 587 });
  });

  it("allows a password without encryption only for loopback", () => {
    expect(parseSmtpUrl("smtp://ana:secret@mail.example").requireTls).toBe(true);
    expect(parseSmtpUrl("smtp://mail.example").requireTls).toBe(false);
    for (const host of ["127.0.0.1", "127.8.9.1", "localhost", "[::1]"]) {
      expect(parseSmtpUrl(`smtp://ana:secret@${host}`).requireTls).toBe(false);
    }
  });

  it.each(["", "mail.example", "http://mail.example", "smtp://"])("rejects %j, without repeating it", (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(/^SMTP_URL must be smtp:\/\/[^:]*:password/);
  });

  it("hides the URL in its error, because it contains a password", () => {
    expect(() => parseSmtpUrl("smtp://ana:hunter2@:99999")).toThrow(/^(?!.*hunter2)/);
  });
});

describe("EMAIL_FROM", () => {
  it.each(["", "Usher", "Usher <usher>", "a@b.test, c@d.test", "Usher <a@b.test>\r\nBcc: c@d.test"])(
    "rejects %j",
    (from) => {
      expect(() => parseSender(from)).toThrow("EMAIL_FROM");
    },
  );
});

describe("sanitizeReply and outcomeOf", () => {
  it("reduces a reply to one short line without addresses", () => {
    const answer = "550-5.1.1 <ana@example.com>\r\n550 ana.b+c@例え.jp unknown\u0007";
    expect(sanitizeReply(answer)).toBe("550-5.1.1 <(address)> 550 (address) unknown");
    expect(sanitizeReply("x".repeat(500))).toHaveLength(300);
  });

  it.each([
    ["RCPT TO", 550, "refused"],
    ["RCPT TO", 450, "retry"],
    ["DATA", 554, "refused"],
    ["DATA", 451, "retry"],
    ["MAIL FROM", 552, "refused"],
    ["MAIL FROM", 550, "retry"],
    ["AUTH PLAIN", 535, "retry"],
    ["CONN", 554, "retry"],
    ["CONN", 421, "retry"],
  ])("maps a reply to %s with %i to %s", (command, responseCode, status) => {
    const failure = Object.assign(new Error("x"), { command, responseCode, response: `${responseCode} x` });
    expect(outcomeOf(failure, false)).toEqual({ status, reason: `${responseCode} x` });
  });
});
