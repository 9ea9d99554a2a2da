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

  test.each(["security@bank.example", "account-team．info", "x".repeat(61), "Usher security", "Usher"])(
    "names a host via Usher, never Usher alone, if the host's stored name is %s",
    async (name) => {
      const host = await signedInHost({ name });
      const { mail, link, event, email } = await invitationBy(host);
      expect(mail.from).toMatch(/^A host via Usher <[^<>\s]+@[^<>\s]+>$/);
      for (const part of [mail.text, mail.html]) {
        expect(part).toContain("Sent by a host through Usher");
        expect(part).toContain("Your host");
        expect(part).not.toContain(`${name} `);
      }
      const facts = { "User-Agent": "Phone", "CF-Connecting-IP": freshAddress() };
      const answer = { token: link.token, response: "attending", plus_ones: 0, companions: [] };
      await call("POST", "/rsvp", answer, facts);
      expect((await mailTo(email, { subject: /going|coming/ })).from).toBe(mail.from);
      const view = await call("GET", `/access/${link.token}`, undefined, facts);
      expect(await view.json()).toMatchObject({ event: { host_name: "" } });
      const page = await (await call("GET", `/i/${link.token}`, undefined, facts)).text();
      expect(page).not.toContain(name === "Usher" ? "Invited by Usher" : name);
      const calendar = await (await call("GET", `/access/${link.token}/calendar.ics`, undefined, facts)).text();
      expect(calendar).toMatch(/ORGANIZER;CN="?A host via Usher"?[:;]/);
      const german = `guest-${crypto.randomUUID()}@example.com`;
      const guest = await addGuest(host, event.id, { name: "Grete", email: german, locale: "de" });
      await issueLink(host, event.id, guest.id);
      const translated = await mailTo(german);
      expect(translated.from).toContain("Gastgeber über Usher");
      expect(translated.text).toContain("Verschickt von Gastgebern über Usher");
    },
  );

  test("names the inviter via Usher in the invite of a co-host, and a host if the name may not be shown", async () => {
    for (const [name, from] of [
      ["Helena Host", "Helena Host via Usher"],
      ["Secure desk.info", "A host via Usher"],
    ] as const) {
      const host = await signedInHost({ name, tier: "pro" });
      const event = await makeEvent(host);
      const email = `invitee-${crypto.randomUUID()}@example.com`;
      await host.api("POST", `/events/${event.id}/collaborators`, { email, role: "editor" });
      const mail = await mailTo(email);
      expect(mail.from).toContain(`${from} <`);
      expect(mail.text).toContain(name === "Helena Host" ? "Sent by Helena Host through" : "Sent by a host through");
      expect(mail.text + mail.subject).not.toContain("desk.info");
    }
  });

  test.each([
    ["account-team．info", "put a space after a full stop, e.g. Dr. Ada Usher"],
    ["x".repeat(61), "must have at most 60 characters"],
  ])("rejects the name %s, at sign-up and when an account is renamed", async (name, reason) => {
    const host = await signedInHost();
    const signUp = { email: `poser-${crypto.randomUUID()}@example.com`, password: "a table under the pear tree", name };
    for (const refused of [
      await call("POST", "/auth/signup", signUp, { "CF-Connecting-IP": freshAddress() }),
      await host.api("PATCH", "/me", { name }),
    ]) {
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        errors: [{ path: "name", message: expect.stringContaining(reason) }],
      });
    }
  });

  test("accepts any name of an event and of a guest, also the service's", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { name: "Usher security: usher.example" });
    expect(event.name).toBe("Usher security: usher.example");
    expect((await addGuest(host, event.id, { name: "Usher Support" })).name).toBe("Usher Support");
  });

  test("rejects a name that resembles Usher, at sign-up and when an account is renamed", async () => {
    const host = await signedInHost({ name: "Ada Usher" });
    for (const name of [
      "Usher",
      "U S H E R",
      "Ushеr",
      "Usher365",
      "Usher_Support",
      "your Usher account",
      "Ushеr seсurity",
    ]) {
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
    for (const name of ["Mary Usher", "Usher Raymond", "Usher Hall Edinburgh"]) {
      expect((await host.api("PATCH", "/me", { name })).status, name).toBe(200);
    }
  });

  test("appears in the email's footer, as a sender through Usher", async () => {
    const { mail } = await invitationBy(await signedInHost({ name: "Helena Host" }));
    for (const part of [mail.text, mail.html]) expect(part).toContain("Sent by Helena Host through Usher");
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

  test("names a host via Usher for a host whose address is no longer verified", async () => {
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
    expect(mail.from).toContain("A host via Usher");
    expect(headerOf(mail, "Reply-To")).toBeNull();
  });
});
