import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { signedInHost } from "../support/account.ts";
import { makeEvent } from "../support/guest.ts";
import { makeMessage, messageOf, messagesOf } from "../support/message.ts";

const LATER = new Date(Date.now() + DAY_MS).toISOString();

/** The 7-day reminder of a host of a tier. */
async function reminderOf(tier?: "pro") {
  const host = await signedInHost(tier ? { tier } : {});
  const event = await makeEvent(host);
  const reminder = (await messagesOf(host, event.id)).find(({ slug }) => slug === "reminder_7d");
  if (reminder === undefined) throw new Error("the event has no reminder");
  const path = `/events/${event.id}/messages/${reminder.id}`;
  return { host, event, reminder, path };
}

describe("reminders on a tier without broadcasts", () => {
  it.each([
    ["another subject", { subject: "You have won" }],
    ["another text", { body: "Buy this: https://shop.example" }],
    ["a wider audience", { audience: "everyone" }],
    ["another audience", { audience: "declined" }],
    ["an audience with other guests", { audience: "attending_and_pending" }],
    ["guests of a state", { audience: "unopened" }],
    ["guests with a tag", { audience: "tag:Family" }],
    ["another channel", { channel: "sms" }],
    ["being sent now", { mode: "send_now" }],
    ["its own text and a wider audience", { subject: "{{event_name}} is {{days_away}}", audience: "everyone" }],
  ])("returns 402 for %s, and stays unchanged", async (_, change) => {
    const { host, event, reminder, path } = await reminderOf();
    const refused = await host.api("PATCH", path, change);
    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({
      error: "feature_not_in_tier",
      reason: "broadcasts",
      tier: "free",
      upgrade_url: expect.stringMatching(/^https/),
    });
    expect(await messageOf(host, event.id, reminder.id)).toEqual(reminder);
  });

  it("returns 402 from the send-now route", async () => {
    const { host, event, reminder, path } = await reminderOf();
    expect((await host.api("POST", `${path}/send-now`)).status).toBe(402);
    expect(await messageOf(host, event.id, reminder.id)).toEqual(reminder);
  });

  it("allows a new time, a draft, a smaller audience and cancelling", async () => {
    const { host, reminder, path } = await reminderOf();
    expect((await host.api("PATCH", path, { send_at: LATER, subject: reminder.subject })).status).toBe(200);
    expect((await host.api("PATCH", path, { mode: "draft" })).status).toBe(200);
    expect((await host.api("PATCH", path, { mode: "schedule", audience: "pending" })).status).toBe(200);
    expect((await host.api("DELETE", path)).status).toBe(204);
  });

  it("accepts new text on a tier with broadcasts", async () => {
    const { host, path } = await reminderOf("pro");
    expect((await host.api("PATCH", path, { subject: "Bring a coat", audience: "everyone" })).status).toBe(200);
    expect((await host.api("POST", `${path}/send-now`)).status).toBe(200);
  });
});

describe("drafts from a tier with broadcasts", () => {
  it("allows only cancelling after the tier has ended", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const { id } = await makeMessage(host, event.id);
    await env.DB.prepare("delete from subscriptions where user_id = ?").bind(host.id).run();
    const path = `/events/${event.id}/messages/${id}`;
    expect((await host.api("PATCH", path, { mode: "schedule", send_at: LATER })).status).toBe(402);
    expect((await host.api("PATCH", path, { body: "More news" })).status).toBe(402);
    expect((await host.api("POST", `${path}/send-now`)).status).toBe(402);
    expect((await host.api("DELETE", path)).status).toBe(204);
  });
});
