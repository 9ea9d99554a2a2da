import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import type { Mail } from "../../src/adapters/mail/mail.ts";
import { composeMime } from "../../src/adapters/mail/mime.ts";
import { refuseUnsafe } from "../../src/adapters/mail/refuse-unsafe.ts";
import { parseSender } from "../../src/adapters/mail/sender.ts";

const SENDER = parseSender("Usher <usher@usher.test>");
const CONTENT = { subject: "s", html: "<p>h</p>", text: "t" };
const MAIL: Mail = { ...CONTENT, purpose: "host", shard: 0, to: "guest@usher.test", idempotencyKey: "key" };

/** Any text of one line: every script and emoji, no control characters, no lone surrogates. */
const line = fc
  .string({ unit: "grapheme", maxLength: 120 })
  .filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed());
const anything = fc.string({ unit: "binary", maxLength: 60 });

describe("composeMime", () => {
  it("round-trips every subject, sender and file name, in short ASCII lines", async () => {
    await fc.assert(
      fc.asyncProperty(line, line, async (subject, filename) => {
        const attachments = [{ filename: `${filename}.txt`, contentType: "text/plain", content: "x" }];
        const { raw, parsed } = await through({ ...MAIL, subject, attachments });
        expect(parsed.subject ?? "").toBe(subject);
        expect(parsed.attachments[0]?.filename).toBe(`${filename}.txt`);
        expect(raw).toMatch(/^[\r\n\x20-\x7e]*$/);
        expect(Math.max(...raw.split("\r\n").map(({ length }) => length))).toBeLessThanOrEqual(998);
      }),
      { numRuns: 200 },
    );
  });

  it("round-trips every text and HTML", async () => {
    const body = fc.string({ unit: "grapheme", maxLength: 400 }).filter((text) => !/[\p{Cc}]/u.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 5 }), async (lines) => {
        const text = lines.join("\n");
        const { parsed } = await through({ ...MAIL, text, html: `<p>${text}</p>` });
        expect(parsed.text?.replace(/\n$/, "")).toBe(text);
        expect(parsed.html?.replace(/\n$/, "")).toBe(`<p>${text}</p>`);
      }),
      { numRuns: 200 },
    );
  });

  it("gains no header and no recipient from any field", async () => {
    const hostile = fc.oneof(
      anything,
      anything.map((text) => `${text}\r\nBcc: eve@usher.test\r\n\r\n${text}`),
    );
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (subject, value, filename) => {
        const attachments = [{ filename, contentType: "text/plain", content: "x" }];
        const mail = { ...MAIL, subject, headers: { "X-Note": value }, attachments };
        if (refuseUnsafe(mail) !== null) return;
        const { parsed } = await through(mail);
        expect(parsed.headers.map(({ key }) => key)).toEqual(HEADERS);
      }),
      { numRuns: 300 },
    );
  });

  it("round-trips every sender name and reply-to address, without an added header", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(line, anything), async (name) => {
        const mail = { ...MAIL, fromName: name, replyTo: "host@usher.test" };
        if (refuseUnsafe(mail) !== null) return;
        const { parsed } = await through(mail);
        expect(parsed.headers.map(({ key }) => key)).toEqual(HEADERS_WITH_REPLY_TO);
        const shown = name.replace(/["\\<>]/g, "").trim();
        expect(parsed.from).toEqual({ name: shown || "Usher", address: "usher@usher.test" });
        expect(parsed.replyTo).toEqual([{ name: "", address: "host@usher.test" }]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(["a@usher.test, b@usher.test", "Ana <a@usher.test>", "a@usher.test\r\nBcc: eve@usher.test", ""])(
    "rejects the reply-to address %j",
    (replyTo) => {
      expect(refuseUnsafe({ ...MAIL, replyTo })).toMatchObject({ status: "refused" });
    },
  );

  it("keeps its structure also for unsafe input that was not rejected before", async () => {
    const note = "x\r\nBcc: eve@usher.test";
    const { parsed } = await through({ ...MAIL, subject: note, headers: { "X-Note": note } });
    expect(parsed.headers.map(({ key }) => key)).toEqual(HEADERS);
    expect(parsed.attachments).toEqual([]);
  });

  it("returns the same for every attempt at an email", async () => {
    const [first, second] = [await composeMime(MAIL, SENDER, 0), await composeMime(MAIL, SENDER, 0)];
    expect(first).toEqual(second);
    expect(first.messageId).toMatch(/^<[0-9a-f]{32}@usher\.test>$/);
    const other = await composeMime({ ...MAIL, idempotencyKey: "other" }, SENDER, 0);
    expect(other.messageId).not.toBe(first.messageId);
  });

  it("keeps a subject that looks like an encoded word", async () => {
    const subject = "=?UTF-8?Q?Bcc:_eve?=";
    expect((await through({ ...MAIL, subject })).parsed.subject).toBe(subject);
  });

  it.each([
    ["Usher <usher@usher.test>", { name: "Usher", address: "usher@usher.test" }],
    ['"Usher, at your service" <usher@usher.test>', { name: "Usher, at your service", address: "usher@usher.test" }],
    ["Zoë 🎉 <usher@usher.test>", { name: "Zoë 🎉", address: "usher@usher.test" }],
    ["usher@usher.test", { name: "", address: "usher@usher.test" }],
  ])("sets the sender %s", async (from, expected) => {
    const { bytes } = await composeMime(MAIL, parseSender(from), 0);
    expect((await PostalMime.parse(bytes)).from).toEqual(expected);
  });
});

const HEADERS_WITH_REPLY_TO = [
  "from",
  "to",
  "reply-to",
  "subject",
  "message-id",
  "date",
  "mime-version",
  "content-type",
];
const HEADERS = ["from", "to", "subject", "message-id", "date", "x-note", "mime-version", "content-type"];

async function through(mail: Mail) {
  const { bytes } = await composeMime(mail, SENDER, Date.UTC(2027, 5, 19));
  return { raw: new TextDecoder().decode(bytes), parsed: await PostalMime.parse(bytes) };
}
