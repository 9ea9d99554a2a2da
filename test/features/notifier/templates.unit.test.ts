import { describe, expect, it } from "vitest";
import { SAMPLES } from "../../../scripts/mail-preview/samples.ts";
import { broadcast } from "../../../src/features/notifier/templates/broadcast.ts";
import { confirmation } from "../../../src/features/notifier/templates/confirmation.ts";
import { invitation } from "../../../src/features/notifier/templates/invitation.ts";
import { resetPassword } from "../../../src/features/notifier/templates/reset-password.ts";
import { verifyEmail } from "../../../src/features/notifier/templates/verify-email.ts";
import type { EventFacts } from "../../../src/features/notifier/templates/wording.ts";
import type { Brand } from "../../../src/kernel/brand.ts";

const EVENT: EventFacts = {
  name: "Dinner & <b>Dance</b>",
  venue: 'The "Orangerie" <script>',
  startsAt: Date.UTC(2027, 5, 19, 16, 30),
  endsAt: null,
  timeZone: "Europe/Berlin",
  hostName: "Ana <ana@example.com>",
};
const LINK = "https://usher.test/i/token";
const BRAND: Brand = { primaryColor: "#b4234a", font: "Georgia", logoUrl: null, coverUrl: null };
const INVITATION = { guestName: "Zoë 🎉 <script>", event: EVENT, brand: BRAND, link: LINK, partySize: 2 };

describe.each(Object.entries(SAMPLES))("%s", (_, sample) => {
  const { subject, html, text } = sample.render();

  it("has the same content in HTML and in text", () => {
    const shown = visibleText(html);
    for (const line of text.split("\n").filter((part) => part.trim() !== "" && !SET_OFF.test(part))) {
      expect(shown).toContain(line.replace(/^- /, "").trim());
    }
  });

  it("runs nothing, loads nothing but images, and links only to web addresses", () => {
    expect(html).not.toMatch(/<script|<link|<iframe|<form|<object|javascript:|\son\w+=/i);
    for (const [, attribute, url] of html.matchAll(/(href|src)="([^"]*)"/g)) {
      expect(url).toMatch(attribute === "src" ? /^(https:\/\/|cid:)/ : /^https?:\/\//);
    }
  });

  it("can be read without images, in the dark and on a phone", () => {
    for (const [image] of html.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/ alt="/);
    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html).toContain("max-width:600px");
    expect(html).toContain('lang="en"');
  });

  it("shows no trace of a missing value", () => {
    expect(subject + html + text).not.toMatch(/undefined|\bnull\b|NaN|\[object|\{\{/);
    expect(subject).toMatch(/^[^\p{Cc}]{1,160}$/u);
  });
});

describe("mails", () => {
  it("escape what people typed once, in HTML only", () => {
    const { subject, html, text } = invitation(INVITATION);
    expect(subject).toBe("Ana <ana@example.com> invites you to Dinner & <b>Dance</b>");
    expect(html).toContain("Hello Zoë 🎉 &lt;script&gt;,");
    expect(html).toContain("The &quot;Orangerie&quot; &lt;script&gt;");
    expect(html).toContain("Dinner &amp; &lt;b&gt;Dance&lt;/b&gt;");
    expect(html).not.toContain("&amp;amp;");
    expect(text).toContain("Hello Zoë 🎉 <script>,");
    expect(text).toContain('Where: The "Orangerie" <script>');
  });

  it("give times in the event's zone with its name", () => {
    expect(invitation(INVITATION).text).toContain("When: Saturday, 19 June 2027, 18:30 (Europe/Berlin, GMT+2)");
  });

  it("expand nothing in a name", () => {
    const { html, text } = invitation({ ...INVITATION, guestName: "{{rsvp_link}} <%= x %>" });
    expect(text).toContain("Hello {{rsvp_link}} <%= x %>,");
    expect(html).toContain("Hello {{rsvp_link}} &lt;%= x %&gt;,");
  });

  it("keep names on their line and subjects short", () => {
    const name = `Party\r\nBcc: eve@example.com\u202e${"x".repeat(300)}`;
    const { subject, text } = invitation({ ...INVITATION, event: { ...EVENT, name } });
    expect(subject).toMatch(/^[^\p{Cc}\u202e]+…$/u);
    expect(Array.from(subject)).toHaveLength(160);
    expect(text).not.toMatch(/^Bcc/m);
  });

  it("do not carry a stranger's message to an address that the stranger typed", () => {
    const props = { verifyUrl: "https://usher.test/verify?token=x", validMinutes: 1440 };
    expect(verifyEmail(props).text).toContain("\nHello,\n");
    const reset = { resetUrl: "https://usher.test/reset?token=x", validMinutes: 60 };
    for (const name of ["", " ", "\u202e"]) expect(resetPassword({ ...reset, name }).text).toContain("\nHello,\n");
    expect(resetPassword({ ...reset, name: "Zoë" }).text).toContain("\nHello Zoë,\n");
  });

  it("offer to unsubscribe where there is a link for it, and nowhere else", () => {
    const unsubscribeUrl = "https://usher.test/unsubscribe?token=a&b=c";
    const { html, text } = invitation({ ...INVITATION, unsubscribeUrl });
    expect(text).toContain(`Unsubscribe: ${unsubscribeUrl}`);
    expect(html).toContain('href="https://usher.test/unsubscribe?token=a&amp;b=c"');
    expect(invitation(INVITATION).text).not.toContain("nsubscribe");
  });

  it("keep a host's line breaks, and link web addresses without the punctuation behind them", () => {
    const body = "Dear <Zoë>,\r\n\r\nsee https://a.test/x?a=1&b=2.\nOr (http://b.test/), javascript:alert(1)";
    const { html, text } = broadcast({ subject: "Hi", body, event: EVENT, brand: null, link: LINK });
    expect(html).toContain('href="https://a.test/x?a=1&amp;b=2"');
    expect(html).toContain('href="http://b.test/"');
    expect(html).not.toContain('href="javascript');
    expect(html).toContain("&lt;Zoë&gt;");
    expect(html).toMatch(/<\/a>\.<br>Or \(/);
    expect(text).toContain("Dear <Zoë>,\n\nsee https://a.test/x?a=1&b=2.\nOr (http://b.test/)");
  });

  it("show the door code only to guests who come", () => {
    const props = { guestName: "Zoë", event: EVENT, brand: null, plusOnes: 1, link: LINK, hasDoorCode: true };
    expect(confirmation({ ...props, response: "attending" }).html).toContain('src="cid:door-code@usher"');
    expect(confirmation({ ...props, response: "attending" }).text).toContain("you are coming and bring one person.");
    expect(confirmation({ ...props, response: "declined" }).html).not.toContain("cid:");
    expect(confirmation({ ...props, response: "maybe" }).html).not.toContain("cid:");
  });
});

/** Lines of the text part that HTML renders differently: rules, labels, links, alternative texts. */
const SET_OFF = /^(=+|-- ?|https?:.*|.*: .*|.*:|Your code for the door.*)$/;

function visibleText(html: string): string {
  const body = html.slice(html.indexOf("<body"));
  return body
    .replace(/<[^>]+>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");
}
