import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../../support/account.ts";
import { addMember } from "../../support/event-fixture.ts";
import { addGuest, makeEvent } from "../../support/guest.ts";
import { rowsOfEvent } from "../../support/rows-of.ts";

const EVENT = {
  name: "Orangery <Supper>",
  event_date: "2031-06-12T16:30:00Z",
  timezone: "Europe/Berlin",
  venue: "Orangery",
};

async function pageOf(host: Host, path: string, body: object): Promise<string> {
  const response = await host.api("POST", path, body);
  expect(response.status).toBe(200);
  return (await response.json<{ html: string }>()).html;
}

describe("POST /events/preview and POST /events/{eventId}/preview", () => {
  it("shows an event that is not created yet, with its branding, on every tier", async () => {
    const host = await signedInHost();
    const html = await pageOf(host, "/events/preview", { event: EVENT, branding: { primary_color: "#b00020" } });
    expect(html).toContain("<h1>Orangery &lt;Supper&gt;</h1>");
    expect(html).toContain("12\u00a0June 2031");
    expect(html).toContain("--brand-primary:#b00020");
    expect(html).toContain("Yes, I&#39;ll be there");
    expect(html).not.toContain("<script");
    const { items } = await (await host.api("GET", "/events")).json<{ items: unknown[] }>();
    expect(items).toEqual([]);
    expect((await host.api("POST", "/events/preview", { event: { name: "" } })).status).toBe(400);
  });

  it("shows a saved event with unsaved changes, as one of its guests sees it", async () => {
    const host = await signedInHost();
    const { id } = await makeEvent(host, EVENT);
    const guest = await addGuest(host, id, { name: "Chiara Valenti", companions: [{ name: "Ben" }] });
    const path = `/events/${id}/preview`;
    const html = await pageOf(host, path, { event: { venue: "The barn" }, guest_id: guest.id });
    expect(html).toContain("Dear Chiara,");
    expect(html).toContain("The barn");
    expect(html).toContain("Orangery &lt;Supper&gt;");
    expect(html).toContain('value="Ben"');
    expect(await pageOf(host, path, {})).toContain("Dear Anna,");
    expect(await (await host.api("GET", `/events/${id}`)).json()).toMatchObject({ venue: "Orangery" });
  });

  it("logs no access, and accepts only the event's team", async () => {
    const host = await signedInHost();
    const { id } = await makeEvent(host, EVENT);
    const guest = await addGuest(host, id);
    await pageOf(host, `/events/${id}/preview`, { guest_id: guest.id });
    expect(await rowsOfEvent(env.DB, id)).not.toHaveProperty("access_logs");
    const stranger = await signedInHost();
    expect((await stranger.api("POST", `/events/${id}/preview`, {})).status).toBe(404);
    await addMember(id, stranger.id, "viewer");
    expect((await stranger.api("POST", `/events/${id}/preview`, {})).status).toBe(200);
    const unknown = await host.api("POST", `/events/${id}/preview`, { guest_id: crypto.randomUUID() });
    expect(unknown.status).toBe(404);
  });
});
