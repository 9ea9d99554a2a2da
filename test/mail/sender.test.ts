import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { call, freshAddress, type Host, signedInHost } from "../support/account.ts";
import { deliverBatches, dispatch, dueMessage, stopScheduler } from "../support/broadcast.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { headerOf, mailTo } from "../support/mailbox.ts";

/** The invitation that a guest of a host's new event gets. */
async function invitationBy(host: Host) {
  const event = await makeEvent(host);
  const email = `guest-${crypto.randomUUID()}@example.com`;
  const guest = await addGuest(host, event.id, { name: "Grace Guest", email });
  const link = await issueLink(host, event.id, guest.id);
  return { event, guest, email, link, mail: await mailTo(email) };
}

describe("emails to guests (sender)", () => {
  /**
   * @promise Messages: Emails to guests come from their host, and replies reach the host once the reply-to address is
   *   verified
   */
  test("names the host via Usher in the invitation, the confirmation and the edit link", async () => {
    const host = await signedInHost({ name: 'Helena & "Tomás"' });
    const { mail, email, link } = await invitationBy(host);
    expect(mail.from).toMatch(/^Helena & Tomás via Usher <[^<>\s]+@[^<>\s]+>$/);
    expect(headerOf(mail, "Reply-To")).toBeNull();

    const facts = { "User-Agent": "Phone", "CF-Connecting-IP": freshAddress() };
    await call("POST", "/rsvp", { token: link.token, response: "maybe", plus_ones: 0 }, facts);
    expect((await mailTo(email, { subject: /maybe/ })).from).toBe(mail.from);
    await call("POST", `/access/${link.token}/request-edit-link`, undefined, facts);
    expect((await mailTo(email, { subject: /^Change/ })).from).toBe(mail.from);
  });

  test("names only Usher if the host's name resembles an address or a link", async () => {
    for (const name of ["security@bank.example", "www.bank.example"]) {
      const { mail } = await invitationBy(await signedInHost({ name }));
      expect(mail.from).not.toContain("via Usher");
      expect(mail.from).toContain("Usher");
    }
  });

  /** @promise Accounts: An account name that resembles Usher is rejected, and the error says what to do */
  test("rejects a name that resembles Usher, at sign-up and when an account is renamed", async () => {
    const host = await signedInHost({ name: "Ada Usher" });
    for (const name of ["Usher", "U S H E R", "Ushеr", "Usher Support"]) {
      const signUp = {
        email: `poser-${crypto.randomUUID()}@example.com`,
        password: "a table under the pear tree",
        name,
      };
      for (const refused of [
        await call("POST", "/auth/signup", signUp, { "CF-Connecting-IP": freshAddress() }),
        await host.api("PATCH", "/me", { name }),
      ]) {
        expect(refused.status, name).toBe(400);
        expect(await refused.json()).toMatchObject({
          errors: [{ path: "name", message: expect.stringContaining("use your own name, e.g. Ada Usher") }],
        });
      }
    }
    expect((await host.api("PATCH", "/me", { name: "Mary Usher" })).status).toBe(200);
  });

  /** @promise Messages: The footer of a guest's email names who sent it through Usher, in the guest's language */
  test("appears in the email's footer, as a sender through Usher", async () => {
    const { mail } = await invitationBy(await signedInHost({ name: "Helena Host" }));
    for (const part of [mail.text, mail.html]) expect(part).toContain("Sent by Helena Host through Usher");
    // Of an account created before its name was rejected.
    const { mail: posing } = await invitationBy(await signedInHost({ name: "Usher" }));
    expect(posing.from).not.toContain("via Usher");
    expect(posing.text).not.toContain("Sent by Usher");
  });

  test("names the host in reminders and messages, and sets the verified address for replies", async () => {
    await stopScheduler();
    const host = await signedInHost({ name: "Helena Host" });
    const event = await makeEvent(host);
    const email = `guest-${crypto.randomUUID()}@example.com`;
    await addGuest(host, event.id, { name: "Grace Guest", email });
    await host.api("PATCH", `/events/${event.id}`, { reply_to: host.email });
    await deliverBatches(await dispatch(await dueMessage(event.id, { subject: "News" })));
    const reminder =
      "update messages set subject = 'Soon', send_at = ? where event_id = ? and slug = 'reminder_7d' returning id";
    const due = await env.DB.prepare(reminder).bind(Date.now(), event.id).first<{ id: string }>();
    await deliverBatches(await dispatch(due?.id ?? ""));
    for (const subject of ["News", "Soon"]) {
      const mail = await mailTo(email, { subject });
      expect(mail.from).toContain("Helena Host via Usher <");
      expect(headerOf(mail, "Reply-To")).toBe(host.email);
    }
  });

  test("names only Usher for a host whose address is no longer verified", async () => {
    const host = await signedInHost({ name: "Helena Host" });
    const event = await makeEvent(host, { reply_to: host.email });
    const email = `guest-${crypto.randomUUID()}@example.com`;
    const guest = await addGuest(host, event.id, { name: "Grace Guest", email });
    const link = await issueLink(host, event.id, guest.id, { notify: false });
    await env.DB.prepare("update users set email_verified = 0 where id = ?").bind(host.id).run();
    // Otherwise such a host's guest gets no email.
    await env.DB.prepare("update guests set delivery_status = 'delivered' where id = ?").bind(guest.id).run();
    const facts = { "User-Agent": "Phone", "CF-Connecting-IP": freshAddress() };
    await call("POST", "/rsvp", { token: link.token, response: "maybe", plus_ones: 0 }, facts);
    const mail = await mailTo(email);
    expect(mail.from).not.toContain("Helena");
    expect(headerOf(mail, "Reply-To")).toBeNull();
  });
});
