import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { sendAlerts } from "../../src/live/alerts/send-alerts.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { stopScheduler } from "../support/broadcast.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { answerRequest, browserHeaders, editRequest, LAPTOP, openRequest, PHONE } from "../support/guest-requests.ts";
import { mailTo } from "../support/mailbox.ts";

beforeEach(stopScheduler);

const send = (request: Request) => exports.default.fetch(request);

/** Emma's event, in which any risk is medium and none is refused, and her link, which she has opened on her phone. */
async function emmas(host: Host) {
  const event = await makeEvent(host, { name: "Gala" });
  await env.DB.prepare(
    "update events set fraud_medium_threshold = 1, fraud_high_threshold = 99, fraud_block_threshold = 100, step_up_from = 'never' where id = ?",
  )
    .bind(event.id)
    .run();
  const guest = await addGuest(host, event.id, { name: "Emma" });
  const { token } = await issueLink(host, event.id, guest.id, { notify: false });
  const phone = browserHeaders(PHONE);
  const opened = await send(openRequest(token, phone));
  expect(opened.status).toBe(200);
  const device = opened.headers.get("Usher-Device");
  return { event, guest, token, phone: { ...phone, ...(device === null ? {} : { "Usher-Device": device }) } };
}

async function activityOf(host: Host, eventId: string, type: string) {
  return eventually(async () => {
    const { items } = await (await host.api("GET", `/events/${eventId}/activity`)).json<{
      items: { type: string; new_device?: boolean }[];
    }>();
    const found = items.find((item) => item.type === type);
    expect(found).toBeDefined();
    return found;
  });
}

async function timelineOf(host: Host, eventId: string, guestId: string) {
  const path = `/events/${eventId}/guests/${guestId}/timeline`;
  return (await (await host.api("GET", path)).json<{ items: { type: string; new_device?: boolean }[] }>()).items;
}

describe("an RSVP from a stranger's browser", () => {
  it("counts as somebody's with the link in the activity, the timeline and the alert", async () => {
    const host = await signedInHost({ name: "Zoë Host" });
    const { event, guest, token } = await emmas(host);
    await host.api("PUT", `/events/${event.id}/alerts`, { answers: "each", risk: "off", waitlist: false });
    const sent = await send(answerRequest(token, { response: "declined", plus_ones: 0 }, browserHeaders(LAPTOP)));
    expect(sent.status).toBe(201);
    expect(await activityOf(host, event.id, "rsvp.submitted")).toMatchObject({ new_device: true });
    const answered = (await timelineOf(host, event.id, guest.id)).find(({ type }) => type === "answered");
    expect(answered).toMatchObject({ new_device: true });
    await eventually(async () => {
      const { results } = await env.DB.prepare("select 1 from alert_rounds where event_id = ? and due_at is not null")
        .bind(event.id)
        .all();
      expect(results).toHaveLength(2);
    });
    await env.DB.batch([
      env.DB.prepare("update alert_rounds set due_at = 1 where event_id = ? and kind = 'soon'").bind(event.id),
      env.DB.prepare("update rsvps set updated_at = updated_at - 6000, submitted_at = submitted_at - 6000"),
    ]);
    const running: Promise<void>[] = [];
    await sendAlerts(createRequestContext(env, (work) => void running.push(work())));
    await Promise.all(running);
    const alert = await mailTo(host.email, { subject: /Gala/ });
    expect(alert.text).toContain("Somebody with Emma's link: can't make it");
    expect(alert.text).not.toMatch(/^Emma can't make it/m);
  });

  it("counts as the guest's from the device that opened the invitation, and so does the edit from there", async () => {
    const host = await signedInHost();
    const { event, token, phone } = await emmas(host);
    expect((await send(answerRequest(token, { response: "declined", plus_ones: 0 }, phone))).status).toBe(201);
    expect(await activityOf(host, event.id, "rsvp.submitted")).toMatchObject({ new_device: false });
    expect((await send(editRequest(token, { response: "maybe" }, phone))).status).toBe(200);
    expect(await activityOf(host, event.id, "rsvp.updated")).toMatchObject({ new_device: false });
  });

  it("counts as the host's once a host has recorded it", async () => {
    const host = await signedInHost();
    const { event, guest, token } = await emmas(host);
    await send(answerRequest(token, { response: "declined", plus_ones: 0 }, browserHeaders(LAPTOP)));
    const recorded = { response: "attending", plus_ones: 0 };
    expect((await host.api("PUT", `/events/${event.id}/guests/${guest.id}/rsvp`, recorded)).status).toBe(200);
    expect(await activityOf(host, event.id, "rsvp.updated")).toMatchObject({ new_device: false });
    const states = (await timelineOf(host, event.id, guest.id)).flatMap(({ new_device }) => new_device ?? []);
    expect(states).toEqual([false, true]);
  });
});
