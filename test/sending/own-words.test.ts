import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { answerRequest, browserHeaders, editRequest } from "../support/guest-requests.ts";
import { mailTo } from "../support/mailbox.ts";
import { suppress } from "../support/message.ts";

const OWN = "Bring your skates.";
const CONFIRMATION = /You're going|you're down as going/i;

const freshAddress = () => `skater-${crypto.randomUUID()}@example.com`;

async function rink() {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host, { name: "Rink" });
  const texts = await host.api("PUT", `/events/${event.id}/texts`, { confirmation: { body: OWN } });
  expect(texts.status).toBe(200);
  return { host, eventId: event.id };
}

/** Emails the guest an invitation, and waits until the mail server has accepted it. */
async function invited(host: Host, eventId: string) {
  const guest = await addGuest(host, eventId, { email: freshAddress() });
  const { token } = await issueLink(host, eventId, guest.id, { notify: true });
  await eventually(async () => {
    const { delivery } = await (await host.api("GET", `/events/${eventId}/guests/${guest.id}`)).json<WireGuest>();
    expect(delivery.status).toBe("sent");
  });
  return { guest, token };
}

async function reply(request: Request): Promise<void> {
  expect((await exports.default.fetch(request)).status).toBeLessThan(300);
}

/** Replies yes, and returns the text of the confirmation. */
async function confirmationOf(token: string, email: string | null, headers = browserHeaders()): Promise<string> {
  await reply(answerRequest(token, {}, headers));
  return (await mailTo(email ?? "", { subject: CONFIRMATION })).text;
}

describe("host's own words in a confirmation", () => {
  it("adds them after an invitation has arrived", async () => {
    const { host, eventId } = await rink();
    const { guest, token } = await invited(host, eventId);
    expect(await confirmationOf(token, guest.email)).toContain(OWN);
  });

  it("leaves them out for an address that no invitation has reached", async () => {
    const { host, eventId } = await rink();
    const guest = await addGuest(host, eventId, { email: freshAddress() });
    const { token } = await issueLink(host, eventId, guest.id, { notify: false });
    expect(await confirmationOf(token, guest.email)).not.toContain(OWN);
  });

  it("leaves them out for an address that replaced the one of the invitation", async () => {
    const { host, eventId } = await rink();
    const { guest, token } = await invited(host, eventId);
    const headers = browserHeaders();
    expect(await confirmationOf(token, guest.email, headers)).toContain(OWN);
    const email = freshAddress();
    expect((await host.api("PATCH", `/events/${eventId}/guests/${guest.id}`, { email })).status).toBe(200);
    await reply(editRequest(token, { plus_ones: 1 }, headers));
    expect((await mailTo(email, { subject: CONFIRMATION })).text).not.toContain(OWN);
  });

  it("leaves them out for a guest who has unsubscribed, and for all guests while the host is paused", async () => {
    const { host, eventId } = await rink();
    const gone = await invited(host, eventId);
    await suppress(gone.guest.email ?? "", "unsubscribed");
    expect(await confirmationOf(gone.token, gone.guest.email)).not.toContain(OWN);
    const other = await invited(host, eventId);
    await env.DB.prepare("insert into sending_pauses (user_id, reason, paused_at) values (?, 'bounces', 0)")
      .bind(host.id)
      .run();
    expect(await confirmationOf(other.token, other.guest.email)).not.toContain(OWN);
  });
});
