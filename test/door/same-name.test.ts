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

describe.each(["/walk-ins", "/guests"])("POST /events/{id}%s of a listed name", (path) => {
  /** @promise The door: A walk-in or a new guest with a name of the list is asked about */
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

describe("POST /events/{id}/walk-ins by a phone that may not search the list", () => {
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
    const { rows } = await preview.json<{ rows: { status: string }[] }>();
    expect(rows.map(({ status }) => status)).toEqual(["valid", "possible_duplicate", "valid"]);
  });
});
