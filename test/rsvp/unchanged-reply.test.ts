import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/i18n/languages.ts";
import { signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite } from "../support/race.ts";

const UNCHANGED = "Nothing to change. We already have this RSVP.";
const THANKS = "your RSVP has reached ";

/** Returns the page's text about the reply that was just sent. */
const saidIn = (html: string) => /<p id="given" role="status">([^<]*)/.exec(html)?.[1] ?? "";

interface Stored {
  response: string;
  plus_ones: number;
  seat: string | null;
  edit_count: number;
}

type Fields = [string, string][];

/** The form of the page, as a browser without scripts sends it. */
const form = (intent: string, response: string, fields: Fields = []): Fields => [
  ["intent", intent],
  ["response", response],
  ...fields,
];
const party = (plusOnes: number): Fields => [["plus_ones", String(plusOnes)]];

/** An invited guest with a browser, whose event has these settings. */
async function invited(settings: Record<string, unknown> = {}) {
  const host = await signedInHost({ tier: "business" });
  const fixture = await makeEventFixture(host.id, 1);
  const { id, token } = firstOf(fixture);
  const headers = browserHeaders();
  const event = `/events/${fixture.eventId}`;
  const change = async (changes: Record<string, unknown>) =>
    expect((await host.api("PATCH", event, changes)).status).toBe(200);
  if (Object.keys(settings).length > 0) await change(settings);
  const request = (fields: Fields, language?: string) =>
    new Request(`https://usher.test/i/${token}`, {
      method: "POST",
      headers: { ...headers, ...(language === undefined ? {} : { "Accept-Language": language }) },
      body: new URLSearchParams(fields),
    });
  const read = async (response: Response) => {
    const html = await response.text();
    return { status: response.status, html, said: saidIn(html) };
  };
  return {
    host,
    id,
    event,
    token,
    headers,
    change,
    request,
    post: async (fields: Fields, language?: string) => read(await exports.default.fetch(request(fields, language))),
    page: async () => read(await exports.default.fetch(new Request(`https://usher.test/i/${token}`, { headers }))),
    stored: async () =>
      (await (await exports.default.fetch(openRequest(token, headers))).json<{ rsvp: Stored }>()).rsvp,
    setRsvp: (column: string, value: unknown) =>
      env.DB.prepare(`update rsvps set ${column} = ? where event_id = ?`).bind(value, fixture.eventId).run(),
  };
}

describe("sending a reply that is stored already", () => {
  it("says that there is nothing to change, and uses no edit", async () => {
    const guest = await invited();
    await guest.post(form("submit", "attending", party(2)));
    for (const again of [1, 2]) {
      const { status, html, said } = await guest.post(form("edit", "attending", party(2)));
      expect([again, status, said.includes(UNCHANGED), html.includes('role="alert"')]).toEqual([
        again,
        200,
        true,
        false,
      ]);
    }
    expect(await guest.stored()).toMatchObject({ plus_ones: 2, edit_count: 0 });
    const changed = await guest.post(form("edit", "attending", party(1)));
    expect([changed.said.includes(UNCHANGED), changed.said.includes(THANKS)]).toEqual([false, true]);
    expect(await guest.stored()).toMatchObject({ plus_ones: 1, edit_count: 1 });
  });

  it("says it in every language", async () => {
    const guest = await invited();
    await guest.post(form("submit", "declined"));
    const said = new Set<string>();
    for (const language of Object.keys(LANGUAGES)) {
      const { html } = await guest.post(form("edit", "declined"), language);
      said.add(saidIn(html));
    }
    expect([said.size, said.has("")]).toEqual([Object.keys(LANGUAGES).length, false]);
    expect(await guest.stored()).toMatchObject({ edit_count: 0 });
  });

  it("thanks for a first reply whose response was lost", async () => {
    const guest = await invited();
    await guest.post(form("submit", "attending", party(1)));
    const again = await guest.post(form("submit", "attending", party(1)));
    expect([again.status, again.said.includes(THANKS), again.html.includes('role="alert"')]).toEqual([
      200,
      true,
      false,
    ]);
    expect(await guest.stored()).toMatchObject({ plus_ones: 1, edit_count: 0 });
    const other = await guest.post(form("submit", "declined"));
    expect([other.status, other.html.includes("already replied")]).toEqual([409, true]);
  });

  it("thanks for a change whose response was lost, also for the last one", async () => {
    const guest = await invited();
    await guest.post(form("submit", "attending", party(1)));
    await guest.setRsvp("edit_count", 4);
    await guest.post(form("edit", "declined"));
    const again = await guest.post(form("edit", "declined", [["again", "1"]]));
    expect([again.status, again.said.includes(THANKS), again.said.includes(UNCHANGED)]).toEqual([200, true, false]);
    expect(await guest.stored()).toMatchObject({ response: "declined", edit_count: 5 });
    expect((await guest.post(form("edit", "attending", party(0)))).status).toBe(409);
  });

  it("uses one edit for the same change that two requests send at the same time", async () => {
    const guest = await invited();
    await guest.post(form("submit", "attending", party(1)));
    const change = form("edit", "attending", party(3));
    const late = await raceBeforeWrite(guest.request(change), () => guest.post(change), { beforeWriteOf: "rsvps" });
    expect(late.status).toBe(200);
    expect(await guest.stored()).toMatchObject({ plus_ones: 3, edit_count: 1 });
  });

  it("keeps what the guest has when the event is over or closed", async () => {
    const guest = await invited();
    await guest.post(form("submit", "attending", party(1)));
    await guest.change({ rsvp_deadline: new Date(Date.now() - 60_000).toISOString() });
    const { status, said } = await guest.post(form("edit", "attending", party(1)));
    expect([status, said.includes(UNCHANGED)]).toEqual([200, true]);
  });

  it("accepts an offered seat twice without an error", async () => {
    const guest = await invited({ capacity: 1, waitlist: true });
    await guest.post(form("submit", "attending", party(1)));
    await guest.host.api("POST", `${guest.event}/guests/${guest.id}/offer`, { force: true });
    const accept: Fields = [
      ["intent", "offer"],
      ["accept", "yes"],
    ];
    expect((await guest.post(accept)).status).toBe(200);
    const again = await guest.post(accept);
    expect([again.status, again.html.includes('role="alert"')]).toEqual([200, false]);
    expect(await guest.stored()).toMatchObject({ seat: "confirmed" });
    const late = await guest.post([
      ["intent", "offer"],
      ["accept", "no"],
    ]);
    expect(late.status).toBe(409);
  });

  it("counts as a change for a party that asks for a seat again after its offer ran out", async () => {
    const guest = await invited({ capacity: 1, waitlist: true });
    await guest.post(form("submit", "attending", party(1)));
    await guest.setRsvp("seat", null);
    await guest.post(form("edit", "attending"));
    expect(await guest.stored()).toMatchObject({ seat: "waitlisted", edit_count: 1 });
  });

  it("finds no change where unnamed companions stand for a number, or a question is no longer asked", async () => {
    const guest = await invited();
    const ask = async (...labels: string[]) => {
      const items = labels.map((label) => ({ label, kind: "text", scope: "person" }));
      const asked = await guest.host.api("PUT", `${guest.event}/questions`, { items });
      return (await asked.json<{ items: { id: string }[] }>()).items.map(({ id }) => `coming.text.${id}`);
    };
    await guest.post(form("submit", "attending", party(2)));
    await guest.change({ companion_names: "optional" });
    const unnamed: Fields = [
      ["known", "0"],
      ["more", "2"],
      ["companions.0.name", ""],
      ["companions.1.name", ""],
    ];
    expect((await guest.post(form("edit", "attending", unnamed))).said).toContain(UNCHANGED);
    const [song = ""] = await ask("A song?");
    const named: Fields = [
      ["known", "0"],
      ["more", "1"],
      ["companions.0.name", "Ben"],
    ];
    const answers: Fields = [
      [song, "Waterloo"],
      [`companions.0.${song}`, "Dancing Queen"],
    ];
    await guest.post(form("edit", "attending", [...named, ...answers]));
    expect(await guest.stored()).toMatchObject({ edit_count: 1 });
    await ask();
    expect((await guest.post(form("edit", "attending", named))).said).toContain(UNCHANGED);
    expect(await guest.stored()).toMatchObject({ edit_count: 1, companions: [{ name: "Ben" }] });
    expect(
      (await guest.post(form("edit", "attending", [...named.slice(0, 2), ["companions.0.name", "Cleo"]]))).said,
    ).not.toContain(UNCHANGED);
  });

  it("tells a device that may not see the reply nothing about it", async () => {
    const guest = await invited();
    await guest.post(form("submit", "attending", party(1)));
    const stranger = browserHeaders("Mozilla/5.0 (X11; Linux x86_64) Other/1.0");
    const sent = new Request(`https://usher.test/i/${guest.token}`, {
      method: "POST",
      headers: stranger,
      body: new URLSearchParams(form("submit", "attending", party(1))),
    });
    const page = await (await exports.default.fetch(sent)).text();
    expect(saidIn(page)).toBe("");
  });

  it("counts in the API, as every accepted edit", async () => {
    const guest = await invited();
    await guest.post(form("submit", "attending", party(1)));
    const edit = editRequest(guest.token, { response: "attending", plus_ones: 1 }, guest.headers);
    expect(await (await exports.default.fetch(edit)).json()).toMatchObject({ edit_count: 1 });
  });

  it("offers the party of a reply that is larger than the event's new default", async () => {
    const guest = await invited();
    await guest.post(form("submit", "attending", party(4)));
    await guest.change({ default_party_size: 2 });
    const { html } = await guest.page();
    expect(html).toContain('<option value="4" selected="">');
    expect(html).not.toContain('<option value="5"');
    expect((await guest.post(form("edit", "attending", party(4)))).said).toContain(UNCHANGED);
    expect((await guest.post(form("edit", "attending", party(3)))).status).toBe(200);
    expect(await guest.stored()).toMatchObject({ plus_ones: 3, edit_count: 1 });
  });
});
