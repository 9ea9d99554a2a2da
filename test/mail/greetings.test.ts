import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { signedInHost } from "../support/account.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { answerRequest, browserHeaders } from "../support/guest-requests.ts";
import { mailTo } from "../support/mailbox.ts";

const freshEmail = () => `guest-${crypto.randomUUID()}@example.com`;

/** The page of a link in English. */
async function pageOf(token: string): Promise<string> {
  return (
    await exports.default.fetch(new Request(`https://usher.test/i/${token}`, { headers: browserHeaders() }))
  ).text();
}

/** Returns the texts that a guest with this name reads: the emails, a preview, the page and a text message. */
async function greetingsOf(guest: { name: string; [field: string]: unknown }) {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host, { name: "Gala" });
  const email = freshEmail();
  const { id } = await addGuest(host, event.id, { email, ...guest });
  const { token } = await issueLink(host, event.id, id);
  const preview = async (path: string, draft: Record<string, unknown>) =>
    (await host.api("POST", `/events/${event.id}/${path}/preview`, { guest_id: id, ...draft })).json<{
      text: string;
    }>();
  const read = {
    invitation: (await mailTo(email)).text,
    preview: (await preview("texts", { kind: "invitation" })).text,
    sms: (await preview("messages", { channel: "sms", body: "{{first_name}}: {{guest_name}}" })).text,
    page: await pageOf(token),
  };
  await exports.default.fetch(answerRequest(token, { response: "declined", plus_ones: 0 }));
  return { ...read, confirmation: (await mailTo(email, { subject: /can't make it/ })).text };
}

describe("greetings", () => {
  test("greets as the host wants, everywhere", async () => {
    const read = await greetingsOf({ name: "Fam. Weiß", greeting: "Zoë und Max" });
    expect(read.invitation).toContain("Hi Zoë und Max,");
    expect(read.preview).toContain("Hi Zoë und Max,");
    expect(read.page).toContain("Dear Zoë und Max,");
    expect(read.sms).toBe("Zoë und Max: Fam. Weiß");
    expect(read.confirmation).toContain("Hi Zoë und Max,");
  });

  test.each([
    ["Fam. Weiß", "Fam. Weiß"],
    ["Müller Familie", "Müller Familie"],
    ["Los García", "Los García"],
    ["Anna i Piotr", "Anna i Piotr"],
    ["Nguyễn Văn An", "Nguyễn Văn An"],
    ["Anna Smith", "Anna"],
    ["👰", "👰"],
    ["x".repeat(200), "x".repeat(200)],
  ])("greets %s as %s, everywhere", async (name, greeted) => {
    const read = await greetingsOf({ name });
    expect(read.invitation).toContain(`Hi ${greeted},`);
    expect(read.preview).toContain(`Hi ${greeted},`);
    expect(read.page).toContain(`Dear ${greeted},`);
    expect(read.sms).toBe(`${greeted}: ${name}`);
    expect(read.confirmation).toContain(`Hi ${greeted},`);
  });

  test("greets a guest whose language begins with the family name by the whole name", async () => {
    const read = await greetingsOf({ name: "Anna Smith", locale: "hu" });
    expect(read.invitation).toContain("Hi Anna Smith,");
    expect(read.page).toContain("Dear Anna Smith,");
  });
});
