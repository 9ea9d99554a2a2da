import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { addGuest, makeEvent } from "../support/guest.ts";
import { allGuests, importCsv, preview, sendCsv } from "../support/guest-list.ts";

async function hostWithEvent() {
  const host = await signedInHost();
  return { host, eventId: (await makeEvent(host)).id };
}

describe("importGuests (invalid phone numbers)", () => {
  const CSV = "name,phone\nAda,+447700900123\nBob,0170 12345\nCy,\n";

  it("imports the guest without the number on request, as preview and report show", async () => {
    const { host, eventId } = await hostWithEvent();
    const refused = await preview(host, eventId, CSV);
    expect(refused).toMatchObject({ valid: 2, invalid: 1 });
    const query = "?invalid_phone=drop";
    const seen = await preview(host, eventId, CSV, "text/csv", query);
    expect(seen).toMatchObject({ valid: 3, invalid: 0 });
    const report = await importCsv(host, eventId, CSV, query);
    expect(report).toMatchObject({ imported: 3, skipped: 0, rejected: 0 });
    expect([seen.rows[1]]).toMatchObject(report.rows);
    expect(report.rows[0]).toMatchObject({
      row: 3,
      name: "Bob",
      phone: "0170 12345",
      status: "without_phone",
      errors: [{ field: "phone", message: expect.stringContaining("country code") }],
    });
    expect((await allGuests(host, eventId)).map(({ name, phone }) => [name, phone])).toEqual([
      ["Ada", "+447700900123"],
      ["Bob", null],
      ["Cy", null],
    ]);
  });

  it("passes a strict import with `invalid_phone=drop`, and fails it without", async () => {
    const { host, eventId } = await hostWithEvent();
    const path = `/events/${eventId}/guests/import?strict=true`;
    expect((await sendCsv(host, path, CSV)).status).toBe(400);
    expect(await importCsv(host, eventId, CSV, "?strict=true&invalid_phone=drop")).toMatchObject({ imported: 3 });
  });

  /** @spec 2.22 "Guest | phone | string, optional | strict E.164 format" */
  it.each([
    ["+49 (0)151 234567", "must be in E.164: +49151234567"],
    ["0049151234567", "must be in E.164: +49151234567"],
    ["+44 20 7946 0958", "must be in E.164: +442079460958"],
    [" +442079460958", "must be in E.164: +442079460958"],
    ["07700 900123", "must be a phone number with its country code in E.164, e.g. +447700900123"],
    ["+0442079460958", "must be a phone number with its country code in E.164, e.g. +447700900123"],
  ])("returns 400 for %j in JSON, with the E.164 form where there is one", async (phone, message) => {
    const { host, eventId } = await hostWithEvent();
    const guest = await addGuest(host, eventId, { name: "Ada", phone: "+447700900123" });
    const guests = `/events/${eventId}/guests`;
    for (const response of [
      await host.api("POST", guests, { name: "Bob", phone }),
      await host.api("PATCH", `${guests}/${guest.id}`, { phone }),
      await host.api("POST", `/events/${eventId}/walk-ins`, { name: "Cy", arrival_count: 1, phone }),
    ]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: "validation_failed", errors: [{ path: "phone", message }] });
    }
  });
});

describe("importGuests (possible duplicates)", () => {
  it("reports the row as a possible duplicate, and imports it", async () => {
    const { host, eventId } = await hostWithEvent();
    await addGuest(host, eventId, { name: "Zoë Größe" });
    await addGuest(host, eventId, { name: "Ada", email: "ada@example.com" });
    const csv = "name,email\nzoe grosse,\nAda,ADA@example.com\nAda,ada@work.example\nNew,\nnew,\n";
    const seen = await preview(host, eventId, csv);
    expect(seen).toMatchObject({ valid: 4, invalid: 0, duplicates: 1, possible_duplicates: 3 });
    const statuses = ["possible_duplicate", "already_on_event", "possible_duplicate", "valid", "possible_duplicate"];
    expect(seen.rows.map(({ status }) => status)).toEqual(statuses);
    const report = await importCsv(host, eventId, csv);
    expect(report).toMatchObject({ imported: 4, skipped: 1, possible_duplicates: 3 });
    expect(seen.rows.filter(({ status }) => status !== "valid")).toMatchObject(report.rows);
    expect(await allGuests(host, eventId)).toHaveLength(6);
  });

  it("reports a row whose guest is a companion in an earlier row", async () => {
    const { host, eventId } = await hostWithEvent();
    const seen = await preview(host, eventId, "name,companions\nAda,Bob; Cy\nBOB,\nDee,Ada\n");
    expect(seen.rows).toMatchObject([
      { status: "valid", same_name_rows: [] },
      { status: "possible_duplicate", same_name_rows: [2] },
      { status: "valid", same_name_rows: [] },
    ]);
  });

  it("skips the row in a strict import, so a list without addresses is imported once", async () => {
    const { host, eventId } = await hostWithEvent();
    const csv = "name\nAda\nBob\n";
    expect(await importCsv(host, eventId, csv, "?strict=true")).toMatchObject({ imported: 2, skipped: 0 });
    expect(await preview(host, eventId, csv, "text/csv", "?strict=true")).toMatchObject({ valid: 0, duplicates: 2 });
    expect(await importCsv(host, eventId, csv, "?strict=true")).toMatchObject({
      imported: 0,
      skipped: 2,
      rejected: 0,
      rows: [{ status: "possible_duplicate" }, { status: "possible_duplicate" }],
    });
    expect(await allGuests(host, eventId)).toHaveLength(2);
  });

  it("returns the same report when the import is repeated with its key", async () => {
    const { host, eventId } = await hostWithEvent();
    await addGuest(host, eventId, { name: "Ada" });
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const send = () => sendCsv(host, `/events/${eventId}/guests/import`, "name\nAda\nBob\n", key);
    const [first, again] = [await send(), await send()];
    expect(await first.json()).toMatchObject({ imported: 2, possible_duplicates: 1 });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await allGuests(host, eventId)).toHaveLength(3);
  });
});

describe("importGuests (internationalised email addresses)", () => {
  it("stores and finds the ASCII form of its domain", async () => {
    const { host, eventId } = await hostWithEvent();
    const guest = await addGuest(host, eventId, { name: "Ada", email: "a@MÜNCHEN.example" });
    expect(guest.email).toBe("a@xn--mnchen-3ya.example");
    const again = { name: "Ada B", email: "A@xn--mnchen-3ya.example" };
    expect((await host.api("POST", `/events/${eventId}/guests`, again)).status).toBe(409);
    const report = await importCsv(host, eventId, "name,email\nAda,a@münchen.example\nGrace,grace@例え.テスト\n");
    expect(report).toMatchObject({ imported: 1, skipped: 1, rows: [{ status: "already_on_event" }] });
    const found = await host.api("GET", `/events/${eventId}/guests?q=${encodeURIComponent("a@münchen.example")}`);
    expect((await found.json<{ items: unknown[] }>()).items).toHaveLength(1);
  });

  it("rejects non-ASCII letters before the @, with the reason", async () => {
    const { host, eventId } = await hostWithEvent();
    const response = await host.api("POST", `/events/${eventId}/guests`, { name: "Ada", email: "ü@example.org" });
    expect(response.status).toBe(400);
    const reason = "can't be used: mail isn't delivered to letters beyond A–Z before the @";
    expect(await response.json()).toMatchObject({ errors: [{ path: "email", message: reason }] });
    const { rows } = await preview(host, eventId, "name,email\nAda,ü@example.org\n");
    expect(rows[0]?.errors).toEqual([{ field: "email", message: reason }]);
  });

  it("rejects malformed addresses with an internationalised domain", async () => {
    const { host, eventId } = await hostWithEvent();
    for (const email of [
      "a@münchen.example/x",
      "a@münchen.example:25",
      "a@b@münchen",
      "a@１２７.０.０.１",
      "a@mün chen.de",
    ]) {
      const response = await host.api("POST", `/events/${eventId}/guests`, { name: "Ada", email });
      expect([email, response.status]).toEqual([email, 400]);
    }
  });
});

describe("visible names", () => {
  const INVISIBLE = ["\u200b", "\u2060\u200d", "\u3164", "\u2800", "\u0301", "\u00ad"];

  it.each(INVISIBLE)("rejects a name without a visible character in every field: %j", async (name) => {
    const { host, eventId } = await hostWithEvent();
    const event = { name, event_date: "2030-06-05T15:30:00Z", timezone: "Europe/Berlin" };
    const account = { name, email: `new-${crypto.randomUUID()}@example.com`, password: "a long enough phrase" };
    for (const [path, body] of [
      [`/events/${eventId}/guests`, { name }],
      ["/events", event],
      ["/auth/signup", account],
    ] as const) {
      const response = await host.api("POST", path, body);
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.json()).toMatchObject({
        errors: [{ path: "name", message: "must have at least one visible character" }],
      });
    }
    const { rows } = await preview(host, eventId, `name\n${name}\nAda\n`);
    expect(rows.filter(({ status }) => status === "valid").map((row) => row.name)).toEqual(["Ada"]);
  });

  it("accepts a name in any script, or of one sign", async () => {
    const { host, eventId } = await hostWithEvent();
    for (const name of ["山", "👩‍👩‍👧", "क्षि", "x", "-", "Zoë\u200b"]) {
      expect(await addGuest(host, eventId, { name })).toMatchObject({ name });
    }
  });
});
