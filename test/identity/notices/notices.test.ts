import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newId } from "../../../src/kernel/ids.ts";
import { freshEmail, type Host, signedInHost } from "../../support/account.ts";
import { issuedToken, post } from "../../support/auth.ts";
import { deliveriesTo } from "../../support/delivery.ts";
import { addMember } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, makeEvent } from "../../support/guest.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";
import { busMessage, consume } from "../../support/queue.ts";

const ADDED = "Your event has a new owner";
const REMOVED = "Your event has one fewer owner";
const REMOVED_YOU = "You no longer own an event";
const TEAM = "New access to your event";
const EXPORTED = "Data from your event was exported";

/** An event of a host with one more owner. */
async function twoOwners(): Promise<{ host: Host; owner: Host; eventId: string; name: string }> {
  const [host, owner] = [await signedInHost({ tier: "pro", name: "Ada Host" }), await signedInHost({ name: "Grace" })];
  const { id, name } = await makeEvent(host, { name: "Winter ball" });
  await addMember(id, owner.id, "owner");
  return { host, owner, eventId: id, name };
}

async function unverify(host: Host): Promise<void> {
  await env.DB.prepare("update users set email_verified = 0 where id = ?").bind(host.id).run();
}

/** The subjects of all emails to a host so far, newest first. */
async function subjectsTo(host: Host): Promise<string[]> {
  return (await mailsTo(host.email)).map(({ subject }) => subject);
}

describe("security emails to the owners of an event", () => {
  it("tells both owners when a co-owner removes the host", async () => {
    const { host, owner, eventId, name } = await twoOwners();
    expect((await owner.api("DELETE", `/events/${eventId}/collaborators/${host.id}`)).status).toBe(204);
    const toHost = await mailTo(host.email, { subject: REMOVED_YOU });
    expect(toHost.text).toContain("You're no longer an owner of this event.");
    expect(toHost.text).toContain("By: Grace");
    const toOwner = await mailTo(owner.email, { subject: REMOVED });
    expect(toOwner.text).toContain("Ada Host is no longer an owner of your event.");
    expect(toOwner.text).toContain("You're the event's host now, so it counts towards your plan.");
    expect(toOwner.text).toContain(`Event: ${name}`);
    expect(toOwner.text).toContain("/forgot-password");
  });

  it("tells both owners when a co-owner demotes the host", async () => {
    const { host, owner, eventId } = await twoOwners();
    const path = `/events/${eventId}/collaborators/${host.id}`;
    expect((await owner.api("PATCH", path, { role: "viewer" })).status).toBe(200);
    await mailTo(host.email, { subject: REMOVED_YOU });
    await mailTo(owner.email, { subject: REMOVED });
  });

  it("tells every owner when a member becomes an owner", async () => {
    const { host, owner, eventId, name } = await twoOwners();
    const member = await signedInHost({ name: "Edith" });
    await addMember(eventId, member.id, "editor");
    await host.api("PATCH", `/events/${eventId}/collaborators/${member.id}`, { role: "owner" });
    const toOwner = await mailTo(owner.email, { subject: ADDED });
    expect(toOwner.text).toContain("Edith is now an owner of your event");
    expect(toOwner.text).toContain(`Event: ${name}`);
    expect((await mailTo(host.email, { subject: ADDED })).text).toContain("By: You");
    await mailTo(member.email, { subject: "You're now an owner of an event" });
  });

  it("tells the host when a user accepts an invite to own the event", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { id } = await makeEvent(host);
    const member = await signedInHost({ name: "Edith" });
    await host.api("POST", `/events/${id}/collaborators`, { email: member.email, role: "owner" });
    const { text } = await mailTo(member.email, { subject: /invited you to co-host/ });
    const token = /\/invites\/([\w-]+)/.exec(text)?.[1];
    expect((await member.api("POST", `/invites/${token}/accept`)).status).toBe(200);
    expect((await mailTo(host.email, { subject: ADDED })).text).toContain("Edith is now an owner");
  });

  it("emails every owner about an invite, its acceptance and a higher role", async () => {
    const { host, owner, eventId } = await twoOwners();
    const member = await signedInHost({ name: "Edith" });
    await host.api("POST", `/events/${eventId}/collaborators`, { email: member.email, role: "viewer" });
    const { text } = await mailTo(member.email, { subject: /invited you to co-host/ });
    const token = /\/invites\/([\w-]+)/.exec(text)?.[1];
    expect((await member.api("POST", `/invites/${token}/accept`)).status).toBe(200);
    await host.api("PATCH", `/events/${eventId}/collaborators/${member.id}`, { role: "editor" });
    const about = (reader: Host) =>
      eventually(async () => {
        const found = (await mailsTo(reader.email)).filter(({ subject }) => subject === TEAM);
        expect(found).toHaveLength(3);
        return found.map((mail) => mail.text).join();
      });
    for (const mails of [await about(host), await about(owner)]) {
      expect(mails).toContain("Someone was invited to the team of your event.");
      expect(mails).toContain("Someone accepted an invite and joined the team of your event.");
      expect(mails).toContain("A member of the team now has a higher role at your event.");
      expect(mails).toContain("By: Edith");
      expect(mails).toContain("Event: Winter ball");
    }
  });

  it("reports no lower role and no removal of a member who is not an owner", async () => {
    const { host, owner, eventId } = await twoOwners();
    const member = await signedInHost();
    await addMember(eventId, member.id, "editor");
    await host.api("PATCH", `/events/${eventId}/collaborators/${member.id}`, { role: "viewer" });
    await host.api("DELETE", `/events/${eventId}/collaborators/${member.id}`);
    // A later notice: what came before it would be there as well.
    await host.api("GET", `/events/${eventId}/guests/export.csv`);
    await mailTo(owner.email, { subject: EXPORTED });
    expect(await subjectsTo(owner)).toEqual([EXPORTED]);
    expect(await subjectsTo(member)).toEqual([]);
  });

  it("reports an export by a viewer once, however often it is repeated", async () => {
    const { host, owner, eventId, name } = await twoOwners();
    const viewer = await signedInHost({ name: "Vic" });
    await addMember(eventId, viewer.id, "viewer");
    const exports = Array.from({ length: 8 }, () => viewer.api("GET", `/events/${eventId}/guests/export.csv`));
    for (const response of await Promise.all(exports)) expect(response.status).toBe(200);
    const { text } = await mailTo(owner.email, { subject: EXPORTED });
    expect(text).toContain("The guest list of one of your events was downloaded.");
    expect(text).toContain(`Event: ${name}`);
    expect(text).toContain("By: Vic");
    await mailTo(host.email, { subject: EXPORTED });
    // Of another export there is another notice: nothing of the first is on its way any more.
    await owner.api("GET", `/events/${eventId}/analytics/export.csv`);
    await eventually(async () =>
      expect((await deliveriesTo(host.id)).map(({ status }) => status)).toEqual(["sent", "sent"]),
    );
    expect(await subjectsTo(host)).toEqual([EXPORTED, EXPORTED]);
    const { items } = await (await host.api("GET", `/events/${eventId}/audit`)).json<{ items: { action: string }[] }>();
    expect(items.filter(({ action }) => action === "guests.exported")).toHaveLength(8);
  });

  it("reports the export of one guest, and no rejected export", async () => {
    const { host, eventId } = await twoOwners();
    const guest = await addGuest(host, eventId);
    const stranger = await signedInHost();
    const path = `/events/${eventId}/guests/${guest.id}/data-export`;
    expect((await stranger.api("GET", path)).status).toBe(404);
    expect((await host.api("GET", `/events/${eventId}/guests/${newId(Date.now())}/data-export`)).status).toBe(404);
    expect((await host.api("GET", path)).status).toBe(200);
    await mailTo(host.email, { subject: EXPORTED });
    const { items } = await (await host.api("GET", `/events/${eventId}/audit`)).json<{
      items: { action: string; target: string | null; actor: { id: string } }[];
    }>();
    expect(items).toMatchObject([{ action: "guest.exported", target: guest.id, actor: { id: host.id } }]);
  });
});

describe("security emails to an account", () => {
  it("reports a password reset, once for one link", async () => {
    const host = await signedInHost();
    const token = await issuedToken(host.id, "reset_password");
    const body = { token, password: "another horse, another staple" };
    const statuses = await Promise.all([1, 2, 3].map(async () => (await post("/auth/reset-password", body)).status));
    expect(statuses.sort()).toEqual([204, 400, 400]);
    const mail = await mailTo(host.email, { subject: "Your password was reset" });
    expect(mail.text).not.toContain(token);
    expect(mail.text).toContain("/forgot-password");
    await eventually(async () => expect(await deliveriesTo(host.id)).toMatchObject([{ kind: "account_notice" }]));
  });

  it("reports a data export, and adds it to the audit log of each owned event", async () => {
    const host = await signedInHost();
    const { id } = await makeEvent(host);
    for (let round = 0; round < 2; round++) {
      const response = await host.api("GET", "/me/data-export");
      expect(response.status).toBe(200);
      await response.text();
    }
    await mailTo(host.email, { subject: "Your data was exported" });
    await eventually(async () => expect(await deliveriesTo(host.id)).toMatchObject([{ status: "sent" }]));
    const { items } = await (await host.api("GET", `/events/${id}/audit`)).json<{ items: { action: string }[] }>();
    expect(items.map(({ action }) => action)).toEqual(["data.exported", "data.exported"]);
  });

  it("sends one email to an unsubscribed account, also when the queue message arrives twice", async () => {
    const host = await signedInHost();
    await env.DB.prepare("insert into suppressions (email_key, reason, created_at) values (?, 'unsubscribed', 1)")
      .bind(host.email)
      .run();
    const message = busMessage("account.notice", {
      user_id: host.id,
      kind: "passkey_added",
      happened_at: new Date().toISOString(),
    });
    for (let round = 0; round < 2; round++) expect((await consume("usher-notifier", [message])).acked).toEqual([0]);
    expect(await subjectsTo(host)).toEqual(["A passkey was added to your account"]);
  });

  it("uses the previous address after a change of address, and no unverified address", async () => {
    const [host, unverified] = [await signedInHost(), await signedInHost()];
    await unverify(unverified);
    const before = freshEmail();
    const happened_at = new Date().toISOString();
    await consume("usher-notifier", [
      busMessage("account.notice", { user_id: host.id, kind: "email_changed", happened_at, address: before }),
      busMessage("account.notice", { user_id: unverified.id, kind: "password_changed", happened_at }),
    ]);
    expect((await mailsTo(before)).map(({ subject }) => subject)).toEqual(["Your email address was changed"]);
    expect(await subjectsTo(host)).toEqual([]);
    expect(await subjectsTo(unverified)).toEqual([]);
    expect(await deliveriesTo(unverified.id)).toMatchObject([{ status: "suppressed", reason: "account_unverified" }]);
  });
});

describe("security emails (unverified host)", () => {
  it.each([
    ["of an account without a verified address", "Grace", true],
    ["that is an advertisement", "You won, go to www.evil.example", false],
  ])("omits the name %s", async (_, name, isUnverified) => {
    const { host, eventId } = await twoOwners();
    const member = await signedInHost({ name });
    await addMember(eventId, member.id, "editor");
    if (isUnverified) await unverify(member);
    await host.api("PATCH", `/events/${eventId}/collaborators/${member.id}`, { role: "owner" });
    const { text, html } = await mailTo(host.email, { subject: ADDED });
    expect(text).toContain("A member of the team is now an owner of your event");
    expect(text).toContain("Event: Winter ball");
    expect(text + html).not.toContain(name);
  });

  it("omits the event's name while its host is unverified, except to the host", async () => {
    const { host, owner, eventId, name } = await twoOwners();
    await unverify(host);
    await owner.api("GET", `/events/${eventId}/guests/export.csv`);
    const { text } = await mailTo(owner.email, { subject: EXPORTED });
    expect(text).toContain("The guest list of one of your events was downloaded.");
    expect(text).not.toContain(name);
  });
});
