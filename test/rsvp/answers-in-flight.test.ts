import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite } from "../support/race.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

const errorOf = async (response: Response) => [response.status, (await response.json<{ error: string }>()).error];

/** An invited guest of an event, who may have answered. */
async function invited(answer?: Record<string, unknown>) {
  const host = await signedInHost({ tier: "pro" });
  const fixture = await makeEventFixture(host.id, 1);
  const { id, token } = firstOf(fixture);
  const headers = browserHeaders();
  if (answer) expect((await send(answerRequest(token, answer, headers))).status).toBe(201);
  return { host, fixture, id, token, headers };
}

type Invited = Awaited<ReturnType<typeof invited>>;

/** The stored answer with its revisions, and the number of outbox rows that speak of it. */
async function stored({ fixture, id }: Invited) {
  const [rsvps, revisions] = await env.DB.batch([
    env.DB.prepare("select response, plus_ones, edit_count from rsvps where event_id = ? and guest_id = ?").bind(
      fixture.eventId,
      id,
    ),
    env.DB.prepare("select revision from rsvp_revisions where event_id = ? and guest_id = ?").bind(fixture.eventId, id),
  ]);
  const mails = await env.DB.prepare("select body from outbox where body like ? and body like '%rsvp_id%'")
    .bind(`%${id}%`)
    .all();
  return { rsvps: rsvps?.results, revisions: revisions?.results, mails: mails.results };
}

/** Changes by a host between a guest's read and write. */
const CHANGES: Record<
  string,
  { change: (host: Host, fixture: EventFixture) => Promise<Response>; answers: unknown[] }
> = {
  "the link is rotated": {
    change: (host, { eventId, guests: [guest] }) =>
      host.api("POST", `/events/${eventId}/tokens/rotate`, { guest_id: guest?.id, notify: false }),
    answers: [404, "not_found"],
  },
  "the event is deleted": {
    change: (host, { eventId }) => host.api("DELETE", `/events/${eventId}`),
    answers: [404, "not_found"],
  },
  "the guest is deleted": {
    change: (host, { eventId, guests: [guest] }) => host.api("DELETE", `/events/${eventId}/guests/${guest?.id}`),
    answers: [404, "not_found"],
  },
  "somebody of the party is let in": {
    change: (host, { eventId, guests: [guest] }) =>
      host.api("POST", `/events/${eventId}/check-in`, { guest_id: guest?.id, override: true }),
    answers: [409, "already_arrived"],
  },
  "the party becomes smaller": {
    change: (host, { eventId, guests: [guest] }) =>
      host.api("PATCH", `/events/${eventId}/guests/${guest?.id}`, { party_size: 2 }),
    answers: [400, "validation_failed"],
  },
};

describe("POST /rsvp and PATCH /rsvp/{token} in flight", () => {
  it.each(Object.entries(CHANGES))(
    "stores no RSVP when %s between its read and its write",
    async (_, { change, answers }) => {
      const guest = await invited();
      const { host, fixture, token, headers } = guest;
      const response = await raceBeforeWrite(
        answerRequest(token, { plus_ones: 4 }, headers),
        async () => expect((await change(host, fixture)).ok).toBe(true),
        { beforeWriteOf: "rsvps" },
      );
      expect(await errorOf(response)).toEqual(answers);
      expect(await stored(guest)).toEqual({ rsvps: [], revisions: [], mails: [] });
    },
  );

  it.each(Object.entries(CHANGES))(
    "stores no edit when %s between the read and the write",
    async (what, { change, answers }) => {
      const guest = await invited({ plus_ones: 1 });
      const { host, fixture, token, headers } = guest;
      const before = await stored(guest);
      const response = await raceBeforeWrite(
        editRequest(token, { plus_ones: 4 }, headers),
        async () => expect((await change(host, fixture)).ok).toBe(true),
        { beforeWriteOf: "rsvps" },
      );
      expect(await errorOf(response)).toEqual(answers);
      const after = await stored(guest);
      const gone = what === "the guest is deleted";
      expect([after.rsvps, after.revisions]).toEqual(gone ? [[], []] : [before.rsvps, []]);
      expect(after.mails.length).toBeLessThanOrEqual(before.mails.length);
    },
  );
});

describe("POST /rsvp and PATCH /rsvp/{token} after a check-in", () => {
  const letIn = ({ host, fixture, id }: Invited) =>
    host.api("POST", `/events/${fixture.eventId}/check-in`, { guest_id: id, override: true });

  it("rejects edits, and offers none on the page and in the API", async () => {
    const guest = await invited({ plus_ones: 3 });
    const { token, headers } = guest;
    const own = await (await send(openRequest(token, headers))).json();
    expect(own).toMatchObject({ can_edit: true });
    expect(own).not.toHaveProperty("arrived");
    expect((await letIn(guest)).status).toBe(201);
    expect(await errorOf(await send(editRequest(token, { response: "declined" }, headers)))).toEqual([
      409,
      "already_arrived",
    ]);
    expect((await stored(guest)).rsvps).toEqual([{ response: "attending", plus_ones: 3, edit_count: 0 }]);
    expect(await (await send(openRequest(token, headers))).json()).toMatchObject({ can_edit: false, arrived: true });
    const page = await (await send(new Request(`https://usher.test/i/${token}`, { headers }))).text();
    expect(page).toContain("checked in");
    expect(page).not.toContain("Change your RSVP");
  });

  it("thanks the guest once the event is over, and asks nobody to come", async () => {
    const guest = await invited({ plus_ones: 3 });
    expect((await letIn(guest)).status).toBe(201);
    const passed = "update events set event_date = ?, end_time = null where id = ?";
    await env.DB.prepare(passed)
      .bind(Date.now() - DAY_MS, guest.fixture.eventId)
      .run();
    const request = new Request(`https://usher.test/i/${guest.token}`, { headers: guest.headers });
    const page = await (await send(request)).text();
    expect(page).toContain("Thanks for coming!");
    expect(page).not.toContain("checked in");
    expect(page).not.toContain("would love to see you");
  });

  it("rejects a first RSVP", async () => {
    const guest = await invited();
    expect((await letIn(guest)).status).toBe(201);
    expect(await errorOf(await send(answerRequest(guest.token, {}, guest.headers)))).toEqual([409, "already_arrived"]);
    const page = await send(new Request(`https://usher.test/i/${guest.token}`, { headers: guest.headers }));
    expect(await page.text()).not.toContain("Send RSVP");
  });
});
