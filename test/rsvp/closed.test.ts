import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite } from "../support/race.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

type Moments = Partial<Record<"event_date" | "end_time" | "rsvp_deadline" | "cancelled_at", number | null>>;

async function invited() {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const { token } = firstOf(fixture);
  const headers = browserHeaders();
  return {
    token,
    headers,
    /** Moves the event in time, as the passing of time does. */
    move: async (moments: Moments) => {
      const columns = Object.keys(moments).map((name) => `${name} = ?`);
      await env.DB.prepare(`update events set ${columns.join(", ")} where id = ?`)
        .bind(...Object.values(moments), fixture.eventId)
        .run();
    },
    answer: (answer: Record<string, unknown> = {}) => send(answerRequest(token, answer, headers)),
    edit: (changes: Record<string, unknown>) => send(editRequest(token, changes, headers)),
    open: async () => (await send(openRequest(token, headers))).json(),
  };
}

const errorOf = async (response: Response) => [response.status, (await response.json<{ error: string }>()).error];

const LATE: Moments = { rsvp_deadline: Date.now() - MINUTE_MS };
/** Everything that closes an event for good, with its error. */
const CLOSED: [string, Moments, string][] = [
  ["has ended", { event_date: Date.now() - 3 * HOUR_MS, end_time: Date.now() - MINUTE_MS }, "event_over"],
  ["began twelve hours ago, without an end", { event_date: Date.now() - 12 * HOUR_MS, end_time: null }, "event_over"],
  ["is cancelled", { cancelled_at: Date.now() - MINUTE_MS }, "event_cancelled"],
];

describe("POST /rsvp after the deadline", () => {
  it("accepts only `declined`, as a first RSVP or as an edit", async () => {
    const silent = await invited();
    await silent.move(LATE);
    expect(await silent.open()).toMatchObject({
      event: { rsvp_deadline: expect.stringMatching(/Z$/), status: "scheduled" },
      allowed_responses: ["declined"],
      can_edit: false,
    });
    expect(await errorOf(await silent.answer())).toEqual([409, "rsvp_closed"]);
    expect(await errorOf(await silent.answer({ response: "maybe" }))).toEqual([409, "rsvp_closed"]);
    expect((await silent.answer({ response: "declined" })).status).toBe(201);
    expect(await silent.open()).toMatchObject({ can_edit: false });

    const coming = await invited();
    expect((await coming.answer()).status).toBe(201);
    await coming.move(LATE);
    expect(await coming.open()).toMatchObject({ can_edit: true, edits_left: 5, allowed_responses: ["declined"] });
    expect(await errorOf(await coming.edit({ plus_ones: 0 }))).toEqual([409, "rsvp_closed"]);
    expect((await coming.edit({ response: "declined" })).status).toBe(200);
    expect(await errorOf(await coming.edit({ response: "attending" }))).toEqual([409, "rsvp_closed"]);
  });

  it("accepts every response before the deadline", async () => {
    const guest = await invited();
    await guest.move({ rsvp_deadline: Date.now() + HOUR_MS });
    expect((await guest.answer()).status).toBe(201);
    expect(await guest.open()).toMatchObject({ allowed_responses: ["attending", "declined", "maybe"], can_edit: true });
  });
});

describe("POST /rsvp for a closed event", () => {
  it.each(CLOSED)("rejects any response if the event %s, and shows it on the invitation", async (_, moments, error) => {
    const silent = await invited();
    await silent.move(moments);
    for (const response of ["attending", "declined"]) {
      expect(await errorOf(await silent.answer({ response }))).toEqual([409, error]);
    }
    const status = error === "event_cancelled" ? "cancelled" : "scheduled";
    expect(await silent.open()).toMatchObject({ event: { status }, allowed_responses: [], can_edit: false });

    const coming = await invited();
    expect((await coming.answer()).status).toBe(201);
    await coming.move(moments);
    expect(await errorOf(await coming.edit({ response: "declined" }))).toEqual([409, error]);
    expect(await coming.open()).toMatchObject({ can_edit: false, edits_left: 0 });
  });

  it("accepts an RSVP while an event without an end time lasts", async () => {
    const guest = await invited();
    await guest.move({ event_date: Date.now() - 11 * HOUR_MS, end_time: null });
    expect((await guest.answer()).status).toBe(201);
  });

  it.each([["is closed for answers", LATE, "rsvp_closed"] as [string, Moments, string], ...CLOSED])(
    "stores no RSVP if the event %s between its read and its write",
    async (_, moments, error) => {
      const guest = await invited();
      const close = () => guest.move(moments);
      const reopen = { rsvp_deadline: null, cancelled_at: null, event_date: Date.now() + HOUR_MS, end_time: null };
      expect(
        await errorOf(
          await raceBeforeWrite(answerRequest(guest.token, {}, guest.headers), close, { beforeWriteOf: "rsvps" }),
        ),
      ).toEqual([409, error]);
      await guest.move(reopen);
      expect(await guest.open()).not.toHaveProperty("rsvp");
      expect((await guest.answer({ plus_ones: 1 })).status).toBe(201);
      const edit = editRequest(guest.token, { plus_ones: 2 }, guest.headers);
      expect(await errorOf(await raceBeforeWrite(edit, close, { beforeWriteOf: "rsvps" }))).toEqual([409, error]);
      await guest.move(reopen);
      expect(await guest.open()).toMatchObject({ rsvp: { plus_ones: 1, edit_count: 0 } });
    },
  );
});
