import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { signedInHost } from "../support/account.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { answerRequest } from "../support/guest-requests.ts";

const AFTER_START = "must not be after the start of the event";
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** An event in 30 days, with what its host and an invited guest do. */
async function eventWith(fields: Record<string, unknown> = {}) {
  const host = await signedInHost();
  const event = await makeEvent(host, { event_date: inDays(30), ...fields });
  return {
    event,
    async patch(changes: Record<string, unknown>) {
      const response = await host.api("PATCH", `/events/${event.id}`, changes);
      return { status: response.status, body: await response.json<Record<string, unknown>>() };
    },
    /** The status of a new guest's RSVP, or the error. */
    async reply(response: string) {
      const guest = await addGuest(host, event.id);
      const { token } = await issueLink(host, event.id, guest.id);
      const replied = await exports.default.fetch(answerRequest(token, { response, plus_ones: 0 }));
      return replied.status === 201 ? 201 : (await replied.json<{ error: string }>()).error;
    },
  };
}

describe("rsvp_deadline", () => {
  it("closes replies if it is past, at creation and later, and opens them again", async () => {
    const { patch, reply } = await eventWith({ rsvp_deadline: inDays(-1) });
    expect([await reply("attending"), await reply("declined")]).toEqual(["rsvp_closed", 201]);
    expect((await patch({ rsvp_deadline: inDays(1) })).status).toBe(200);
    expect(await reply("attending")).toBe(201);
    expect((await patch({ rsvp_deadline: new Date().toISOString() })).status).toBe(200);
    expect([await reply("maybe"), await reply("declined")]).toEqual(["rsvp_closed", 201]);
  });

  it("ends at the start at the latest, to the millisecond", async () => {
    const { event, patch } = await eventWith();
    const start = Date.parse(event.event_date);
    const at = (time: number) => patch({ rsvp_deadline: new Date(time).toISOString() });
    expect(await at(start)).toMatchObject({ status: 200, body: { rsvp_deadline: event.event_date } });
    expect(await at(start + 1)).toMatchObject({
      status: 400,
      body: { errors: [{ path: "rsvp_deadline", message: AFTER_START }] },
    });
  });

  it("rejects a start before it under its own name, and accepts both in one request", async () => {
    const { patch } = await eventWith({ rsvp_deadline: inDays(10) });
    const earlier = { event_date: inDays(5) };
    expect(await patch(earlier)).toMatchObject({
      status: 400,
      body: { detail: AFTER_START, errors: [{ path: "rsvp_deadline", message: AFTER_START }] },
    });
    expect(await patch({ ...earlier, rsvp_deadline: inDays(4) })).toMatchObject({ status: 200, body: earlier });
    expect((await patch({ event_date: inDays(3), rsvp_deadline: null })).status).toBe(200);
  });

  it("stays the same moment in another time zone", async () => {
    const rsvp_deadline = inDays(10);
    const { patch } = await eventWith({ timezone: "Europe/Berlin", rsvp_deadline });
    expect(await patch({ timezone: "Asia/Tokyo" })).toMatchObject({ status: 200, body: { rsvp_deadline } });
  });

  it.each(["2031-03-30T02:30:00", "2031-03-30", "2031-02-30T12:00:00Z", "2031-03-30T24:00:00Z", "", "soon"])(
    "rejects %j with the right form, because a time without an offset may be skipped or come twice",
    async (rsvp_deadline) => {
      const { patch } = await eventWith();
      expect(await patch({ rsvp_deadline })).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              path: "rsvp_deadline",
              message: "must be a date and time with offset, e.g. 2027-06-12T15:00:00+01:00",
            },
          ],
        },
      });
    },
  );
});
