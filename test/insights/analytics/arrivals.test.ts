import { expect, it } from "vitest";
import { signedInHost } from "../../support/account.ts";
import { UNTOUCHED, writeHistory } from "../../support/event-history.ts";

it("counts guests and people by quarter of an hour: GET /events/{eventId}/analytics/arrivals", async () => {
  const host = await signedInHost();
  const arriving = (at: string, count: number) => ({
    ...UNTOUCHED,
    arrival: { at: Date.parse(at), count, walkIn: false },
  });
  const { eventId } = await writeHistory(host.id, { timezone: "UTC" }, [
    arriving("2026-06-12T18:44:59.999Z", 2),
    arriving("2026-06-12T18:30:00Z", 1),
    arriving("2026-06-12T19:00:00Z", 4),
    UNTOUCHED,
  ]);
  const response = await host.api("GET", `/events/${eventId}/analytics/arrivals`);
  expect(await response.json()).toEqual({
    items: [
      { at: "2026-06-12T18:30:00.000Z", guests: 2, heads: 3 },
      { at: "2026-06-12T19:00:00.000Z", guests: 1, heads: 4 },
    ],
  });
  const stranger = await signedInHost();
  expect((await stranger.api("GET", `/events/${eventId}/analytics/arrivals`)).status).toBe(404);
});
