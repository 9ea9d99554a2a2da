import { env } from "cloudflare:workers";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { call, freshAddress, signedInHost } from "../support/account.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { shortCodeIn } from "../support/door-code.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { attachmentBytes, headerOf, linkIn, linksIn, mailsTo, mailTo } from "../support/mailbox.ts";
import { seenInPNG } from "../support/read-qr.ts";

const ODD_NAME = "Zoë 🎉 <script>";
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
const LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/146.0.0.0 Safari/537.36";

function freshGuestEmail(): string {
  return `guest-${crypto.randomUUID()}@example.com`;
}

function from(userAgent: string): Record<string, string> {
  return { "User-Agent": userAgent, "CF-Connecting-IP": freshAddress() };
}

/** A guest whose link was issued without an email. */
async function guestWithoutMail(event: Record<string, unknown> = {}, guest: Record<string, unknown> = {}) {
  const host = await signedInHost({ name: "Ada Host" });
  const made = await makeEvent(host, event);
  const email = freshGuestEmail();
  const added = await addGuest(host, made.id, { name: "Grace Guest", email, ...guest });
  const link = await issueLink(host, made.id, added.id, { notify: false });
  return { host, event: made, guest: added, email, link };
}

/**
 * @spec 1.8 "A notifier worker sends emails and SMS: verification, password reset, invitation, confirmation,
 *   reminder, edit-link and collaborator-invite messages."
 * @spec 6.25 "the notifier renders and sends it using the configured email backend and honours the suppression
 *   list."
 */
test("delivers an invitation once, with the valid link", async () => {
  const host = await signedInHost({ name: "Ada Host" });
  const event = await makeEvent(host, {
    name: "Sommerfest & Co",
    venue: "Orangerie",
    event_date: "2031-06-12T16:30:00Z",
    timezone: "Europe/Berlin",
  });
  const email = freshGuestEmail();
  const guest = await addGuest(host, event.id, { name: ODD_NAME, email, party_size: 3 });
  const issued = await issueLink(host, event.id, guest.id);

  const mail = await mailTo(email);
  expect(mail.subject).toBe("You're invited: Sommerfest & Co");
  expect(headerOf(mail, "Auto-Submitted")).toBe("auto-generated");
  expect(linksIn(mail).map(({ href }) => href)).toContain(issued.link);
  expect(mail.html).toContain(`href="${issued.link}"`);
  expect(mail.text).toContain(`Hi ${ODD_NAME},`);
  expect(mail.html).toContain("Thu 12\u00a0June, 18:30 in Berlin · Orangerie");
  expect(mail.text).toContain("Thursday, 12\u00a0June 2031, 18:30 in Berlin");
  expect(mail.text).toContain("Orangerie");
  expect(mail.text).toContain("up to 3 people");
  const opened = await call("GET", `/access/${issued.token}`, undefined, from(PHONE));
  expect(opened.status).toBe(200);

  const [row, ...more] = await eventually(async () => {
    const rows = await deliveriesTo(guest.id);
    expect(rows.map((found) => found.status)).toEqual(["sent"]);
    return rows;
  });
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    kind: "invitation",
    event_id: event.id,
    attempts: 1,
    claimed_at: null,
    provider: "smtp",
  });
  expect(row?.provider_message_id).toBe(mail.message_id);
  expect(JSON.stringify(row)).not.toContain(email);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("stores with the token the time at which the invitation was sent", async () => {
  const before = Date.now();
  const { host, event, guest, link } = await guestWithoutMail();
  const sentAt = () => env.DB.prepare("select sent_at from access_tokens where id = ?").bind(link.id).first("sent_at");
  expect(await sentAt()).toBeNull();
  await issueLink(host, event.id, guest.id, { notify: true });
  await eventually(async () => expect(await sentAt()).toBeGreaterThanOrEqual(before));
});

/**
 * @spec 1.8 "A notifier worker sends emails and SMS: verification, password reset, invitation, confirmation,
 *   reminder, edit-link and collaborator-invite messages."
 * @spec 6.21 "Published by the API when an RSVP is submitted; the notifier sends the confirmation email, including
 *   the door QR."
 */
test("attaches the door code and a calendar file to the confirmation of an attending guest", async () => {
  const { guest, email, link, event } = await guestWithoutMail(
    { name: "Garden, party; tonight", event_date: "2031-06-12T16:30:00Z", end_time: "2031-06-12T20:00:00Z" },
    { name: ODD_NAME },
  );
  const answer = { token: link.token, response: "attending", plus_ones: 2 };
  const answered = await call("POST", "/rsvp", answer, from(PHONE));
  expect(answered.status).toBe(201);
  const { check_in } = await answered.json<{ check_in: { qr_token: string } }>();

  const mail = await mailTo(email);
  expect(mail.subject).toBe("You're going to Garden, party; tonight");
  expect(mail.text).toContain("Thanks — you're down as going, with 2 guests.");
  expect(mail.text).toContain(`Hi ${ODD_NAME},`);
  expect(linkIn(mail, "/i/").href).toBe(link.link);
  expect(headerOf(mail, "List-Unsubscribe")).toMatch(/^<https:.*unsubscribe\?token=[^>]+>$/);

  const [picture, calendar, ...others] = mail.attachments;
  expect(others).toEqual([]);
  if (!picture || !calendar) throw new Error("the email lacks its attachments");
  expect(picture).toMatchObject({ content_type: "image/png", disposition: "inline" });
  expect(mail.html).toContain(`src="cid:${picture.content_id}"`);
  const shown = seenInPNG(await attachmentBytes(picture));
  expect(shown).toEqual({ text: shortCodeIn(check_in.qr_token), version: 4 });
  expect(calendar).toMatchObject({ filename: "garden-party-tonight.ics", content_type: "text/calendar" });
  const parsed = new ICAL.Component(ICAL.parse(new TextDecoder().decode(await attachmentBytes(calendar))));
  const entry = new ICAL.Event(parsed.getFirstSubcomponent("vevent") ?? undefined);
  expect(entry.summary).toBe("Garden, party; tonight");
  expect(entry.startDate.toJSDate().toISOString()).toBe("2031-06-12T16:30:00.000Z");
  expect(entry.uid).toContain(event.id);

  await eventually(async () => {
    expect((await deliveriesTo(guest.id)).map(({ kind, status }) => ({ kind, status }))).toEqual([
      { kind: "confirmation", status: "sent" },
    ]);
  });
});

test("sends a guest who declines a confirmation without a door code", async () => {
  const { email, link } = await guestWithoutMail();
  const answered = await call("POST", "/rsvp", { token: link.token, response: "declined", plus_ones: 0 }, from(PHONE));
  expect(answered.status).toBe(201);
  const mail = await mailTo(email);
  expect(mail.text).toContain("you can't make it");
  expect(mail.attachments).toEqual([]);
});

test("opens the RSVP on another device with an edit link and allows edits", async () => {
  const { email, link } = await guestWithoutMail();
  await call("POST", "/rsvp", { token: link.token, response: "attending", plus_ones: 1 }, from(PHONE));
  const elsewhere = from(LAPTOP);
  const foreign = await call("PATCH", `/rsvp/${link.token}`, { plus_ones: 0 }, elsewhere);
  expect(foreign.status).toBe(403);
  const requested = await call("POST", `/access/${link.token}/request-edit-link`, undefined, elsewhere);
  expect(requested.status).toBe(202);

  const mail = await mailTo(email, { subject: /^Change your RSVP/ });
  expect(mail.text).toContain("30 minutes");
  expect(headerOf(mail, "List-Unsubscribe")).toMatch(/^<https:.*unsubscribe\?token=[^>]+>$/);
  const editUrl = linkIn(mail, "/i/");
  expect(editUrl.href.startsWith(`${link.link}?edit=`)).toBe(true);
  const nonce = editUrl.searchParams.get("edit") ?? "";
  const seen = await call("GET", `/access/${link.token}?edit=${nonce}`, undefined, elsewhere);
  expect(await seen.json()).toMatchObject({ rsvp: { response: "attending", plus_ones: 1 } });
  const changed = await call("PATCH", `/rsvp/${link.token}`, { plus_ones: 0, edit_nonce: nonce }, elsewhere);
  expect(changed.status).toBe(200);
});

test("shows the event's logo when the event has no colour", async () => {
  const { host, event, guest, email } = await guestWithoutMail();
  await env.DB.prepare("insert into event_branding (event_id, logo_url, updated_at) values (?, ?, 0)")
    .bind(event.id, "/uploads/0123456789abcdef0123456789abcdef.jpg")
    .run();
  await issueLink(host, event.id, guest.id, { notify: true });
  expect((await mailTo(email)).html).toContain("https://usher.test/uploads/0123456789abcdef0123456789abcdef.jpg");
});

test("shows the event's branding", async () => {
  const { host, event, guest, email } = await guestWithoutMail();
  await env.DB.prepare("insert into event_branding (event_id, primary_color, logo_url, updated_at) values (?, ?, ?, 0)")
    .bind(event.id, "#b4234a", "/uploads/0123456789abcdef0123456789abcdef.jpg")
    .run();
  await issueLink(host, event.id, guest.id, { notify: true });
  const mail = await mailTo(email);
  expect(mail.html).toContain("#b4234a");
  expect(mail.html).toContain("https://usher.test/uploads/0123456789abcdef0123456789abcdef.jpg");
});
