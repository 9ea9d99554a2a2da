import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { verifyDevice } from "../../../src/invitations/devices/queries.ts";
import { DAY_MS } from "../../../src/kernel/clock.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { signedInHost } from "../../support/account.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../../support/guest-requests.ts";
import { costOf, warmRecording } from "../../support/recording-env.ts";

const MANY = 1_000;
const ACCESSES = 5;

it("makes no more round trips for a verified device, and reads few more rows", async () => {
  const fixture = await makeEventFixture((await signedInHost()).id, 2);
  const reached = "update guests set delivery_status = 'delivered' where event_id = ?";
  await env.DB.prepare(reached).bind(fixture.eventId).run();
  const [known, proved] = fixture.guests;
  if (!known || !proved) throw new Error("no guests");
  const costs: { roundTrips: number; d1Calls: number; rowsRead: number; rowsWritten: number }[][] = [];
  for (const { id, token } of [known, proved]) {
    const recording = warmRecording();
    const headers: Record<string, string> = browserHeaders();
    const first = await costOf(openRequest(token, headers), recording);
    headers["Usher-Device"] = first.response.headers.get("Usher-Device") ?? "";
    await costOf(openRequest(token, headers), recording);
    if (id === proved.id) await prove(fixture.eventId, id);
    const requests = [
      openRequest(token, headers),
      answerRequest(token, {}, headers),
      editRequest(token, { plus_ones: 0 }, headers),
    ];
    const ofGuest = [];
    for (const request of requests) {
      const { response, roundTrips, d1Calls, rowsRead, rowsWritten } = await costOf(request, recording);
      expect(response.ok).toBe(true);
      ofGuest.push({ roundTrips, d1Calls, rowsRead, rowsWritten });
    }
    costs.push(ofGuest);
  }
  const [ofKnown, ofProved] = costs;
  expect(costs.map((ofGuest) => ofGuest.map(({ d1Calls }) => d1Calls))).toEqual([
    [1, 2, 2],
    [1, 2, 2],
  ]);
  for (const [index, most] of [2, 3, 3].entries()) {
    for (const ofGuest of costs) expect(ofGuest[index]?.roundTrips).toBeLessThanOrEqual(most);
  }
  expect(ofKnown?.[0]?.rowsRead).toBeLessThanOrEqual(7);
  for (const [index, cost] of (ofProved ?? []).entries()) {
    const { rowsRead = 0 } = ofKnown?.[index] ?? {};
    expect(cost.rowsWritten).toBeLessThanOrEqual([3, 8, 9][index] ?? 0);
    expect(cost.rowsRead - rowsRead).toBeLessThanOrEqual(3);
    expect(cost.rowsRead).toBeLessThanOrEqual(12);
  }
});

/** Proves the device of a guest's last access. */
async function prove(eventId: string, guestId: string): Promise<void> {
  const device = await env.DB.prepare("select device from access_logs where guest_id = ? order by id desc limit 1")
    .bind(guestId)
    .first<string>("device");
  const { db } = createRequestContext({ ...env }, () => undefined);
  const expiresAt = Date.now() + DAY_MS;
  await db.batch([verifyDevice(db, { eventId, guestId, device: device ?? "", at: 1, expiresAt })]);
}

it("finds forwarded links among a thousand guests in three rows per access, sorting included", async () => {
  const host = await signedInHost({ tier: "business" });
  const { eventId } = await makeEventFixture(host.id, MANY);
  await env.DB.prepare(
    `insert into access_logs (event_id, id, guest_id, token_id, kind, at, user_agent, fingerprint, device)
     select event_id, guests.id || '-' || value, guests.id, '', 'access', value, 'agent ' || value, '{}', printf('%022d', value)
     from guests, json_each(?1) where guests.event_id = ?2`,
  )
    .bind(JSON.stringify(Array.from({ length: ACCESSES }, (_, index) => index)), eventId)
    .run();
  const headers = { Authorization: `Bearer ${host.token}` };
  const url = `https://usher.test/events/${eventId}/guests?devices=gt:2&limit=20`;
  const cost = await costOf(new Request(url, { headers }), warmRecording());
  expect((await cost.response.json<{ items: unknown[] }>()).items).toHaveLength(20);
  expect([cost.roundTrips, cost.d1Calls]).toEqual([1, 1]);
  expect(cost.rowsRead).toBeLessThanOrEqual(3 * MANY * ACCESSES + 200);
});
