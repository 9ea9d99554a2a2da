import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { call, freshAddress, freshEmail, type Host, signedInHost } from "../support/account.ts";
import { addMember } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink } from "../support/guest.ts";
import { headerOf, linkIn, mailsTo, mailTo } from "../support/mailbox.ts";

const EVENT = { name: "Gala", event_date: "2031-06-12T18:00:00Z" };
const SUBJECT = "Should guests' replies come to you?";

interface WireReplies {
  id: string;
  reply_to: string | null;
  reply_to_verified: boolean;
}

async function eventOf(host: Host, fields: Record<string, unknown> = {}): Promise<WireReplies> {
  const created = await host.api("POST", "/events", { ...EVENT, ...fields });
  expect(created.status).toBe(201);
  return created.json<WireReplies>();
}

async function change(host: Host, eventId: string, replyTo: string | null): Promise<Response> {
  return host.api("PATCH", `/events/${eventId}`, { reply_to: replyTo });
}

async function readReplies(host: Host, eventId: string): Promise<Pick<WireReplies, "reply_to" | "reply_to_verified">> {
  const { reply_to, reply_to_verified } = await (await host.api("GET", `/events/${eventId}`)).json<WireReplies>();
  return { reply_to, reply_to_verified };
}

/** Sends the form of the page behind the link. */
function confirm(link: URL): Promise<Response> {
  const body = new URLSearchParams({ token: link.searchParams.get("token") ?? "" });
  return call("POST", "/confirm-reply-to", body.toString(), {
    "Content-Type": "application/x-www-form-urlencoded",
    "CF-Connecting-IP": freshAddress(),
  });
}

/** The `Reply-To` of an invitation of the event now. */
async function replyToOfInvitation(host: Host, eventId: string): Promise<string | null> {
  const email = `guest-${crypto.randomUUID()}@example.com`;
  const guest = await addGuest(host, eventId, { name: "Grace Guest", email });
  await issueLink(host, eventId, guest.id);
  return headerOf(await mailTo(email), "Reply-To");
}

describe("event reply-to address: POST /confirm-reply-to", () => {
  test("applies immediately when it is the caller's own verified address", async () => {
    const host = await signedInHost();
    const event = await eventOf(host, { reply_to: host.email.toUpperCase() });
    expect(event).toMatchObject({ reply_to: host.email.toUpperCase(), reply_to_verified: true });
    expect((await replyToOfInvitation(host, event.id))?.toLowerCase()).toBe(host.email);
    expect(await mailsTo(host.email)).toEqual([]);

    expect(await (await change(host, event.id, null)).json()).toMatchObject({
      reply_to: null,
      reply_to_verified: false,
    });
    expect(await replyToOfInvitation(host, event.id)).toBeNull();
  });

  test("applies only after the emailed link is confirmed, which works once: GET /confirm-reply-to", async () => {
    const host = await signedInHost({ name: "Helena Host" });
    const { id } = await eventOf(host);
    const address = freshEmail();
    expect(await (await change(host, id, address)).json()).toMatchObject({
      reply_to: address,
      reply_to_verified: false,
    });
    expect(await replyToOfInvitation(host, id)).toBeNull();

    const mail = await mailTo(address, { subject: SUBJECT });
    expect(mail.text).toContain("Helena Host would like guests of Gala to reach you at this address");
    expect(mail.from).not.toContain("Helena");
    const link = linkIn(mail, "/confirm-reply-to");
    const page = await call("GET", `${link.pathname}${link.search}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("h•••@e•••.com");
    expect(await readReplies(host, id)).toEqual({ reply_to: address, reply_to_verified: false });

    const token = link.searchParams.get("token");
    const { results: stored } = await env.DB.prepare("select * from secrets where event_id = ?").bind(id).all();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect((await confirm(link)).status).toBe(200);
    expect(await readReplies(host, id)).toEqual({ reply_to: address, reply_to_verified: true });
    expect(await replyToOfInvitation(host, id)).toBe(address);
    expect((await confirm(link)).status).toBe(400);
  });

  test("rejects the link of a replaced address", async () => {
    const host = await signedInHost();
    const [first, second] = [freshEmail(), freshEmail()];
    const { id } = await eventOf(host, { reply_to: first });
    const link = linkIn(await mailTo(first, { subject: SUBJECT }), "/confirm-reply-to");
    expect((await change(host, id, second)).status).toBe(200);
    expect((await confirm(link)).status).toBe(400);
    expect(await readReplies(host, id)).toEqual({ reply_to: second, reply_to_verified: false });
  });

  test("rejects a link older than a day", async () => {
    const host = await signedInHost();
    const address = freshEmail();
    const { id } = await eventOf(host, { reply_to: address });
    const link = linkIn(await mailTo(address, { subject: SUBJECT }), "/confirm-reply-to");
    await env.DB.prepare("update secrets set expires_at = ? where event_id = ?").bind(Date.now(), id).run();
    expect((await call("GET", `${link.pathname}${link.search}`)).status).toBe(400);
    expect((await confirm(link)).status).toBe(400);
    expect(await readReplies(host, id)).toMatchObject({ reply_to_verified: false });
  });

  test("sends the email again when it is set again, at most three times per hour", async () => {
    const host = await signedInHost();
    const address = freshEmail();
    const { id } = await eventOf(host, { reply_to: address });
    const hasMails = (count: number) => eventually(async () => expect(await mailsTo(address)).toHaveLength(count));
    await hasMails(1);
    for (const count of [2, 3]) {
      expect((await change(host, id, address)).status).toBe(200);
      await hasMails(count);
    }
    const refused = await change(host, id, address);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: "rate_limited", retry_after: expect.any(Number) });
  });

  test("rejects another mailbox while the caller's own address is unverified", async () => {
    const host = await signedInHost({ verified: false });
    const { id } = await eventOf(host);
    const refused = await change(host, id, freshEmail());
    expect([refused.status, (await refused.json<{ error: string }>()).error]).toEqual([403, "email_unverified"]);
    expect(await readReplies(host, id)).toEqual({ reply_to: null, reply_to_verified: false });
    const another = await signedInHost({ verified: false });
    expect((await another.api("POST", "/events", { ...EVENT, reply_to: freshEmail() })).status).toBe(403);
    expect((await eventOf(another, { reply_to: another.email })).reply_to_verified).toBe(false);
  });

  test.each([
    "ana@example.com, eve@example.com",
    "Ana <ana@example.com>",
    "ana@example.com\r\nBcc: eve@example.com",
    "",
  ])("rejects the address %j", async (address) => {
    const host = await signedInHost();
    const { id } = await eventOf(host);
    const refused = await change(host, id, address);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errors: [{ path: "reply_to" }] });
  });

  test("disappears with the account of the editor whose address it is", async () => {
    const [host, editor] = [await signedInHost(), await signedInHost()];
    const { id } = await eventOf(host);
    await addMember(id, editor.id, "editor");
    expect(await (await change(editor, id, editor.email)).json()).toMatchObject({ reply_to_verified: true });
    const deleted = await editor.api("DELETE", "/me");
    expect(deleted.status).toBeLessThan(300);
    expect(await readReplies(host, id)).toEqual({ reply_to: null, reply_to_verified: false });
  });
});
