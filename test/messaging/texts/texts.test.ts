import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { call, freshAddress, type Host, signedInHost } from "../../support/account.ts";
import { deliverBatches, dispatch, dueMessage, stopScheduler } from "../../support/broadcast.ts";
import { addMember } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../../support/guest.ts";
import { headerOf, mailsTo, mailTo } from "../../support/mailbox.ts";

const OURS = {
  invitation: { subject: null, body: null },
  confirmation: { body: null },
  reminder_footer: null,
  updated_at: null,
};
const OWN = {
  invitation: { subject: "{{first_name}}, dance with us", body: "Dear {{guest_name}},\n\ncome to {{venue}}!" },
  confirmation: { body: "How lovely, {{first_name}}!" },
};

interface WirePreview {
  subject: string | null;
  html: string | null;
  text: string;
}

function freshGuestEmail(): string {
  return `guest-${crypto.randomUUID()}@example.com`;
}

async function eventOf(host: Host, fields: Record<string, unknown> = {}) {
  return makeEvent(host, { name: "Gala", venue: "Orangerie", event_date: "2031-06-12T16:30:00Z", ...fields });
}

async function previewOf(host: Host, path: string, body: Record<string, unknown>): Promise<WirePreview> {
  const response = await host.api("POST", path, body);
  expect(response.status, path).toBe(200);
  return response.json<WirePreview>();
}

async function answer(token: string, fields: Record<string, unknown>): Promise<void> {
  const facts = { "User-Agent": "Phone", "CF-Connecting-IP": freshAddress() };
  expect((await call("POST", "/rsvp", { token, ...fields }, facts)).status).toBe(201);
}

describe("PUT /events/{eventId}/texts, GET /events/{eventId}/texts", () => {
  test("returns the default text until the host writes some, and again when it is cleared", async () => {
    const host = await signedInHost();
    const { id } = await eventOf(host);
    const read = async () => (await host.api("GET", `/events/${id}/texts`)).json();
    expect(await read()).toEqual(OURS);
    const written = await host.api("PUT", `/events/${id}/texts`, OWN);
    expect(written.status).toBe(200);
    expect(await written.json()).toEqual({ ...OURS, ...OWN, updated_at: expect.any(String) });
    expect(await read()).toEqual({ ...OURS, ...OWN, updated_at: expect.any(String) });
    expect((await host.api("PUT", `/events/${id}/texts`, { invitation: null })).status).toBe(200);
    expect(await read()).toEqual({ ...OURS, updated_at: expect.any(String) });
  });

  test("returns 409 with the current text when it was changed since it was read", async () => {
    const host = await signedInHost();
    const { id } = await eventOf(host);
    const put = (body: Record<string, unknown>) => host.api("PUT", `/events/${id}/texts`, body);
    const first = await (await put({ ...OWN, expected_updated_at: null })).json<{ updated_at: string }>();
    const late = await put({ confirmation: { body: "Mine" }, expected_updated_at: null });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ error: "texts_changed", texts: first });
    const second = await put({ confirmation: { body: "Mine" }, expected_updated_at: first.updated_at });
    expect(second.status).toBe(200);
    expect((await put({ expected_updated_at: first.updated_at })).status).toBe(409);
    expect(await (await host.api("GET", `/events/${id}/texts`)).json()).toMatchObject({
      confirmation: { body: "Mine" },
    });
    // One of two parallel writes with an equal state is stored.
    const { updated_at } = await second.json<{ updated_at: string }>();
    const both = await Promise.all(
      ["a", "b"].map((body) => put({ confirmation: { body }, expected_updated_at: updated_at })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("appears in the invitation and in the confirmation, with each guest's values", async () => {
    const host = await signedInHost();
    const { id } = await eventOf(host, { description: "Long tables under the trees." });
    await host.api("PUT", `/events/${id}/texts`, OWN);
    const email = freshGuestEmail();
    const guest = await addGuest(host, id, { name: "Anna {{venue}}", email });
    const { token, link } = await issueLink(host, id, guest.id);
    const invited = await mailTo(email, { subject: "Anna {{venue}}, dance with us" });
    expect(invited.text).toContain("Dear Anna {{venue}},\n\ncome to Orangerie!");
    expect(invited.text).toContain("Long tables under the trees.");
    expect(invited.text).toContain(`- No: ${link}?answer=declined`);
    expect(headerOf(invited, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");

    await answer(token, { response: "attending", plus_ones: 0 });
    const confirmed = await mailTo(email, { subject: "You're going to Gala" });
    expect(confirmed.text).toContain("How lovely, Anna {{venue}}!\n\nThanks — you're down as going.");
  });

  test("appends the footer to every reminder, only on a tier with broadcasts", async () => {
    await stopScheduler();
    const [host, free] = [await signedInHost({ tier: "pro" }), await signedInHost()];
    const { id } = await eventOf(host);
    const footer = { reminder_footer: "Parking is behind {{venue}}." };
    expect((await host.api("PUT", `/events/${id}/texts`, footer)).status).toBe(200);
    const email = freshGuestEmail();
    await addGuest(host, id, { name: "Anna", email });
    await deliverBatches(await dispatch(await dueMessage(id, { subject: "News" })));
    expect((await mailTo(email, { subject: "News" })).text).not.toContain("Parking");
    const soon = "update messages set send_at = ? where event_id = ? and slug = 'reminder_7d' returning id";
    const due = await env.DB.prepare(soon).bind(Date.now(), id).first<{ id: string }>();
    await deliverBatches(await dispatch(due?.id ?? ""));
    expect((await mailTo(email, { subject: /^Gala is in/ })).text).toContain("Parking is behind Orangerie.");
    const preview = await previewOf(host, `/events/${id}/texts/preview`, { kind: "reminder" });
    expect(preview.text).toContain("Parking is behind Orangerie.");

    const other = await eventOf(free);
    const refused = await free.api("PUT", `/events/${other.id}/texts`, footer);
    expect([refused.status, (await refused.json<{ error: string }>()).error]).toEqual([402, "feature_not_in_tier"]);
    expect((await free.api("PUT", `/events/${other.id}/texts`, OWN)).status).toBe(200);
  });

  test.each([
    [{ invitation: { subject: "{{guest_nmae}}" } }, "invitation.subject", "{{guest_nmae}} isn't a placeholder"],
    [{ confirmation: { body: "{{ secret }}" } }, "confirmation.body", "{{secret}} isn't a placeholder"],
    [{ invitation: { subject: "Come\r\nBcc: eve@example.com" } }, "invitation.subject", "one line"],
    [{ reminder_footer: "x".repeat(1_001) }, "reminder_footer", "1000"],
    [{ invitation: { footer: "x" } }, "invitation", "footer"],
  ])("rejects %j, and changes nothing", async (body, path, message) => {
    const host = await signedInHost({ tier: "pro" });
    const { id } = await eventOf(host);
    const refused = await host.api("PUT", `/events/${id}/texts`, body);
    expect(refused.status).toBe(400);
    const { errors } = await refused.json<{ errors: { path: string; message: string }[] }>();
    expect(errors[0]?.path).toContain(path);
    expect(JSON.stringify(errors)).toContain(message);
    expect(await (await host.api("GET", `/events/${id}/texts`)).json()).toEqual(OURS);
  });

  test("accepts editors, lets viewers read, and writes an audit record without the text", async () => {
    const [host, viewer] = [await signedInHost(), await signedInHost()];
    const { id } = await eventOf(host);
    await addMember(id, viewer.id, "viewer");
    await host.api("PUT", `/events/${id}/texts`, OWN);
    expect((await viewer.api("GET", `/events/${id}/texts`)).status).toBe(200);
    expect((await viewer.api("PUT", `/events/${id}/texts`, OWN)).status).toBe(403);
    expect((await viewer.api("POST", `/events/${id}/texts/preview`, { kind: "invitation" })).status).toBe(403);
    const audit = await (await host.api("GET", `/events/${id}/audit`)).text();
    expect(audit).toContain("texts.updated");
    expect(audit).toContain('"own_invitation_body":true');
    expect(audit).not.toContain("How lovely");
  });

  test("stores one of two parallel writes, with a consistent audit record", async () => {
    const host = await signedInHost();
    const { id } = await eventOf(host);
    const writes = ["a", "b", "c"].map((subject) =>
      host.api("PUT", `/events/${id}/texts`, { invitation: { subject } }),
    );
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    const { items } = await (await host.api("GET", `/events/${id}/audit`)).json<{
      items: { before: { invitation_subject: string | null }; after: { invitation_subject: string } }[];
    }>();
    const states = items.toReversed().map(({ before, after }) => [before.invitation_subject, after.invitation_subject]);
    expect(states).toHaveLength(statuses.filter((status) => status === 200).length);
    for (const [index, [before]] of states.entries()) expect(before).toBe(states[index - 1]?.[1] ?? null);
    const { invitation } = await (await host.api("GET", `/events/${id}/texts`)).json<typeof OWN>();
    expect(invitation.subject).toBe(states.at(-1)?.[1]);
  });
});

describe("previews of messages: POST /events/{eventId}/texts/preview, POST /events/{eventId}/messages/preview", () => {
  test("returns the guest's version with placeholders for the link, the door pass and the unsubscribe link", async () => {
    const host = await signedInHost();
    const { id } = await eventOf(host, { description: "Long tables." });
    const email = freshGuestEmail();
    const guest = await addGuest(host, id, { name: "Zoë <b>Smith</b>", email, party_size: 3 });
    const { token } = await issueLink(host, id, guest.id);
    const sent = await mailTo(email);
    const preview = await previewOf(host, `/events/${id}/texts/preview`, { kind: "invitation", guest_id: guest.id });
    expect(preview.subject).toBe(sent.subject);
    const withoutLinks = (text: string) =>
      text.replace(/https:\/\/usher\.test\/\S+?(?=["?\s]|$)(\?token=[\w.-]+)?/g, "…");
    expect(withoutLinks(preview.text).trim()).toBe(withoutLinks(sent.text).trim());
    expect(withoutLinks(preview.html ?? "").trim()).toBe(withoutLinks(sent.html).trim());
    expect(preview.text + preview.html).not.toContain(token);
    const [, shown = ""] = /\/i\/([\w-]{43})/.exec(preview.text) ?? [];
    expect((await call("GET", `/access/${shown}`)).status).toBe(404);
  });

  test("shows a picture for the attachment of a confirmation, and the guest's response", async () => {
    const host = await signedInHost();
    const { id } = await eventOf(host);
    const guest = await addGuest(host, id, { name: "Anna", email: freshGuestEmail() });
    const { token } = await issueLink(host, id, guest.id, { notify: false });
    const draft = { kind: "confirmation", body: "So glad, {{first_name}}!", guest_id: guest.id };
    const path = `/events/${id}/texts/preview`;
    const coming = await previewOf(host, path, draft);
    expect(coming.text).toContain("So glad, Anna!");
    expect(coming.html).toContain("data:image/png;base64,");
    expect(coming.html).not.toContain("cid:");
    await answer(token, { response: "declined", plus_ones: 0 });
    const declined = await previewOf(host, path, draft);
    expect(declined.text).toContain("Thanks for letting us know that you can't make it");
    expect(declined.text).not.toContain("So glad");
    expect(await (await host.api("GET", `/events/${id}/texts`)).json()).toEqual(OURS);
  });

  test("returns the email or the text message, also for an invented guest", async () => {
    const host = await signedInHost({ name: "Helena Host" });
    const { id } = await eventOf(host);
    const path = `/events/${id}/messages/preview`;
    const mail = await previewOf(host, path, {
      channel: "email",
      subject: "News of {{event_name}}",
      body: "Hi {{first_name}}",
    });
    expect(mail).toMatchObject({ subject: "News of Gala", html: expect.stringContaining("Hi Anna") });
    const sms = await previewOf(host, path, { channel: "sms", body: "{{event_name}}: {{rsvp_link}}" });
    expect(sms).toEqual({
      subject: null,
      html: null,
      text: expect.stringMatching(/^Gala: https:\/\/usher\.test\/i\//),
      sms: { encoding: "gsm7", segments: 1, units: 70 },
    });
  });

  test.each([
    ["texts/preview", { kind: "confirmation", subject: "x" }, 400, "subject"],
    ["texts/preview", { kind: "invitation", body: "{{x}}" }, 400, "{{x}}"],
    ["texts/preview", { kind: "invitation", guest_id: crypto.randomUUID() }, 404, "not_found"],
    ["texts/test", { kind: "invitation", guest_id: crypto.randomUUID() }, 404, "not_found"],
    ["messages/preview", { channel: "email", body: "x" }, 400, "subject"],
    ["messages/test", { channel: "sms", body: "x" }, 400, "channel"],
  ])("rejects in %s the body %j", async (path, body, status, words) => {
    const host = await signedInHost();
    const { id } = await eventOf(host);
    const refused = await host.api("POST", `/events/${id}/${path}`, body);
    expect(refused.status).toBe(status);
    expect(await refused.text()).toContain(words);
  });

  test("returns 404 for another event's guest", async () => {
    const [host, other] = [await signedInHost(), await signedInHost()];
    const [mine, theirs] = [await eventOf(host), await eventOf(other)];
    const guest = await addGuest(other, theirs.id, { name: "Grace", email: freshGuestEmail() });
    const draft = { kind: "invitation", guest_id: guest.id };
    expect((await host.api("POST", `/events/${mine.id}/texts/preview`, draft)).status).toBe(404);
  });
});

describe("POST /events/{eventId}/texts/test, POST /events/{eventId}/messages/test", () => {
  test("reaches only the caller, once, from the host, and is marked as a test", async () => {
    const host = await signedInHost({ name: "Helena Host" });
    const { id } = await eventOf(host);
    const email = freshGuestEmail();
    const guest = await addGuest(host, id, { name: "Anna Smith", email });
    const draft = { kind: "invitation", body: "Dear {{guest_name}}, come!", guest_id: guest.id };
    const sent = await host.api("POST", `/events/${id}/texts/test`, draft);
    expect(sent.status).toBe(202);
    expect(await sent.json()).toEqual({ sent_to: "h•••@e•••.com" });
    const mail = await mailTo(host.email, { subject: "Test: You're invited: Gala" });
    expect(mail.text).toContain("Dear Anna Smith, come!");
    expect(mail.from).toContain("Helena Host via Usher");

    const message = { channel: "email", subject: "News", body: "It is {{days_away}}." };
    expect((await host.api("POST", `/events/${id}/messages/test`, message)).status).toBe(202);
    await mailTo(host.email, { subject: "Test: News" });
    await eventually(async () => expect(await mailsTo(host.email)).toHaveLength(2));
    expect(await mailsTo(email)).toEqual([]);
    const { items } = await (await host.api("GET", `/events/${id}/guests`)).json<{
      items: { invited_at: unknown }[];
    }>();
    expect(items.map(({ invited_at }) => invited_at)).toEqual([null]);
  });

  test("returns 403 for an unverified caller, and 429 after 20 in an hour", async () => {
    const unverified = await signedInHost({ verified: false });
    const event = await eventOf(unverified);
    const refused = await unverified.api("POST", `/events/${event.id}/texts/test`, { kind: "reminder" });
    expect([refused.status, (await refused.json<{ error: string }>()).error]).toEqual([403, "email_unverified"]);

    for (let count = 1; count < 20; count++) {
      await unverified.api("POST", `/events/${event.id}/texts/test`, { kind: "reminder" });
    }
    const message = { channel: "email", subject: "News", body: "x" };
    expect((await unverified.api("POST", `/events/${event.id}/messages/test`, message)).status).toBe(429);
  });
});
