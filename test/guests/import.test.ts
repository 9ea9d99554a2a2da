import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../support/account.ts";
import { addMember } from "../support/event-fixture.ts";
import { addGuest, makeEvent } from "../support/guest.ts";
import {
  allGuests,
  countsOf,
  csvOf,
  importCsv,
  preview,
  sendCsv,
  sendForm,
  type WireReport,
} from "../support/guest-list.ts";
import { loseEveryRace, raceBeforeWrite } from "../support/race.ts";
import { type Cost, costOf } from "../support/recording-env.ts";

/** The limit of a file and of the largest tier. */
const MANY = 5_000;
const MIB = 1024 * 1024;
/** The guest limit of the free tier. */
const FREE_GUESTS = 50;

async function hostWithEvent(tier?: "pro" | "business") {
  const host = await signedInHost(tier ? { tier } : {});
  const event = await makeEvent(host);
  return { host, eventId: event.id, path: `/events/${event.id}/guests/import` };
}

function request(host: Host, path: string, body: string, headers: Record<string, string> = {}): Request {
  return new Request(`https://usher.test${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${host.token}`, "Content-Type": "text/csv", ...headers },
    body,
  });
}

async function cost(host: Host, path: string, body: string, headers: Record<string, string> = {}): Promise<Cost> {
  return costOf(request(host, path, body, headers));
}

describe("POST /events/{eventId}/guests/preview", () => {
  const CSV = [
    "name,email,phone,party_size,notes",
    "Ada,ada@example.com,+442079460000,2,",
    "Bob,not an address,0170 12345,many,",
    ",nobody@example.com,,,",
    ",,,,",
    "Ada again,ADA@example.com,,,",
    "Grace,Grace@Example.com,,,",
    "No address,,,21,",
    "Fine,,'+442079460001,,",
    "One,one@example.com,,,,surplus",
    '"Stray"x,stray@example.com,,,',
  ].join("\n");

  /**
   * @spec 4.34 "POST | /preview | editor+ | CSV preview with row-level validation"
   * @spec 4.44 "CSV rules: | each row is validated; phone numbers must be E.164."
   */
  it("classifies every row and numbers it as a spreadsheet does", async () => {
    const { host, eventId } = await hostWithEvent();
    await addGuest(host, eventId, { name: "Grace", email: "grace@example.com" });
    const { rows, ...counts } = await preview(host, eventId, CSV);
    expect(counts).toEqual({
      columns: ["name", "email", "phone", "party_size", "notes"].map((name) => ({ header: name, field: name })),
      total: 9,
      valid: 2,
      invalid: 5,
      duplicates: 2,
      possible_duplicates: 0,
    });
    expect(rows[0]).toEqual({
      row: 2,
      name: "Ada",
      email: "ada@example.com",
      phone: "+442079460000",
      party_size: 2,
      tags: [],
      table: null,
      external_id: null,
      companions: [],
      locale: null,
      greeting: null,
      status: "valid",
      errors: [],
      matches: [],
      same_name_rows: [],
    });
    expect(rows.map(({ row, status, errors }) => [row, status, ...errors.map(({ field }) => field)])).toEqual([
      [2, "valid"],
      [3, "invalid", "email", "phone", "party_size"],
      [4, "invalid", "name"],
      [6, "duplicate_in_file"],
      [7, "already_on_event"],
      [8, "invalid", "party_size"],
      [9, "valid"],
      [10, "invalid", "row"],
      [11, "invalid", "row"],
    ]);
    expect(rows[1]).toMatchObject({ name: "Bob", email: "not an address", phone: "0170 12345", party_size: null });
    expect(rows[6]).toMatchObject({ name: "Fine", phone: "+442079460001" });
  });

  it("counts no invalid row as the first of two duplicates", async () => {
    const { host, eventId } = await hostWithEvent();
    const { rows } = await preview(host, eventId, "name,email,phone\nAda,ada@example.com,1\nAda,ada@example.com,\n");
    expect(rows.map(({ status }) => status)).toEqual(["invalid", "valid"]);
  });

  /** @spec 4.34 "POST | /preview | editor+ | CSV preview with row-level validation" */
  it("writes nothing, in one round trip", async () => {
    const { host, eventId } = await hostWithEvent();
    const { response, roundTrips, d1Calls, rowsWritten } = await cost(host, `/events/${eventId}/guests/preview`, CSV);
    expect([response.status, roundTrips, d1Calls, rowsWritten]).toEqual([200, 1, 1, 0]);
    expect(await allGuests(host, eventId)).toEqual([]);
  });

  /** @spec 4.44 "CSV rules: | each row is validated; phone numbers must be E.164." */
  it("requires phone numbers in E.164, and suggests that form for another spelling", async () => {
    const { host, eventId } = await hostWithEvent();
    const phones = [
      "+4915112345678",
      "'+4915112345678",
      "+49 151 12345678",
      "+49-151-1234",
      "004915112345678",
      "+0123456",
      "0151 12345678",
      "+49 151 CALL ME",
      "+49",
    ];
    const csv = `name,phone\n${phones.map((phone, index) => `Ada ${index},${phone}`).join("\n")}`;
    const { rows } = await preview(host, eventId, csv);
    expect(rows.map(({ status }) => status)).toEqual([
      ...Array<string>(2).fill("valid"),
      ...Array<string>(7).fill("invalid"),
    ]);
    expect(rows.slice(0, 2).map(({ phone }) => phone)).toEqual(["+4915112345678", "+4915112345678"]);
    const messages = rows.slice(2).map(({ errors }) => errors);
    const invalid = "must be a phone number with its country code in E.164, e.g. +447700900123";
    expect(messages).toEqual(
      [
        ...["+4915112345678", "+491511234", "+4915112345678"].map((form) => `must be in E.164: ${form}`),
        ...Array<string>(4).fill(invalid),
      ].map((message) => [{ field: "phone", message }]),
    );
  });

  it("classifies rows as the import does", async () => {
    const { host, eventId } = await hostWithEvent();
    const { rows } = await preview(host, eventId, CSV);
    const report = await importCsv(host, eventId, CSV);
    expect(rows.filter(({ status }) => status !== "valid")).toMatchObject(report.rows);
  });
});

describe("POST /events/{eventId}/guests/import", () => {
  /** @spec 4.35 "POST | /import | editor+ | atomic per batch; skips emails that already exist on the event" */
  it("inserts the valid rows and reports the others", async () => {
    const { host, eventId } = await hostWithEvent();
    await addGuest(host, eventId, { name: "Grace", email: "Grace@example.com" });
    const csv =
      "name,email,party_size,notes\nAda,ada@example.com,2,Vegan\nGrace,grace@EXAMPLE.com,,\nX,x,,\nA,ADA@example.com,,\n";
    const report = await importCsv(host, eventId, csv);
    expect(report).toMatchObject({ imported: 1, skipped: 2, rejected: 1 });
    expect(report.rows.map(({ row, status }) => [row, status])).toEqual([
      [3, "already_on_event"],
      [4, "invalid"],
      [5, "duplicate_in_file"],
    ]);
    const guests = await allGuests(host, eventId);
    expect(guests).toHaveLength(2);
    expect(guests[1]).toMatchObject({
      event_id: eventId,
      name: "Ada",
      email: "ada@example.com",
      phone: null,
      party_size: 2,
      notes: "Vegan",
      rsvp: null,
      invited_at: null,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(await countsOf(eventId)).toEqual({ guests: 2, counted: 2 });
  });

  it("creates guests that can be searched and invited, and whose email addresses are unique", async () => {
    const { host, eventId } = await hostWithEvent();
    await importCsv(host, eventId, "name,email\nZoë Größe,Zoe@example.com\n");
    const found = await host.api("GET", `/events/${eventId}/guests?q=zoe%20grosse`);
    const [guest] = (await found.json<{ items: { id: string }[] }>()).items;
    const again = await host.api("POST", `/events/${eventId}/guests`, { name: "Zoe", email: "zoe@example.com" });
    expect(again.status).toBe(409);
    const issued = await host.api("POST", `/events/${eventId}/tokens`, { guest_id: guest?.id, notify: false });
    expect(issued.status).toBe(201);
  });

  it("reads the file of a form like a body", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const file = new File(["name,email\nAda,ada@example.com\n"], "guests.csv", { type: "application/vnd.ms-excel" });
    const response = await sendForm(host, path, { file });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ imported: 1, skipped: 0, rejected: 0, possible_duplicates: 0, rows: [] });
    expect(await allGuests(host, eventId)).toHaveLength(1);
  });

  it("reads the charset of the part in a form", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const latin1 = Uint8Array.from("name\nZo\xeb\n", (character) => character.charCodeAt(0));
    const response = await sendForm(host, path, {
      file: new File([latin1], "a.csv", { type: "text/csv;charset=iso-8859-1" }),
    });
    expect(response.status).toBe(201);
    expect((await allGuests(host, eventId))[0]?.name).toBe("Zoë");
  });

  /** @spec 4.35 "POST | /import | editor+ | atomic per batch; skips emails that already exist on the event" */
  it("changes nothing for a file whose guests are all on the list", async () => {
    const { host, eventId } = await hostWithEvent();
    await importCsv(host, eventId, csvOf(20, eventId));
    const before = await allGuests(host, eventId);
    expect(await importCsv(host, eventId, csvOf(20, eventId))).toMatchObject({ imported: 0, skipped: 20, rejected: 0 });
    expect(await allGuests(host, eventId)).toEqual(before);
  });

  it("writes nothing when it is strict and a row is invalid, and names the row and the field", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const csv = "name,email\nAda,ada@example.com\nBob,nobody\n";
    const strict = await sendCsv(host, `${path}?strict=true`, csv);
    expect(strict.status).toBe(400);
    expect(await strict.json()).toMatchObject({
      error: "validation_failed",
      errors: [{ path: "rows.3.email", message: expect.any(String) }],
    });
    expect(await allGuests(host, eventId)).toEqual([]);
    const lenient = await sendCsv(host, `${path}?strict=false`, csv);
    expect(lenient.status).toBe(201);
    expect((await sendCsv(host, `${path}?strict=perhaps`, csv)).status).toBe(400);
  });

  it("rejects invalid rows but accepts repeated ones when strict", async () => {
    const { host, path } = await hostWithEvent();
    const response = await sendCsv(host, `${path}?strict=true`, "name,email\nA,a@example.com\nB,a@example.com\n");
    expect(await response.json()).toMatchObject({ imported: 1, skipped: 1 });
  });

  /** @spec 4.35 "POST | /import | editor+ | atomic per batch; skips emails that already exist on the event" */
  it("accepts editors, and returns 403 to a viewer and 404 to a non-member", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const [editor, viewer, stranger] = [await signedInHost(), await signedInHost(), await signedInHost()];
    await addMember(eventId, editor.id, "editor");
    await addMember(eventId, viewer.id, "viewer");
    const csv = "name\nAda\n";
    for (const [caller, status] of [
      [viewer, 403],
      [stranger, 404],
      [editor, 201],
    ] as const) {
      expect((await sendCsv(caller, path, csv)).status).toBe(status);
    }
    // The role is checked before the file is parsed.
    expect((await sendCsv(stranger, path, "\0")).status).toBe(404);
    expect(await allGuests(host, eventId)).toHaveLength(1);
  });

  it("runs once when it is sent twice with one key, and returns the same", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const csv = "name,email\nNo address,\nAda,ada@example.com\nAda,ada@example.com\nX,x\n";
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const [first, again] = [await sendCsv(host, path, csv, key), await sendCsv(host, path, csv, key)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await again.json()).toEqual(await first.json());
    expect(await allGuests(host, eventId)).toHaveLength(2);
    expect((await sendCsv(host, path, `${csv}Bob,\n`, key)).status).toBe(409);
    const nothing = await sendCsv(host, path, "name,email\nAda,ada@example.com\n", { "Idempotency-Key": "n" });
    const nothingAgain = await sendCsv(host, path, "name,email\nAda,ada@example.com\n", { "Idempotency-Key": "n" });
    expect(await nothingAgain.json()).toEqual(await nothing.json());
    expect(nothingAgain.headers.get("idempotency-replayed")).toBe("true");
  });

  it("runs once for parallel requests with one key", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => sendCsv(host, path, "name\nAda\nBob\n", key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await allGuests(host, eventId)).toHaveLength(2);
  });
});

describe("guest limit of the tier in an import", () => {
  /**
   * @spec 4.36 "POST | /import | editor+ | 402 past the guest limit"
   * @spec 7.8 "402 | tier limit or feature gate reached on | /import"
   * @spec 7.13 "402 | Body holds error, reason, tier, used, limit, upgrade_url"
   */
  it("fills the list to the last guest, and returns the complete 402 beyond it", async () => {
    const { host, eventId, path } = await hostWithEvent();
    await addGuest(host, eventId);
    const response = await sendCsv(host, path, csvOf(FREE_GUESTS, eventId));
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({
      error: "tier_limit",
      reason: "guests_limit",
      tier: "free",
      used: 1,
      limit: FREE_GUESTS,
      upgrade_url: expect.stringMatching(/^https:/),
    });
    expect(await countsOf(eventId)).toEqual({ guests: 1, counted: 1 });
    expect(await importCsv(host, eventId, csvOf(FREE_GUESTS - 1, eventId))).toMatchObject({
      imported: FREE_GUESTS - 1,
    });
    expect(await countsOf(eventId)).toEqual({ guests: FREE_GUESTS, counted: FREE_GUESTS });
    expect((await host.api("POST", `/events/${eventId}/guests`, { name: "One more" })).status).toBe(402);
  });

  it("counts only the rows that would be written", async () => {
    const { host, eventId } = await hostWithEvent();
    await importCsv(host, eventId, csvOf(FREE_GUESTS, eventId));
    const csv = `${csvOf(FREE_GUESTS, eventId)}Invalid,x\n`;
    expect(await importCsv(host, eventId, csv)).toMatchObject({ imported: 0, skipped: FREE_GUESTS, rejected: 1 });
  });

  it("applies to concurrent imports and single guests", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const answers = await Promise.all([
      ...[0, 1, 2, 3].map((part) => sendCsv(host, path, csvOf(20, eventId, part * 20))),
      ...Array.from({ length: 6 }, () => host.api("POST", `/events/${eventId}/guests`, { name: "Single" })),
    ]);
    expect(answers.every(({ status }) => status === 201 || status === 402)).toBe(true);
    const { guests, counted } = await countsOf(eventId);
    expect(guests).toBeLessThanOrEqual(FREE_GUESTS);
    expect(counted).toBe(guests);
    const imported = answers.slice(0, 4).filter(({ status }) => status === 201).length;
    const singles = answers.slice(4).filter(({ status }) => status === 201).length;
    expect(guests).toBe(imported * 20 + singles);
  });

  it("applies when the list is filled between the read and the write", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const response = await raceBeforeWrite(request(host, path, csvOf(30, eventId)), () =>
      importCsv(host, eventId, csvOf(30, eventId, 100)),
    );
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ used: 30, limit: FREE_GUESTS });
    expect(await countsOf(eventId)).toEqual({ guests: 30, counted: 30 });
  });

  it("accepts a file that was imported concurrently", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const csv = csvOf(30, eventId);
    const response = await raceBeforeWrite(request(host, path, csv), () => importCsv(host, eventId, csv));
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ imported: 0, skipped: 30 });
    expect(await countsOf(eventId)).toEqual({ guests: 30, counted: 30 });
  });

  it("compares with the list itself, not with a wrong count", async () => {
    const { host, eventId } = await hostWithEvent();
    await addGuest(host, eventId);
    await env.DB.prepare("update guest_counts set guests = 49 where event_id = ?").bind(eventId).run();
    expect(await importCsv(host, eventId, csvOf(10, eventId))).toMatchObject({ imported: 10 });
    expect(await countsOf(eventId)).toEqual({ guests: 11, counted: 11 });
  });
});

describe("importGuests (concurrent changes)", () => {
  it("skips a guest who was added between the read and the write, and inserts the others", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const response = await raceBeforeWrite(request(host, path, csvOf(3, eventId)), () =>
      addGuest(host, eventId, { email: `GUEST-1-${eventId}@example.com` }),
    );
    expect(response.status).toBe(201);
    const report = await response.json<WireReport>();
    expect(report).toMatchObject({ imported: 2, skipped: 1 });
    expect(report.rows.map(({ row, status }) => [row, status])).toEqual([[3, "already_on_event"]]);
    expect(await countsOf(eventId)).toEqual({ guests: 3, counted: 3 });
  });

  it("returns 409 when the list changes during every attempt", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const added: { id: string }[] = [];
    const add = async (attempt: number) =>
      added.push(await addGuest(host, eventId, { email: `guest-${attempt}-${eventId}@example.com` }));
    const removeFirst = () => host.api("DELETE", `/events/${eventId}/guests/${added[0]?.id}`);
    const response = await loseEveryRace(request(host, path, csvOf(3, eventId)), add, {
      thenBeforeNextBatch: removeFirst,
    });
    expect([response.status, await response.json()]).toMatchObject([409, { error: "list_changed" }]);
    expect(await countsOf(eventId)).toEqual({ guests: 1, counted: 1 });
  });

  it("creates each guest once when one file is imported four times in parallel", async () => {
    const { host, eventId } = await hostWithEvent("pro");
    const reports = await Promise.all([1, 2, 3, 4].map(() => importCsv(host, eventId, csvOf(200, eventId))));
    expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(200);
    expect(reports.every(({ imported, skipped }) => imported + skipped === 200)).toBe(true);
    expect(await countsOf(eventId)).toEqual({ guests: 200, counted: 200 });
  });

  /** @spec 4.35 "POST | /import | editor+ | atomic per batch; skips emails that already exist on the event" */
  it("writes nothing on an event that was deleted meanwhile", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const response = await raceBeforeWrite(request(host, path, csvOf(3, eventId)), () =>
      host.api("DELETE", `/events/${eventId}`),
    );
    expect(response.status).toBe(404);
    expect(await countsOf(eventId)).toEqual({ guests: 0, counted: 0 });
  });
});

describe("importGuests (invalid files)", () => {
  const header = "name,email\n";
  const wide = (cells: number) => Array(cells).fill("x").join(",");

  /**
   * @spec 4.43 "CSV rules: | at most 5,000 rows"
   * @spec 8.5 "CSV rows | 5,000"
   */
  it.each<[string, number, string, string | Uint8Array, string?]>([
    ["random bytes", 400, "not_a_csv", crypto.getRandomValues(new Uint8Array(60_000))],
    ["an Excel workbook", 400, "not_a_csv", "PK\u0003\u0004………"],
    ["NUL characters", 400, "not_a_csv", `${header}A\0da,ada@example.com\n`],
    ["no UTF-8", 400, "unknown_encoding", Uint8Array.from("name\nZo\xeb", (c) => c.charCodeAt(0))],
    ["an unknown charset", 400, "unknown_encoding", "name\nAda\n", "text/csv; charset=klingon"],
    ["nothing", 400, "empty_file", ""],
    ["a byte order mark and nothing else", 400, "empty_file", "\uFEFF"],
    ["blank lines and nothing else", 400, "empty_file", "\n\n \n\r\n"],
    ["no header", 400, "unknown_header", "Ada Lovelace,ada@example.com\nGrace Hopper,grace@example.com\n"],
    ["no column for names", 400, "unknown_header", "email,phone\nada@example.com,\n"],
    ["5,001 guests", 400, "too_many_rows", csvOf(MANY + 1, "x")],
    ["a header of 10,000 columns", 400, "too_many_columns", `name,${wide(10_000)}\nAda\n`],
    ["a row of 10,000 columns", 400, "too_many_columns", `${header}Ada,ada@example.com\n${wide(10_000)}\n`],
    ["5 MiB of commas", 400, "too_many_columns", header + ",".repeat(5 * MIB - header.length)],
    ["a quote that is never closed", 400, "malformed_csv", `${header}"Ada,ada@example.com\nBob,bob@example.com\n`],
    ["5 MiB of quotes", 400, "malformed_csv", `${header}${'"'.repeat(4 * MIB + 1)}`],
    ["6 MiB", 413, "payload_too_large", csvOf(100, "x").padEnd(6 * MIB, "\n")],
    ["another media type", 415, "unsupported_media_type", '{"name":"Ada"}', "application/json"],
    ["no media type that fits", 415, "unsupported_media_type", "name\nAda\n", "text/plain"],
  ])("returns its own error code, and writes nothing: %s", async (_, status, code, body, contentType) => {
    const { host, eventId, path } = await hostWithEvent();
    for (const route of [path, `/events/${eventId}/guests/preview`]) {
      const response = await sendCsv(host, route, body, {}, contentType);
      const problem = await response.json<{ error: string; detail: string }>();
      expect([response.status, problem.error]).toEqual([status, code]);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(problem.detail).not.toBe("");
    }
    expect(await countsOf(eventId)).toEqual({ guests: 0, counted: 0 });
  });

  it("names the row at which reading stopped", async () => {
    const { host, path } = await hostWithEvent();
    const response = await sendCsv(host, path, `${header}\nAda,\n"Bob,\n`);
    expect(await response.json()).toMatchObject({ errors: [{ path: "row 4", message: expect.any(String) }] });
  });

  it.each([
    ["no part `file`", { other: new File(["name\nAda\n"], "a.csv") }, "other"],
    ["a text for the file", { file: "name\nAda\n" }, "file"],
    ["another part beside it", { file: new File(["name\nAda\n"], "a.csv"), event: "x" }, "event"],
  ])("names the part of a form that is wrong: %s", async (_, parts: Record<string, Blob | string>, path) => {
    const { host, eventId, path: route } = await hostWithEvent();
    const response = await sendForm(host, route, parts);
    expect(response.status).toBe(400);
    const { errors } = await response.json<{ errors: { path: string }[] }>();
    expect(errors.map((error) => error.path)).toContain(path);
    expect(await allGuests(host, eventId)).toEqual([]);
  });

  it("rejects a form without parts and a malformed form", async () => {
    const { host, path } = await hostWithEvent();
    expect((await sendForm(host, path, {})).status).toBe(400);
    const broken = await sendCsv(host, path, "--x\r\nnothing", {}, "multipart/form-data; boundary=x");
    expect(broken.status).toBe(400);
  });

  it("returns 415 without a media type", async () => {
    const { host, path } = await hostWithEvent();
    for (const body of [undefined, new TextEncoder().encode("name\nAda\n")]) {
      expect((await host.api("POST", path, body)).status).toBe(415);
    }
  });

  it("limits the file to 5 MiB, also in a form", async () => {
    const { host, path } = await hostWithEvent();
    const file = (bytes: number) => new File([csvOf(10, "x").padEnd(bytes, "\n")], "a.csv", { type: "text/csv" });
    expect((await sendForm(host, path, { file: file(5 * MIB + 1) })).status).toBe(413);
    expect((await sendForm(host, path, { file: file(6 * MIB) })).status).toBe(413);
    expect((await sendForm(host, path, { file: file(5 * MIB) })).status).toBe(201);
  });

  it.each([
    ["cells of a megabyte", `name,email,notes\n${"a".repeat(MIB)},${"b".repeat(MIB)},${"c".repeat(MIB)}\n`],
    ["an address with a million alternatives", `name,email\nAda,"${"a,".repeat(MIB)}"\n`],
    ["a header with a million brackets", `name,${"(".repeat(4 * MIB)}\nAda,\n`],
    ["a cell of apostrophes", `name,email\n${"'".repeat(4 * MIB)},\n`],
  ])("parses in linear time: %s", async (_, csv) => {
    const { host, eventId } = await hostWithEvent();
    const started = Date.now();
    const { rows } = await preview(host, eventId, csv);
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows).length).toBeLessThan(2_000);
  });
});

describe("importGuests (cost of 5,000 guests)", () => {
  /**
   * @spec 4.43 "CSV rules: | at most 5,000 rows"
   * @spec 8.5 "CSV rows | 5,000"
   */
  it("makes two round trips, reads each guest once, and writes a row and its index", async () => {
    const { host, eventId, path } = await hostWithEvent("business");
    const csv = csvOf(MANY, eventId);
    const { response, roundTrips, d1Calls, rowsRead, rowsWritten } = await cost(host, path, csv);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      imported: MANY,
      skipped: 0,
      rejected: 0,
      possible_duplicates: 0,
      rows: [],
    });
    console.info(JSON.stringify({ import: { roundTrips, d1Calls, rowsRead, rowsWritten } }));
    expect(roundTrips).toBe(2);
    expect(d1Calls).toBeLessThanOrEqual(3);
    expect(rowsRead).toBeLessThanOrEqual(15_000);
    // The guest, the index of addresses, and the count of the list.
    expect(rowsWritten).toBeLessThanOrEqual(2 * MANY + 5);
    expect(await countsOf(eventId)).toEqual({ guests: MANY, counted: MANY });

    const again = await cost(host, path, csv, { "Idempotency-Key": "again" });
    expect(await again.response.json()).toMatchObject({ imported: 0, skipped: MANY });
    expect(again.rowsRead).toBeLessThanOrEqual(15_000);
    expect(again.rowsWritten).toBeLessThanOrEqual(5);
  });

  it("costs no more with all fields at their longest, which need several bound values", async () => {
    const { host, eventId, path } = await hostWithEvent("business");
    const note = "Größe ".repeat(120).trim();
    const lines = Array.from(
      { length: MANY },
      (_, index) => `Guest ${index},g${index}-${eventId}@example.com,+49151${10_000_000 + index},2,${note}`,
    );
    const { response, roundTrips, d1Calls, rowsRead, rowsWritten } = await cost(
      host,
      path,
      `name,email,phone,party_size,notes\n${lines.join("\n")}`,
    );
    expect(response.status).toBe(201);
    expect(roundTrips).toBe(2);
    expect(d1Calls).toBeLessThanOrEqual(3);
    expect(rowsRead).toBeLessThanOrEqual(15_000);
    expect(rowsWritten).toBeLessThanOrEqual(2 * MANY + 5);
    const guests = await env.DB.prepare(
      "select count(distinct phone) as n from guests where event_id = ? and notes = ?",
    )
      .bind(eventId, note)
      .first<{ n: number }>();
    expect(guests?.n).toBe(MANY);
  });

  it("costs no more with tags, tables, external IDs, languages and companions", async () => {
    const { host, eventId, path } = await hostWithEvent("business");
    const lines = Array.from(
      { length: MANY },
      (_, index) =>
        `Guest ${index},g${index}-${eventId}@example.com,+49151${10_000_000 + index},4,note,VIP; Family|vegan,${index % 40},crm-${index},Ben; Zoë Größe,pt-br`,
    );
    const header = "name,email,phone,party_size,notes,tags,table,external_id,companions,locale";
    const { response, roundTrips, d1Calls, rowsRead, rowsWritten } = await cost(
      host,
      path,
      `${header}\n${lines.join("\n")}`,
    );
    expect(await response.json()).toMatchObject({ imported: MANY, rejected: 0 });
    console.info(JSON.stringify({ importOfAllColumns: { roundTrips, d1Calls, rowsRead, rowsWritten } }));
    expect([roundTrips, d1Calls]).toEqual([2, 2]);
    expect(rowsRead).toBeLessThanOrEqual(15_000);
    // The guest, the indexes of addresses and of external IDs, and the count of the list.
    expect(rowsWritten).toBeLessThanOrEqual(3 * MANY + 5);
    const last = await (await host.api("GET", `/events/${eventId}/guests?limit=1&tag=vegan`)).json();
    expect(last).toMatchObject({
      items: [
        {
          tags: ["VIP", "Family", "vegan"],
          table: "39",
          external_id: `crm-${MANY - 1}`,
          locale: "pt-BR",
          companions: [{ name: "Ben" }, { name: "Zoë Größe" }],
        },
      ],
    });
  });

  it("costs the same with a large list of another event", async () => {
    const host = await signedInHost({ tier: "business" });
    const [one, other] = [await makeEvent(host), await makeEvent(host)];
    await importCsv(host, one.id, csvOf(10, one.id));
    const part = async (first: number) =>
      (await cost(host, `/events/${one.id}/guests/import`, csvOf(10, one.id, first))).rowsRead;
    // A range scan reads one row past its end, of any event: one for each read of the list.
    await importCsv(host, other.id, csvOf(1, other.id));
    const before = await part(10);
    await importCsv(host, other.id, csvOf(2_000, other.id));
    // The ten guests of the first import are read twice: as the list, and by the recount.
    expect(await part(20)).toBe(before + 2 * 10);
  });
});
