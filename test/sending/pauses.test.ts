import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { deliverBatches, dispatch, dueMessage } from "../support/broadcast.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { clearMailFaults, mailsTo, mailTo, setMailFaults } from "../support/mailbox.ts";
import { deliveriesOf, makeMessage, messageOf } from "../support/message.ts";
import { sendMailReport } from "../support/reports.ts";

const PERMANENT = { bounce: { type: "Permanent" } };

/**
 * A host with an event and an invited guest whose email has arrived; the given numbers were sent and bounced before.
 */
async function sendingHost(before: { recipients: number; bounced?: number }) {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host);
  await env.DB.prepare(`insert into sending_hours (user_id, hour, recipients, bounced) values (?, ?, ?, ?)
     on conflict do update set recipients = excluded.recipients, bounced = excluded.bounced`)
    .bind(host.id, Math.floor(Date.now() / HOUR_MS), before.recipients, before.bounced ?? 0)
    .run();
  const guest = await addGuest(host, event.id, { email: `guest-${crypto.randomUUID()}@example.com` });
  await issueLink(host, event.id, guest.id);
  await eventually(async () => expect((await readGuest(host, guest)).delivery.status).toBe("sent"));
  return { host, event, guest };
}

async function readGuest(host: Host, guest: WireGuest): Promise<WireGuest> {
  return (await host.api("GET", `/events/${guest.event_id}/guests/${guest.id}`)).json<WireGuest>();
}

async function pauseOf(host: Host): Promise<string | null> {
  return env.DB.prepare("select reason from sending_pauses where user_id = ?").bind(host.id).first("reason");
}

describe("account with bounced emails", () => {
  it("pauses at more than one bounce in twenty, emails the host once, and blocks sending", async () => {
    const { host, event, guest } = await sendingHost({ recipients: 100, bounced: 9 });
    expect(await pauseOf(host)).toBeNull();
    expect(await sendMailReport("email.bounced", guest.email ?? "", PERMANENT)).toBe(200);
    expect(await pauseOf(host)).toBe("bounces");
    expect((await readGuest(host, guest)).delivery).toMatchObject({ status: "bounced", reason: "Permanent" });
    const list = await host.api("GET", `/events/${event.id}/guests?delivery=bounced`);
    expect((await list.json<{ items: WireGuest[] }>()).items.map(({ id }) => id)).toEqual([guest.id]);

    const other = await addGuest(host, event.id, { email: `guest-${crypto.randomUUID()}@example.com` });
    const draft = await makeMessage(host, event.id);
    const refused = [
      await host.api("POST", `/events/${event.id}/tokens`, { guest_id: other.id }),
      await host.api("POST", `/events/${event.id}/guests/invitations/bulk`, {}),
      await host.api("POST", `/events/${event.id}/collaborators`, { email: "a@example.com", role: "viewer" }),
      await host.api("POST", `/events/${event.id}/messages/${draft.id}/send-now`),
    ];
    for (const response of refused) {
      expect([response.status, (await response.json<{ error: string }>()).error]).toEqual([403, "sending_paused"]);
    }
    expect(await issueLink(host, event.id, other.id, { notify: false })).toMatchObject({ notified: false });
    const subject = "Sending is paused";
    await mailTo(host.email, { subject });
    await sendMailReport("email.complained", guest.email ?? "");
    expect((await mailsTo(host.email)).filter((mail) => mail.subject === subject)).toHaveLength(1);
  });

  it("pauses after one complaint in 200", async () => {
    const { host, guest } = await sendingHost({ recipients: 199 });
    await sendMailReport("email.complained", guest.email ?? "");
    expect(await pauseOf(host)).toBe("complaints");
  });

  it("counts no report twice and no report about an old email to the account", async () => {
    const { host, guest } = await sendingHost({ recipients: 100, bounced: 8 });
    for (let turn = 0; turn < 3; turn++) await sendMailReport("email.bounced", guest.email ?? "", PERMANENT);
    expect(await pauseOf(host)).toBeNull();
    const bounced = env.DB.prepare("select sum(bounced) as n from sending_hours where user_id = ?").bind(host.id);
    expect(await bounced.first("n")).toBe(9);
  });

  it("shows a 550 at the guest, and counts it as a bounce if the address does not exist", async () => {
    const domain = `${crypto.randomUUID()}.example.com`;
    await setMailFaults({ only_to: domain, refuse: [`nobody@${domain}`] });
    try {
      const host = await signedInHost();
      const event = await makeEvent(host);
      const guest = await addGuest(host, event.id, { email: `nobody@${domain}` });
      await issueLink(host, event.id, guest.id);
      await eventually(async () =>
        expect((await readGuest(host, guest)).delivery).toMatchObject({
          status: "bounced",
          channel: "email",
          reason: expect.stringContaining("550"),
        }),
      );
      const bounced = env.DB.prepare("select bounced from sending_hours where user_id = ?").bind(host.id);
      await eventually(async () => expect(await bounced.first("bounced")).toBe(1));
      // A rejected email may be retried immediately.
      expect(await issueLink(host, event.id, guest.id)).toMatchObject({ notified: true });
    } finally {
      await clearMailFaults(domain);
    }
  });
});

describe("message of a paused account", () => {
  it("waits until the pause is lifted, whether due or being sent", async () => {
    const { host, event } = await sendingHost({ recipients: 100 });
    const underWay = await dueMessage(event.id);
    const batches = await dispatch(underWay);
    await env.DB.prepare("insert into sending_pauses (user_id, reason, paused_at) values (?, 'bounces', 1)")
      .bind(host.id)
      .run();
    const due = await dueMessage(event.id);
    expect(await dispatch(due)).toEqual([]);
    expect((await messageOf(host, event.id, due)).status).toBe("scheduled");
    await deliverBatches(batches);
    expect(await deliveriesOf(host, event.id, underWay)).toMatchObject([{ status: "pending" }]);

    await env.DB.prepare("delete from sending_pauses where user_id = ?").bind(host.id).run();
    await deliverBatches(await dispatch(due));
    expect((await messageOf(host, event.id, due)).status).toBe("sent");
    await deliverBatches(batches);
    expect((await messageOf(host, event.id, underWay)).status).toBe("sent");
  });
});
