import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { makeEventFixture } from "../support/event-fixture.ts";

interface Refusal {
  error: string;
  matches: { guest: { name: string; table: string | null }; matched_companion: string | null; phone_ending?: string }[];
}

/** An event with these guests. */
async function listed(...guests: object[]) {
  const host = await signedInHost({ tier: "pro" });
  const { eventId } = await makeEventFixture(host.id, 0);
  for (const guest of guests) {
    expect((await host.api("POST", `/events/${eventId}/guests`, guest)).status).toBe(201);
  }
  const add = (path: string, body: object, headers: Record<string, string> = {}) =>
    host.api("POST", `/events/${eventId}${path}`, body, headers);
  const namesOf = async () => {
    const { items } = await (await host.api("GET", `/events/${eventId}/guests?sort=created_at`)).json<{
      items: { name: string }[];
    }>();
    return items.map(({ name }) => name);
  };
  return { host, eventId, add, namesOf };
}

describe.each(["/walk-ins", "/guests"])("addition of a listed name to the event's %s", (path) => {
  it("asks if told to, adds nobody, and adds a namesake once confirmed", async () => {
    const { add, namesOf } = await listed({ name: "Anna Weiß", table: "7" }, { name: "Ada" });
    const asked = await add(path, { name: "WEISS, Anna", same_name: "ask" });
    expect(asked.status).toBe(409);
    expect(await asked.json()).toMatchObject({
      error: "name_on_list",
      matches: [{ guest: { name: "Anna Weiß", table: "7" }, matched_companion: null }],
    });
    expect(await namesOf()).toEqual(["Anna Weiß", "Ada"]);
    expect((await add(path, { name: "WEISS, Anna" })).status).toBe(201);
    expect(await namesOf()).toEqual(["Anna Weiß", "Ada", "WEISS, Anna"]);
  });

  it("accepts the confirmation with the key of the question", async () => {
    const { add } = await listed({ name: "Anna Weiß" });
    const key = { "Idempotency-Key": crypto.randomUUID() };
    expect((await add(path, { name: "Anna Weiss", same_name: "ask" }, key)).status).toBe(409);
    expect((await add(path, { name: "Anna Weiss" }, key)).status).toBe(201);
  });

  it("asks about a companion, names both namesakes, and not about other names", async () => {
    const { add } = await listed(
      { name: "Clara Weiß", companions: [{ name: "Jürgen Groß" }] },
      { name: "Jurgen Gross", phone: "+4915112345678" },
      { name: "Juergen" },
    );
    const asked = await (await add(path, { name: "Juergen Gross", same_name: "ask" })).json<Refusal>();
    expect(asked.matches.map(({ guest, matched_companion: companion }) => [guest.name, companion])).toEqual([
      ["Clara Weiß", "Jürgen Groß"],
    ]);
    const both = await (await add(path, { name: "jürgen gross", same_name: "ask" })).json<Refusal>();
    expect(both.matches.map(({ guest }) => guest.name)).toEqual(["Jurgen Gross", "Clara Weiß"]);
    for (const name of ["Jürgen", "Jürgen Gros", "Clara", "🎉", "ab".repeat(100), "Anna Анна", "?!"]) {
      const status = name === "Jürgen" ? 409 : 201;
      expect((await add(path, { name, same_name: "ask" })).status, name).toBe(status);
    }
    for (const name of ["🎉", "AB".repeat(100), "анна ANNA", "?!"]) {
      expect((await add(path, { name, same_name: "ask" })).status, name).toBe(409);
    }
  });
});

describe("POST /events/{eventId}/walk-ins by a phone that may not search the list", () => {
  it("says that someone has the name, and not who", async () => {
    const { host, eventId, add } = await listed({ name: "Anna Weiß", table: "7" });
    const device = await host.api("POST", `/events/${eventId}/door-devices`, { name: "Bar", rights: ["walk_in"] });
    const { ticket, valid_from } = await device.json<{ ticket: string; valid_from: string }>();
    expect(valid_from).toEqual(expect.any(String));
    await env.DB.prepare("update events set event_date = ? where id = ?")
      .bind(Date.now() + 3_600_000, eventId)
      .run();
    const asked = await add(
      "/walk-ins",
      { name: "Anna Weiss", same_name: "ask" },
      { Authorization: `Bearer ${ticket}` },
    );
    expect([asked.status, await asked.json()]).toMatchObject([409, { error: "name_on_list", matches: [] }]);
  });
});

describe("GET /events/{eventId}/check-in/guests of two namesakes", () => {
  it("returns table and companions, and the end of the phone number except to a helper's phone", async () => {
    const { host, eventId } = await listed(
      { name: "Anna Weiß", table: "7", phone: "+4915112345678" },
      { name: "Anna Weiß", companions: [{ name: "Ben" }] },
    );
    await env.DB.prepare("update events set event_date = ? where id = ?")
      .bind(Date.now() + 3_600_000, eventId)
      .run();
    const ticketOf = async (path: string, body?: object) =>
      (await (await host.api("POST", `/events/${eventId}${path}`, body)).json<{ ticket: string }>()).ticket;
    const found = async (ticket?: string) => {
      const headers = ticket === undefined ? {} : { Authorization: `Bearer ${ticket}` };
      const response = await host.api("GET", `/events/${eventId}/check-in/guests?q=anna`, undefined, headers);
      const { items } = await response.json<{
        items: { guest: { table: string | null; companions: string[] }; phone_ending: string | null }[];
      }>();
      return items.map(({ guest, phone_ending }) => [guest.table, guest.companions, phone_ending]);
    };
    const all = [
      ["7", [], "678"],
      [null, ["Ben"], null],
    ];
    expect(await found()).toEqual(all);
    expect(await found(await ticketOf("/scanner-ticket"))).toEqual(all);
    const helper = await ticketOf("/door-devices", { name: "Bar", rights: ["scan"] });
    expect(await found(helper)).toEqual(all.map(([table, companions]) => [table, companions, null]));
  });
});

describe("import of a list", () => {
  it.each([
    ["WEISS, Anna", "possible_duplicate"],
    ["Anna Weiss", "possible_duplicate"],
    ["Mueller", "possible_duplicate"],
    ["Sean OBrien", "possible_duplicate"],
    ["Anna", "valid"],
    ["Hanna Weiß", "valid"],
  ])("classifies %s as %s", async (name, status) => {
    const { host, eventId } = await listed({ name: "Anna Weiß" }, { name: "Müller" }, { name: "Sean O’Brien" });
    const csv = `name\n"${name}"\n`;
    const preview = await host.api("POST", `/events/${eventId}/guests/preview`, csv, {
      "Content-Type": "text/csv",
    });
    expect(await preview.json()).toMatchObject({ rows: [{ name, status }] });
  });

  it("compares the rows of a file with each other", async () => {
    const { host, eventId } = await listed();
    const csv = 'name\nJürgen Groß\n"Gross, Juergen"\nJürgen Grosz\n';
    const preview = await host.api("POST", `/events/${eventId}/guests/preview`, csv, {
      "Content-Type": "text/csv",
    });
    const { rows } = await preview.json<{ rows: { status: string; same_name_rows: number[] }[] }>();
    expect(rows.map(({ status, same_name_rows }) => [status, same_name_rows])).toEqual([
      ["valid", []],
      ["possible_duplicate", [2]],
      ["valid", []],
    ]);
  });

  it("lists the guests whom a row may be, by the name of anyone in their party", async () => {
    const { host, eventId } = await listed(
      { name: "Anna Weiß", table: "7", phone: "+4915112345678" },
      { name: "Clara Groß", companions: [{ name: "Anna Weiss" }] },
      { name: "Ada", email: "ada@example.com" },
    );
    const csv = '"name","email"\n"WEISS, Anna",\nAugusta,ADA@example.com\nNew,\n';
    const preview = await host.api("POST", `/events/${eventId}/guests/preview`, csv, { "Content-Type": "text/csv" });
    const { rows } = await preview.json<{ rows: { status: string; matches: object[] }[] }>();
    expect(rows.map(({ status }) => status)).toEqual(["possible_duplicate", "already_on_event", "valid"]);
    const id = expect.any(String);
    expect(rows.map(({ matches }) => matches)).toEqual([
      [
        {
          guest: { id, name: "Anna Weiß", email: null, phone: "+4915112345678", table: "7", companions: [] },
          matched_companion: null,
        },
        {
          guest: {
            id,
            name: "Clara Groß",
            email: null,
            phone: null,
            table: null,
            companions: [{ name: "Anna Weiss" }],
          },
          matched_companion: "Anna Weiss",
        },
      ],
      [
        {
          guest: { id, name: "Ada", email: "ada@example.com", phone: null, table: null, companions: [] },
          matched_companion: null,
        },
      ],
      [],
    ]);
  });
});
