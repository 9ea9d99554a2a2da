import { describe, expect, it } from "vitest";
import { readTexts } from "../../scripts/mail-preview/read-texts.ts";
import { SAMPLES } from "../../scripts/mail-preview/samples.ts";
import { resetPassword } from "../../src/identity/mails/reset-password.ts";
import { verifyEmail } from "../../src/identity/mails/verify-email.ts";
import { type ConfirmationProps, confirmation } from "../../src/invitations/mails/confirmation.ts";
import { type InvitationProps, invitation } from "../../src/invitations/mails/invitation.ts";
import type { Brand } from "../../src/kernel/brand.ts";
import { broadcast } from "../../src/messaging/mails/broadcast.ts";
import type { EventFacts } from "../../src/platform/mail/wording.ts";

const ENGLISH = await readTexts("en");
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
const INVITATION: InvitationProps = {
  texts: ENGLISH,
  guest: { name: "Zoë<script>", greeting: null, locale: null },
  event: EVENT,
  description: null,
  brand: BRAND,
  link: LINK,
  partySize: 2,
  deadline: null,
  hasAnswered: false,
  isAsked: true,
  words: { subject: null, body: null },
};
const CONFIRMATION: ConfirmationProps = {
  texts: ENGLISH,
  guest: { name: "Anna Smith", greeting: null, locale: null },
  event: EVENT,
  brand: null,
  response: "attending",
  plusOnes: 0,
  companions: [],
  seat: "confirmed",
  offerExpiresAt: null,
  waitlistPosition: null,
  link: LINK,
  hasDoorCode: true,
  canAnswer: true,
  body: null,
};

describe.each(Object.entries(SAMPLES))("%s", (_, sample) => {
  const { subject, html, text } = sample.render(ENGLISH);

  it("contains the same in HTML and in text", () => {
    const shown = visibleText(html);
    for (const line of text.split("\n").filter((part) => part.trim() !== "" && !SET_OFF.test(part))) {
      expect(shown).toContain(line.replace(/^- /, "").trim());
    }
  });

  it("contains no scripts, loads only images, and links only to web addresses", () => {
    expect(html).not.toMatch(/<script|<link|<iframe|<form|<object|javascript:|\son\w+=/i);
    for (const [, attribute, url] of html.matchAll(/(href|src)="([^"]*)"/g)) {
      expect(url).toMatch(attribute === "src" ? /^(https:\/\/|cid:)/ : /^https?:\/\//);
    }
  });

  it("supports reading without images, in dark mode and on a phone", () => {
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

describe("email templates", () => {
  it("escapes typed text once, only in HTML", () => {
    const { subject, html, text } = invitation(INVITATION);
    expect(subject).toBe("You're invited: Dinner & <b>Dance</b>");
    expect(html).toContain("Hi Zoë&lt;script&gt;,");
    expect(html).toContain("Ana &lt;ana@example.com&gt;");
    expect(html).toContain("The &quot;Orangerie&quot; &lt;script&gt;");
    expect(html).toContain("Dinner &amp; &lt;b&gt;Dance&lt;/b&gt;");
    expect(html).not.toContain("&amp;amp;");
    expect(text).toContain("Hi Zoë<script>,");
    expect(text).toContain('Where: The "Orangerie" <script>');
  });

  it("shows times in the event's zone with its name", () => {
    expect(invitation(INVITATION).text).toContain("When: Saturday, 19\u00a0June 2027, 18:30 in Berlin");
  });

  it("expands no placeholder in a name", () => {
    const { html, text } = invitation({
      ...INVITATION,
      guest: { name: "{{rsvp_link}} <%= x %>", greeting: null, locale: null },
    });
    expect(text).toContain("Hi {{rsvp_link}} ");
    expect(html).toContain("Hi {{rsvp_link}} ");
  });

  it("keeps names on their line and subjects short", () => {
    const name = `Party\r\nBcc: eve@example.com\u202e${"x".repeat(300)}`;
    const { subject, text } = invitation({ ...INVITATION, event: { ...EVENT, name } });
    expect(subject).toMatch(/^[^\p{Cc}\u202e]+…$/u);
    expect(Array.from(subject)).toHaveLength(160);
    expect(text).not.toMatch(/^Bcc/m);
  });

  it("omits a name that was typed for another person's address", () => {
    const links = { verifyUrl: "https://usher.test/verify?token=x", rejectUrl: "https://usher.test/reject?token=x" };
    const props = { texts: ENGLISH, ...links, validMinutes: 1440, signedUpAt: 0, from: null };
    expect(verifyEmail(props).text).toContain("\nHi,\n");
    const reset = { texts: ENGLISH, resetUrl: "https://usher.test/reset?token=x", validMinutes: 60 };
    for (const name of ["", " ", "\u202e"]) expect(resetPassword({ ...reset, name }).text).toContain("\nHi,\n");
    expect(resetPassword({ ...reset, name: "Zoë" }).text).toContain("\nHi Zoë,\n");
  });

  it("offers to unsubscribe only if there is a link for it", () => {
    const unsubscribeUrl = "https://usher.test/unsubscribe?token=a&b=c";
    const { html, text } = invitation({ ...INVITATION, unsubscribeUrl });
    expect(text).toContain(`Unsubscribe: ${unsubscribeUrl}`);
    expect(html).toContain('href="https://usher.test/unsubscribe?token=a&amp;b=c"');
    expect(invitation(INVITATION).text).not.toContain("nsubscribe");
  });

  it("keeps a host's line breaks, and links web addresses without trailing punctuation", () => {
    const body = "Dear <Zoë>,\r\n\r\nsee https://a.test/x?a=1&b=2.\nOr (http://b.test/), javascript:alert(1)";
    const { html, text } = broadcast({
      texts: ENGLISH,
      subject: "Hi",
      body,
      event: EVENT,
      brand: null,
      link: LINK,
    });
    expect(html).toContain('href="https://a.test/x?a=1&amp;b=2"');
    expect(html).toContain('href="http://b.test/"');
    expect(html).not.toContain('href="javascript');
    expect(html).toContain("&lt;Zoë&gt;");
    expect(html).toMatch(/<\/a><\/span>\.<br>Or \(/);
    expect(text).toContain("Dear <Zoë>,\n\nsee https://a.test/x?a=1&b=2.\nOr (http://b.test/)");
  });

  it("shows the door pass only to guests with a confirmed seat", () => {
    expect(confirmation(CONFIRMATION).html).toContain('src="cid:door-code@usher"');
    expect(confirmation(CONFIRMATION).text).toContain("Your door pass is attached.");
    for (const response of ["declined", "maybe"] as const) {
      expect(confirmation({ ...CONFIRMATION, response }).html).not.toContain("cid:");
    }
    for (const seat of ["waitlisted", "offered", null] as const) {
      const { html, text } = confirmation({ ...CONFIRMATION, seat });
      expect(html).not.toContain("cid:");
      expect(text).not.toMatch(/you're down as going|door pass/);
    }
  });

  it.each([
    [0, [], "Thanks — you're down as going."],
    [1, [], "Thanks — you're down as going, with 1 guest."],
    [2, [], "Thanks — you're down as going, with 2 guests."],
    [2, ["Ben", "Chris"], "Thanks — you're down as going: Anna, Ben and Chris."],
    [3, ["Ben", ""], "Thanks — you're down as going: Anna, Ben and 2 more guests."],
    // A companion beyond the answer's number does not come.
    [1, ["Ben", "Chris"], "Thanks — you're down as going: Anna and Ben."],
  ])("counts the attending people: %i with %j", (plusOnes, companions, says) => {
    expect(confirmation({ ...CONFIRMATION, plusOnes, companions }).text).toContain(`\n${says}\n`);
  });

  it("explains a seat that is not confirmed", () => {
    const waitlisted = confirmation({ ...CONFIRMATION, seat: "waitlisted", plusOnes: 1 });
    expect(waitlisted.subject).toBe("You're on the waitlist for Dinner & <b>Dance</b>");
    expect(waitlisted.text).toContain("we've put you on the waitlist, with 1 guest. We'll email you");
    const offered = confirmation({ ...CONFIRMATION, seat: "offered", offerExpiresAt: EVENT.startsAt });
    expect(offered.text).toContain(
      "Please accept your seat on your invitation page by Saturday, 19\u00a0June 2027, 18:30",
    );
  });

  it("greets attending guests with the host's text, and others with the default text", () => {
    const body = "Dear Anna,\nhow lovely!";
    const coming = confirmation({ ...CONFIRMATION, body }).text;
    expect(coming).toContain("Dear Anna,\nhow lovely!\n\nThanks — you're down as going.");
    expect(coming).not.toContain("Hi Anna,");
    for (const other of [{ response: "declined" as const }, { seat: "waitlisted" as const }]) {
      const { text } = confirmation({ ...CONFIRMATION, ...other, body });
      expect(text).toContain("Hi Anna,");
      expect(text).not.toContain("how lovely");
    }
  });

  it("links each response of an invitation to its page, while it can be sent", () => {
    const { html, text } = invitation({ ...INVITATION, deadline: EVENT.startsAt });
    for (const answer of ["attending", "maybe", "declined"]) expect(html).toContain(`href="${LINK}?answer=${answer}"`);
    expect(text).toContain(
      `Will you be there?\n- Yes: ${LINK}?answer=attending\n- Maybe: ${LINK}?answer=maybe\n- No: ${LINK}`,
    );
    expect(text).toContain("Please reply by Saturday 19\u00a0June, 18:30 in Berlin.");
    const closed = invitation({ ...INVITATION, deadline: EVENT.startsAt, isAsked: false });
    expect(closed.html + closed.text).not.toMatch(/answer=|Please reply/);
    expect(closed.text).toContain(LINK);
  });

  it("contains the host's description and text in an invitation, next to the facts", () => {
    const words = { subject: "Dance with us", body: "Dear Zoë,\n\ncome!" };
    const own = invitation({ ...INVITATION, description: "Bring shoes.\nNo heels.", words });
    expect(own.subject).toBe("Dance with us");
    expect(own.text).toContain("Dear Zoë,\n\ncome!\n\nWhen: ");
    expect(own.text).toContain("Bring shoes.\nNo heels.");
    expect(own.text).not.toContain("would love to see you");
    expect(invitation(INVITATION).html).toContain(
      "Sat 19\u00a0June, 18:30 in Berlin · The &quot;Orangerie&quot; &lt;script&gt;",
    );
  });
});

/** Lines of the text part that HTML renders differently: rules, labels, links, alternative texts. */
const SET_OFF = /^(=+|-- ?|https?:.*|.*: .*|.*:|Your door pass is attached.*)$/;

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
