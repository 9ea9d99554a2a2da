import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { answerRequest, browserHeaders, editRequest } from "../support/guest-requests.ts";
import { attachmentBytes, type CaughtMail, mailTo } from "../support/mailbox.ts";
import { suppress } from "../support/message.ts";

const OWN = "Bring your skates.";
const DESCRIPTION = "rink.example/deals";
const COMPANION = "Cheap Skates Ltd";
const HOSTS_WORDS = [OWN, DESCRIPTION, COMPANION];
const CONFIRMATION = /You're going|you're down as going/i;

const freshAddress = () => `skater-${crypto.randomUUID()}@example.com`;

async function rink() {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host, {
    name: "Rink",
    description: `See https://${DESCRIPTION}`,
    companion_names: "optional",
  });
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

/** Replies yes with a companion, and returns everything that the confirmation says, its calendar file included. */
async function confirmationOf(token: string, email: string | null, headers = browserHeaders()): Promise<string> {
  await reply(answerRequest(token, { companions: [{ name: COMPANION }] }, headers));
  return wordsOf(await mailTo(email ?? "", { subject: CONFIRMATION }));
}

async function wordsOf({ text, html, attachments }: CaughtMail): Promise<string> {
  const files = attachments.map(async (file) => new TextDecoder().decode(await attachmentBytes(file)));
  return [text, html, ...(await Promise.all(files))].join("\n");
}

/** Asserts that a confirmation has none of the host's words, and none that the holder of the link has typed. */
function expectFixedWords(confirmation: string): void {
  for (const words of HOSTS_WORDS) expect(confirmation).not.toContain(words);
  expect(confirmation).toContain("BEGIN:VCALENDAR");
}

describe("host's own words in a confirmation", () => {
  it("adds them after an invitation has arrived", async () => {
    const { host, eventId } = await rink();
    const { guest, token } = await invited(host, eventId);
    const confirmation = await confirmationOf(token, guest.email);
    for (const words of HOSTS_WORDS) expect(confirmation).toContain(words);
  });

  it("leaves them out for an address that no invitation has reached", async () => {
    const { host, eventId } = await rink();
    const guest = await addGuest(host, eventId, { email: freshAddress() });
    const { token } = await issueLink(host, eventId, guest.id, { notify: false });
    expectFixedWords(await confirmationOf(token, guest.email));
  });

  it("leaves them out for an address that replaced the one of the invitation", async () => {
    const { host, eventId } = await rink();
    const { guest, token } = await invited(host, eventId);
    const headers = browserHeaders();
    expect(await confirmationOf(token, guest.email, headers)).toContain(OWN);
    const email = freshAddress();
    expect((await host.api("PATCH", `/events/${eventId}/guests/${guest.id}`, { email })).status).toBe(200);
    await reply(editRequest(token, { plus_ones: 1 }, headers));
    expectFixedWords(await wordsOf(await mailTo(email, { subject: CONFIRMATION })));
  });

  it("leaves them out for a guest who has unsubscribed, and for all guests while the host is paused", async () => {
    const { host, eventId } = await rink();
    const gone = await invited(host, eventId);
    await suppress(gone.guest.email ?? "", "unsubscribed");
    expectFixedWords(await confirmationOf(gone.token, gone.guest.email));
    const other = await invited(host, eventId);
    await env.DB.prepare("insert into sending_pauses (user_id, reason, paused_at) values (?, 'bounces', 0)")
      .bind(host.id)
      .run();
    expectFixedWords(await confirmationOf(other.token, other.guest.email));
  });
});
