import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { purgeClosedEvents, purgeEvent } from "../../src/privacy/erase-event.ts";
import { createRequestContext } from "../../src/request-context.ts";
import baseline from "../../testkit/fixtures/images/baseline.jpg?inline";
import { call, type Host, signedInHost } from "../support/account.ts";
import { addMember, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { makeEvent } from "../support/guest.ts";
import { browserHeaders, openRequest } from "../support/guest-requests.ts";
import { bytesOf, uploaded } from "../support/images.ts";
import { mailsTo, mailTo, setMailFaults } from "../support/mailbox.ts";
import { answer } from "../support/message.ts";
import { busMessage, consume } from "../support/queue.ts";
import { replaced } from "../support/race.ts";
import { rowsOfEvent } from "../support/rows-of.ts";
import { tablesContaining } from "../support/tables-containing.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);
const context = () => createRequestContext(env, (work) => void work());
const guestsOf = (eventId: string) =>
  env.DB.prepare("select count(*) as n from guests where event_id = ?").bind(eventId).first<number>("n");

async function statusOf(path: string): Promise<number> {
  const response = await call("GET", path);
  await response.body?.cancel();
  return response.status;
}

async function deleteMe(host: Host): Promise<void> {
  expect((await host.api("DELETE", "/me")).status).toBe(204);
}

describe("DELETE /me and its erasure", () => {
  it("erases the events that only the account owned immediately, with 5,000 guests", async () => {
    const host = await signedInHost({ tier: "business" });
    const fixture = await makeEventFixture(host.id, 5_000);
    const { token, email } = firstOf(fixture);
    // Guests of an event that is over expect nothing, so they are not notified.
    await env.DB.prepare("update events set event_date = 1 where id = ?").bind(fixture.eventId).run();
    expect((await send(openRequest(token))).status).toBe(200);
    await deleteMe(host);
    expect((await send(openRequest(token))).status).toBe(404);
    await eventually(async () => expect(await rowsOfEvent(env.DB, fixture.eventId)).toEqual({}));
    expect(await tablesContaining([email])).toEqual([]);
  });

  it("tells members and guests of an upcoming event that it was closed, then erases it", async () => {
    const [host, editor] = [await signedInHost({ tier: "pro" }), await signedInHost()];
    const fixture = await makeEventFixture(host.id, 3, { name: "Gala of the owner" });
    await addMember(fixture.eventId, editor.id, "editor");
    const [invited, declined, unlinked] = fixture.guests;
    if (invited === undefined || declined === undefined || unlinked === undefined) throw new Error("three guests");
    await answer(fixture.eventId, declined.id, "declined");
    await env.DB.prepare("update access_tokens set revoked_at = 1 where id = ?").bind(unlinked.tokenId).run();
    await deleteMe(host);
    const toMember = await mailTo(editor.email, { subject: "An event that you helped run was closed" });
    expect(toMember.text).toContain("Gala of the owner");
    const toGuest = await mailTo(invited.email, { subject: "Your invitation to Gala of the owner has ended" });
    expect(toGuest.text).not.toContain("/i/");
    await eventually(async () => expect(await rowsOfEvent(env.DB, fixture.eventId)).toEqual({}));
    expect(await mailsTo(declined.email)).toEqual([]);
    expect(await mailsTo(unlinked.email)).toEqual([]);
    const page = await call("GET", `/i/${invited.token}`, undefined, browserHeaders());
    expect(page.status).toBe(404);
    expect(await page.text()).toContain("This link no longer works");
  });

  it("erases an event within the hour, also if nobody can be notified", async () => {
    const host = await signedInHost({ tier: "pro" });
    const fixture = await makeEventFixture(host.id, 1);
    const { email } = firstOf(fixture);
    await setMailFaults({ only_to: email, defer: [email] });
    await deleteMe(host);
    expect(await purgeEvent(context(), fixture.eventId, 10)).toBe(true);
    expect(await guestsOf(fixture.eventId)).toBe(1);
    await env.DB.prepare("update events set deleted_at = deleted_at - ? where id = ?")
      .bind(HOUR_MS + 1, fixture.eventId)
      .run();
    await purgeClosedEvents(context());
    expect(await rowsOfEvent(env.DB, fixture.eventId)).toEqual({});
  });

  it("erases the account's images, except those that an event with another owner shows", async () => {
    const [host, owner] = [await signedInHost({ tier: "pro" }), await signedInHost({ tier: "pro" })];
    const [own, shared] = [await makeEvent(host), await makeEvent(host)];
    await addMember(shared.id, owner.id, "owner");
    const [logo, cover, unused] = [
      await uploaded(host, bytesOf(baseline)),
      await uploaded(host, bytesOf(baseline)),
      await uploaded(host, bytesOf(baseline)),
    ];
    expect((await host.api("PUT", `/events/${own.id}/branding`, { logo_url: logo })).status).toBe(200);
    expect((await host.api("PUT", `/events/${shared.id}/branding`, { cover_url: cover })).status).toBe(200);
    await deleteMe(host);
    await eventually(async () => {
      expect([await statusOf(logo), await statusOf(unused), await statusOf(cover)]).toEqual([404, 404, 200]);
    });
    await eventually(async () => {
      const { results } = await env.DB.prepare("select user_id from uploads where ? like '%' || file")
        .bind(cover)
        .all();
      expect(results).toEqual([{ user_id: owner.id }]);
    });
    const left = env.DB.prepare("select count(*) as n from uploads where user_id = ?").bind(host.id);
    expect(await left.first("n")).toBe(0);
    const bucket = await env.BUCKET.head(logo.split("/").at(-1) ?? "");
    expect(bucket).toBeNull();
    // The new host has the image, and loses it with the account.
    await deleteMe(owner);
    await eventually(async () => expect(await statusOf(cover)).toBe(404));
  });

  it("erases no image and no event of an account that is not deleted, for any queue message", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const image = await uploaded(host, bytesOf(baseline));
    const messages = [
      busMessage("uploads.erase", { user_id: host.id }),
      busMessage("event.erase", { event_id: event.id }),
    ];
    expect((await consume("usher-broadcasts", messages)).acked).toEqual([0, 1]);
    expect([await statusOf(image), (await host.api("GET", `/events/${event.id}`)).status]).toEqual([200, 200]);
    // An event that was deleted by its owner can still be restored by an operator.
    expect((await host.api("DELETE", `/events/${event.id}`)).status).toBe(204);
    await consume("usher-broadcasts", [busMessage("event.erase", { event_id: event.id })]);
    expect(await env.DB.prepare("select id from events where id = ?").bind(event.id).first("id")).toBe(event.id);
  });
});

describe("erasure of a large event", () => {
  it("continues where it was cut off, by queue message or by the Scheduler, and repeats nothing", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 900);
    await env.DB.prepare("update events set deleted_at = 1 where id = ?").bind(eventId).run();
    expect(await purgeEvent(context(), eventId, 2)).toBe(false);
    expect(await guestsOf(eventId)).toBe(500);
    expect(await purgeEvent(context(), eventId, 1)).toBe(false);
    await purgeClosedEvents(context());
    await eventually(async () => expect(await rowsOfEvent(env.DB, eventId)).toEqual({}));
    expect(await purgeEvent(context(), eventId, 10)).toBe(true);
  });

  it("retries without a limit", async () => {
    const sent: unknown[] = [];
    const queue = replaced(env.BROADCASTS_QUEUE, { sendBatch: async (batch: unknown[]) => void sent.push(...batch) });
    const message = busMessage("event.erase", { event_id: crypto.randomUUID() });
    const changes = { BROADCASTS_QUEUE: queue };
    expect((await consume("usher-broadcasts-dead", [message], { changes })).acked).toEqual([0]);
    expect(sent).toMatchObject([{ body: { type: "event.erase" } }]);
  });
});

describe("DELETE /events/{eventId} with `erase=now`", () => {
  it("erases the event with its guests within minutes, also when it was deleted before", async () => {
    const host = await signedInHost();
    const editor = await signedInHost();
    for (const deletesFirst of [false, true]) {
      const fixture = await makeEventFixture(host.id, 3);
      await addMember(fixture.eventId, editor.id, "editor");
      const path = `/events/${fixture.eventId}`;
      if (deletesFirst) expect((await host.api("DELETE", path)).status).toBe(204);
      expect((await editor.api("DELETE", `${path}?erase=now`)).status).toBe(403);
      expect((await (await signedInHost()).api("DELETE", `${path}?erase=now`)).status).toBe(404);
      expect(await guestsOf(fixture.eventId)).toBe(3);
      expect((await host.api("DELETE", `${path}?erase=now`)).status).toBe(204);
      expect((await send(openRequest(firstOf(fixture).token))).status).toBe(404);
      await eventually(async () => expect(await rowsOfEvent(env.DB, fixture.eventId)).toEqual({}));
      expect(await tablesContaining([firstOf(fixture).email])).toEqual([]);
      expect((await host.api("DELETE", `${path}?erase=now`)).status).toBe(404);
    }
  });

  it("keeps an event for 30 days that was only deleted", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 2);
    expect((await host.api("DELETE", `/events/${eventId}?erase=later`)).status).toBe(400);
    expect((await host.api("DELETE", `/events/${eventId}`)).status).toBe(204);
    await purgeClosedEvents(context());
    expect(await guestsOf(eventId)).toBe(2);
  });
});
