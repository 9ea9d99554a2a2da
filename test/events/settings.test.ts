import { describe, expect, test } from "vitest";
import { NO_LANGUAGE } from "../../src/i18n/language-tag.ts";
import { signedInHost } from "../support/account.ts";

const EVENT = { name: "Gala", event_date: "2031-06-12T18:00:00Z", end_time: "2031-06-12T23:00:00Z" };

describe("settings of an event", () => {
  test("returns the settings as sent, with the language in its canonical case", async () => {
    const host = await signedInHost();
    const settings = {
      rsvp_deadline: "2031-06-01T12:00:00.000Z",
      capacity: 180,
      waitlist: true,
      offer_hours: 48,
      companion_names: "required",
      default_party_size: 2,
      address_form: "informal",
      step_up_from: "high",
      door_opens_at: "2031-06-12T17:00:00.000Z",
      lost_links: false,
    };
    const created = await host.api("POST", "/events", { ...EVENT, ...settings, locale: "pt-br" });
    expect(created.status).toBe(201);
    const { id, ...event } = await created.json<{ id: string }>();
    expect(event).toMatchObject({ ...settings, locale: "pt-BR" });

    const changes = { rsvp_deadline: null, capacity: null, waitlist: false, door_opens_at: null };
    const changed = await host.api("PATCH", `/events/${id}`, changes);
    expect(await changed.json()).toMatchObject({ ...changes, door_opens_at: "2031-06-12T16:00:00.000Z" });
  });

  test.each([
    ["rsvp_deadline", "2031-06-12T18:00:01Z", "must not be after the start of the event"],
    ["door_opens_at", "2031-06-12T23:00:01Z", "must not be after the end of the event"],
    ["locale", "deutsch und mehr", NO_LANGUAGE],
  ])("rejects %s when it is %s, and changes nothing", async (path, value, message) => {
    const host = await signedInHost();
    const { id } = await (await host.api("POST", "/events", EVENT)).json<{ id: string }>();
    const before = await (await host.api("GET", `/events/${id}`)).json();
    const response = await host.api("PATCH", `/events/${id}`, { [path]: value });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "validation_failed", errors: [{ path, message }] });
    expect(await (await host.api("GET", `/events/${id}`)).json()).toEqual(before);
  });
});
