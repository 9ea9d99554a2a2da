import { request } from "node:http";
import { beforeAll, expect, it } from "vitest";
import { makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { eventually } from "../support/eventually.ts";
import { START_TIMEOUT_MS } from "../support/node/e2e-setup.ts";
import { sharedService } from "../support/node/shared-service.ts";

const GUESTS = 60;

let service: RunningService;

beforeAll(async () => {
  service = await sharedService();
}, START_TIMEOUT_MS);

/** Opens a link and closes the connection before the response. */
function leaveEarly(link: string): Promise<void> {
  return new Promise((resolve) => {
    const opened = request(link, { agent: false }, () => opened.destroy());
    opened.on("error", () => undefined);
    opened.on("close", () => resolve());
    opened.end(() => setImmediate(() => opened.destroy()));
  });
}

it("shows each of many concurrent guests their invitation while others close their connections", async () => {
  const fixture = await makeE2eFixture(service, { guests: 0 });
  const rows = Array.from({ length: GUESTS }, (_, index) => ({ name: `Guest-${index} Moss`, party_size: 2 }));
  await Promise.all(rows.map((row) => fixture.api("POST", `/events/${fixture.eventId}/guests`, row)));
  const { items } = await fixture.api<{ items: { link: string }[] }>(
    "POST",
    `/events/${fixture.eventId}/guests/invitations/bulk`,
    { notify: false },
  );
  const pages = items.map(async ({ link }, index) => {
    if (index % 2 === 1) return void (await leaveEarly(link));
    const response = await fetch(link, { headers: { accept: "text/html" } });
    return { status: response.status, name: /Guest-\d+/.exec(await response.text())?.[0] };
  });
  const seen = (await Promise.all(pages)).filter((page) => page !== undefined);
  // Each sees its own invitation.
  expect(seen.map(({ status }) => status)).toEqual(Array(GUESTS / 2).fill(200));
  expect(new Set(seen.map(({ name }) => name)).size).toBe(GUESTS / 2);
  await eventually(async () => {
    const { items: logs } = await fixture.api<{ items: { score: number | null; guest_id: string }[] }>(
      "GET",
      `/events/${fixture.eventId}/access-logs?limit=200`,
    );
    expect(logs.length).toBeGreaterThanOrEqual(GUESTS / 2);
    expect(logs.filter(({ score }) => score === null)).toEqual([]);
  });
});

it("accepts each of 60 concurrent RSVPs and check-ins once, while half are sent twice", async () => {
  const { api, eventId, host } = await makeE2eFixture(service, { guests: 0 });
  const rows = Array.from({ length: GUESTS }, (_, index) => ({ name: `Guest-${index} Moss`, party_size: 2 }));
  await Promise.all(rows.map((row) => api("POST", `/events/${eventId}/guests`, row)));
  const { items } = await api<{ items: { guest_id: string; link: string }[] }>(
    "POST",
    `/events/${eventId}/guests/invitations/bulk`,
    { notify: false },
  );
  const crowd = items.flatMap((item, index) => (index % 2 === 1 ? [item, item] : [item]));
  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<number> => {
    const response = await fetch(`${service.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    await response.text();
    return response.status;
  };
  const once = [...Array(GUESTS).fill(201), ...Array(GUESTS / 2).fill(409)];

  const answers = crowd.map(({ link }) =>
    post("/rsvp", { token: link.split("/i/")[1], response: "attending", plus_ones: 0 }),
  );
  expect((await Promise.all(answers)).sort()).toEqual(once);
  const headers = { authorization: `Bearer ${host.token}` };
  const scans = crowd.map(({ guest_id }) => post(`/events/${eventId}/check-in`, { guest_id }, headers));
  expect((await Promise.all(scans)).sort()).toEqual(once);
  const { summary } = await api<{ summary: { guests_checked_in: number } }>("GET", `/events/${eventId}/check-ins`);
  expect(summary.guests_checked_in).toBe(GUESTS);
});
