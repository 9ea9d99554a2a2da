import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { freshEmail, type Host, requestBy, signedInHost } from "../support/account.ts";
import { addGuest, makeEvent } from "../support/guest.ts";
import { makeMessage, messageOf, messagesOf, type WireMessage } from "../support/message.ts";
import { loseEveryRace, raceBeforeWrite } from "../support/race.ts";
import { activitiesOf, recordsOf } from "../support/records.ts";

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** A host with an event, and requests about it. */
async function hosting() {
  const host = await signedInHost({ tier: "pro" });
  const { id } = await makeEvent(host, { timezone: "UTC" });
  const path = (rest: string) => `/events/${id}${rest}`;
  return {
    host,
    id,
    request: (method: string, rest: string, body?: object) => requestBy(host, method, path(rest), body),
    api: async (method: string, rest: string, body?: object) => {
      const response = await host.api(method, path(rest), body);
      expect(response.ok, `${method} ${rest}`).toBe(true);
      return response.json<Record<string, unknown>>();
    },
    records: () => recordsOf(host, id),
    /** The messages and audit records, read without the caller, whose role may be lost. */
    stored: async () => {
      const read = (statement: string) => env.DB.prepare(statement).bind(id).all();
      const messages = await read("select id, status from messages where event_id = ? order by id");
      return [messages.results, (await read("select action from audit_records where event_id = ?")).results];
    },
    /** Runs a statement with the event's ID. */
    run: (statement: string, ...values: unknown[]) =>
      env.DB.prepare(statement)
        .bind(id, ...values)
        .run(),
  };
}

async function outcomeOf(response: Response): Promise<[number, string | undefined]> {
  return [response.status, (await response.json<{ error?: string }>()).error];
}

const MOVE = "update events set event_date = event_date + 60000 where id = ?";

describe("PATCH /events/{eventId}", () => {
  it("records the values that it replaced when another request changes the same field meanwhile", async () => {
    const event = await hosting();
    const late = await raceBeforeWrite(event.request("PATCH", "", { name: "Mine", venue: "Orangery" }), () =>
      event.api("PATCH", "", { name: "Theirs", description: "Kept" }),
    );
    const changed = { name: "Mine", venue: "Orangery", description: "Kept" };
    expect([late.status, await late.json()]).toMatchObject([200, changed]);
    expect(await event.api("GET", "")).toMatchObject(changed);
    expect(await event.records()).toMatchObject([
      { before: { name: "Garden party", description: null }, after: { name: "Theirs", description: "Kept" } },
      { before: { name: "Theirs", venue: null }, after: { name: "Mine", venue: "Orangery" } },
    ]);
    expect(await activitiesOf(event.host, event.id, 2, "event.updated")).toMatchObject([
      { changed: ["name", "description"] },
      { changed: ["name", "venue"] },
    ]);
  });

  it("schedules the reminders for the time that the event has, after another request has moved it", async () => {
    const event = await hosting();
    const request = event.request("PATCH", "", { timezone: "Asia/Tokyo" });
    expect((await raceBeforeWrite(request, () => event.api("PATCH", "", { event_date: inDays(50) }))).status).toBe(200);
    expect(await event.records()).toMatchObject([
      { after: { event_date: expect.any(String) } },
      { before: { timezone: "UTC" }, after: { timezone: "Asia/Tokyo" } },
    ]);
    expect(await daysAhead(event)).toBe(1);
  });

  it("returns 409 event_changed and writes nothing when the event is moved before each write", async () => {
    const event = await hosting();
    const before = await messagesOf(event.host, event.id);
    const request = event.request("PATCH", "", { name: "Mine", event_date: inDays(50) });
    expect(await outcomeOf(await loseEveryRace(request, () => event.run(MOVE)))).toEqual([409, "event_changed"]);
    expect(await event.api("GET", "")).toMatchObject({ name: "Garden party" });
    expect(await messagesOf(event.host, event.id)).toEqual(before);
    expect(await event.records()).toEqual([]);
  });
});

describe("PATCH /events/{eventId} with an address for replies", () => {
  it("counts one email for a request that writes in its second attempt", async () => {
    const event = await hosting();
    const reply_to = freshEmail();
    // Three emails an hour go to an address.
    for (let sent = 0; sent < 3; sent++) {
      const late = await raceBeforeWrite(event.request("PATCH", "", { reply_to }), () => event.run(MOVE));
      expect([late.status, await late.json()]).toMatchObject([200, { reply_to }]);
    }
    expect(await outcomeOf(await event.host.api("PATCH", `/events/${event.id}`, { reply_to }))).toEqual([
      429,
      "rate_limited",
    ]);
  });
});

/** Lowers the caller's role, so that the caller may not write any more. */
const LOWER = "update event_collaborators set role = 'viewer' where event_id = ?";

describe("DELETE /events/{eventId}", () => {
  it("returns 403 role_too_low and deletes nothing when the role is lowered between read and write", async () => {
    const event = await hosting();
    const before = await event.stored();
    const late = await raceBeforeWrite(event.request("DELETE", ""), () => event.run(LOWER));
    expect(await outcomeOf(late)).toEqual([403, "role_too_low"]);
    expect(await event.api("GET", "")).toMatchObject({ status: "scheduled" });
    expect(await event.stored()).toEqual(before);
  });
});

describe("POST /events/{eventId}/copy", () => {
  it("returns 401 and copies nothing when the session ends between read and write", async () => {
    const event = await hosting();
    const before = await event.stored();
    const request = event.request("POST", "/copy", { name: "Again", event_date: inDays(60), include: [] });
    const end = () =>
      env.DB.prepare("update users set sessions_valid_from = ? where id = ?")
        .bind(Date.now() + DAY_MS, event.host.id)
        .run();
    // The caller and the copied event are read in a batch each.
    expect(await outcomeOf(await raceBeforeWrite(request, end))).toEqual([401, "unauthenticated"]);
    const events = env.DB.prepare("select count(*) as n from events where host_id = ?").bind(event.host.id);
    expect(await events.first("n")).toBe(1);
    expect(await event.stored()).toEqual(before);
  });
});

/** Days between the last reminder and the event, rounded. */
async function daysAhead({ host, id, api }: Awaited<ReturnType<typeof hosting>>): Promise<number> {
  const last = (await messagesOf(host, id)).find(({ slug }) => slug === "reminder_1d");
  const { event_date: date } = await api("GET", "");
  return Math.round((Date.parse(String(date)) - Date.parse(last?.send_at ?? "")) / DAY_MS);
}

describe("POST /events/{eventId}/cancel", () => {
  it("keeps the cancellation that another request made between read and write", async () => {
    const event = await hosting();
    const late = await raceBeforeWrite(event.request("POST", "/cancel", { message: "Rain." }), () =>
      event.api("POST", "/cancel", { message: "Snow." }),
    );
    expect(late.status).toBe(200);
    expect(await late.json()).toEqual({
      ...(await event.api("GET", "")),
      notified: false,
      reason: "no_change",
    });
    const { results } = await event.run("select cancel_message, calendar_sequence from events where id = ?");
    expect(results).toEqual([{ cancel_message: "Snow.", calendar_sequence: 1 }]);
    expect(await event.records()).toMatchObject([
      { action: "event.cancelled", before: { status: "scheduled" }, after: { status: "cancelled", message: "Snow." } },
    ]);
    expect(await activitiesOf(event.host, event.id, 1, "event.cancelled")).toMatchObject([{ message: "Snow." }]);
  });

  it("returns 409 event_changed and writes nothing when the event is moved before each write", async () => {
    const event = await hosting();
    const before = await messagesOf(event.host, event.id);
    const request = event.request("POST", "/cancel", { message: "Rain." });
    expect(await outcomeOf(await loseEveryRace(request, () => event.run(MOVE)))).toEqual([409, "event_changed"]);
    expect(await event.api("GET", "")).toMatchObject({ status: "scheduled" });
    expect(await messagesOf(event.host, event.id)).toEqual(before);
    expect(await event.records()).toEqual([]);
  });
});

describe("POST /events/{eventId}/reinstate", () => {
  it("schedules the reminders for the new time when another request moves the event meanwhile", async () => {
    const event = await hosting();
    await event.api("POST", "/cancel", { notify: false });
    const late = await raceBeforeWrite(event.request("POST", "/reinstate", { notify: false }), () =>
      event.api("PATCH", "", { event_date: inDays(50) }),
    );
    expect([late.status, await late.json()]).toMatchObject([200, { status: "scheduled" }]);
    expect(await daysAhead(event)).toBe(1);
    expect((await event.records()).map(({ action }) => action)).toEqual([
      "event.cancelled",
      "event.updated",
      "event.reinstated",
    ]);
  });

  it("returns 409 event_changed and writes nothing when the event is moved before each write", async () => {
    const event = await hosting();
    await event.api("POST", "/cancel", { notify: false });
    const before = await messagesOf(event.host, event.id);
    const request = event.request("POST", "/reinstate", { notify: false });
    expect(await outcomeOf(await loseEveryRace(request, () => event.run(MOVE)))).toEqual([409, "event_changed"]);
    expect(await event.api("GET", "")).toMatchObject({ status: "cancelled" });
    expect(await messagesOf(event.host, event.id)).toEqual(before);
    expect((await event.records()).map(({ action }) => action)).toEqual(["event.cancelled"]);
  });
});

describe("PUT /events/{eventId}/security/thresholds", () => {
  const DEFAULTS = { medium: 30, high: 60, block: 85 };
  const [theirs, mine] = [
    { medium: 10, high: 40, block: 70 },
    { medium: 20, high: 50, block: 80 },
  ];

  it("records the thresholds that it replaced when another request changes them between read and write", async () => {
    const event = await hosting();
    const route = "/security/thresholds";
    const late = await raceBeforeWrite(event.request("PUT", route, mine), () => event.api("PUT", route, theirs));
    expect([late.status, await late.json()]).toMatchObject([200, mine]);
    expect(await event.api("GET", route)).toMatchObject(mine);
    expect(await event.records()).toMatchObject([
      { before: DEFAULTS, after: theirs },
      { before: theirs, after: mine },
    ]);
  });

  it("returns 409 thresholds_changed and writes nothing when they change before each write", async () => {
    const event = await hosting();
    let changes = 0;
    const change = () => event.run("update events set fraud_medium_threshold = ?2 where id = ?1", ++changes);
    const lost = await loseEveryRace(event.request("PUT", "/security/thresholds", mine), change);
    expect(await outcomeOf(lost)).toEqual([409, "thresholds_changed"]);
    expect(await event.api("GET", "/security/thresholds")).toMatchObject({ ...DEFAULTS, medium: changes });
    expect(await event.records()).toEqual([]);
  });
});

describe("/events/{eventId}/security/allowlist", () => {
  const NETWORK = "203.0.113.0/24";

  it("returns 404 and records nothing when another request removes the network between read and write", async () => {
    const event = await hosting();
    await event.api("POST", "/security/allowlist", { ip_cidr: NETWORK });
    const remove = event.request("DELETE", `/security/allowlist?ip_cidr=${NETWORK}`);
    const change = () => event.run("delete from event_allowlist where event_id = ?");
    expect(await outcomeOf(await raceBeforeWrite(remove, change))).toEqual([404, "not_found"]);
    expect(await event.records()).toMatchObject([{ action: "allowlist.added" }]);
  });

  it("returns 409 allowlist_full and records nothing when other requests fill the list meanwhile", async () => {
    const event = await hosting();
    const add = event.request("POST", "/security/allowlist", { ip_cidr: NETWORK });
    const change = () =>
      event.run(
        `insert into event_allowlist (event_id, ip_cidr, created_by, created_at)
         select ?1, '10.0.' || value || '.0/24', ?2, 1 from json_each(?3)`,
        event.host.id,
        JSON.stringify(Array.from({ length: 200 }, (_, index) => index)),
      );
    expect(await outcomeOf(await raceBeforeWrite(add, change))).toEqual([409, "allowlist_full"]);
    expect(await event.records()).toEqual([]);
  });
});

describe("PUT /events/{eventId}/branding", () => {
  it("keeps the field that another request sets between read and write", async () => {
    const event = await hosting();
    const late = await raceBeforeWrite(event.request("PUT", "/branding", { font: "Georgia" }), () =>
      event.api("PUT", "/branding", { primary_color: "#aabbcc" }),
    );
    const both = { font: "Georgia", primary_color: "#aabbcc" };
    expect([late.status, await late.json()]).toMatchObject([200, both]);
    expect(await event.api("GET", "/branding")).toMatchObject(both);
    expect(await event.records()).toMatchObject([
      { before: { font: null, primary_color: null }, after: { font: null, primary_color: "#aabbcc" } },
      { before: { font: null, primary_color: "#aabbcc" }, after: both },
    ]);
  });

  it("returns 409 branding_changed and writes nothing when the branding changes before each write", async () => {
    const event = await hosting();
    await event.api("PUT", "/branding", { primary_color: "#000000" });
    let changes = 0;
    const change = () =>
      event.run("update event_branding set primary_color = ?2 where event_id = ?1", `#00000${++changes}`);
    const lost = await loseEveryRace(event.request("PUT", "/branding", { font: "Georgia" }), change);
    expect(await outcomeOf(lost)).toEqual([409, "branding_changed"]);
    expect(await event.api("GET", "/branding")).toMatchObject({ font: null, primary_color: `#00000${changes}` });
    expect(await event.records()).toHaveLength(1);
  });
});

describe("PUT /events/{eventId}/texts", () => {
  const textOf = (subject: string) => ({ invitation: { subject, body: null } });

  it("records the text that it replaced when another request changes it between read and write", async () => {
    const event = await hosting();
    const late = await raceBeforeWrite(event.request("PUT", "/texts", textOf("Mine")), () =>
      event.api("PUT", "/texts", textOf("Theirs")),
    );
    expect(late.status).toBe(200);
    expect(await late.json()).toEqual(await event.api("GET", "/texts"));
    expect(await event.api("GET", "/texts")).toMatchObject(textOf("Mine"));
    expect(await event.records()).toMatchObject([
      { before: { invitation_subject: null }, after: { invitation_subject: "Theirs" } },
      { before: { invitation_subject: "Theirs" }, after: { invitation_subject: "Mine" } },
    ]);
  });

  it("returns 409 texts_changed with the other text when it was expected to be unchanged", async () => {
    const event = await hosting();
    const late = await raceBeforeWrite(
      event.request("PUT", "/texts", { ...textOf("Mine"), expected_updated_at: null }),
      () => event.api("PUT", "/texts", textOf("Theirs")),
    );
    expect([late.status, await late.json()]).toMatchObject([409, { error: "texts_changed", texts: textOf("Theirs") }]);
    expect(await event.api("GET", "/texts")).toMatchObject(textOf("Theirs"));
  });

  it("returns 409 texts_changed and writes nothing when the text changes before each write", async () => {
    const event = await hosting();
    const change = () =>
      event.run(
        `insert into event_texts (event_id, invitation_subject, updated_at) values (?, 'Theirs', 1)
         on conflict do update set updated_at = updated_at + 1`,
      );
    const lost = await loseEveryRace(event.request("PUT", "/texts", textOf("Mine")), change);
    expect(await outcomeOf(lost)).toEqual([409, "texts_changed"]);
    expect(await event.api("GET", "/texts")).toMatchObject(textOf("Theirs"));
    expect(await event.records()).toEqual([]);
  });
});

describe("PUT /events/{eventId}/questions", () => {
  const asking = (label: string) => ({ items: [{ label, kind: "text" }] });

  it("keeps the question that another request added between read and write, as removed", async () => {
    const event = await hosting();
    const late = await raceBeforeWrite(event.request("PUT", "/questions", asking("Mine")), () =>
      event.api("PUT", "/questions", asking("Theirs")),
    );
    expect(late.status).toBe(200);
    const stored = await event.api("GET", "/questions");
    expect(await late.json()).toEqual(stored);
    expect(stored).toMatchObject({ items: [{ label: "Mine" }], removed: [{ label: "Theirs" }] });
    expect(await event.records()).toMatchObject([
      { before: { count: 0 }, after: { questions: "Theirs (text)" } },
      { before: { questions: "Theirs (text)" }, after: { questions: "Mine (text)" } },
    ]);
  });

  it("returns 409 questions_changed and writes nothing when the questions change before each write", async () => {
    const event = await hosting();
    const change = () =>
      event.run(
        `insert into event_questions (event_id, items, removed, updated_at) values (?, '[]', '[]', 1)
         on conflict do update set version = version + 1`,
      );
    const lost = await loseEveryRace(event.request("PUT", "/questions", asking("Mine")), change);
    expect(await outcomeOf(lost)).toEqual([409, "questions_changed"]);
    expect(await event.api("GET", "/questions")).toMatchObject({ items: [], removed: [] });
    expect(await event.records()).toEqual([]);
  });
});

describe("POST /events/{eventId}/messages", () => {
  const PAUSE =
    "insert into sending_pauses (user_id, reason, paused_at) select host_id, 'complaints', 1 from events where id = ?";

  it.each([
    ["the caller's role is lowered", LOWER],
    ["the host's sending is paused", PAUSE],
  ])("returns 404 and stores no message when %s between read and write", async (_, statement) => {
    const event = await hosting();
    const before = await event.stored();
    const body = { audience: "everyone", channel: "email", subject: "News", body: "Hello", mode: "send_now" };
    const late = await raceBeforeWrite(event.request("POST", "/messages", body), () => event.run(statement));
    expect(await outcomeOf(late)).toEqual([404, "not_found"]);
    expect(await event.stored()).toEqual(before);
  });
});

describe("POST /events/{eventId}/texts/test", () => {
  it("returns 403 role_too_low and sends no email when the role is lowered between read and write", async () => {
    const event = await hosting();
    const request = event.request("POST", "/texts/test", { kind: "invitation", subject: "Mine" });
    const late = await raceBeforeWrite(request, () => event.run(LOWER));
    expect(await outcomeOf(late)).toEqual([403, "role_too_low"]);
    const mails = await event.run("select id from outbox where type = 'test_mail.send' and instr(body, ?) > 0");
    expect(mails.results).toEqual([]);
  });
});

describe("PATCH /events/{eventId}/messages/{messageId}", () => {
  /** A draft of an event, and a change of it by another request. */
  async function drafting(overrides: Record<string, unknown> = {}) {
    const event = await hosting();
    const message = await makeMessage(event.host, event.id, overrides);
    const route = `/messages/${message.id}`;
    const change = (body: object) => event.api("PATCH", route, body);
    return { ...event, message, route, change, stored: () => storedMessage(event.host, message) };
  }

  const storedMessage = (host: Host, message: WireMessage) => messageOf(host, message.event_id, message.id);

  it("returns 409 message_changed when the message was expected to be unchanged", async () => {
    const { request, route, change, message, stored } = await drafting();
    const mine = { subject: "Mine", expected_updated_at: message.updated_at };
    const late = await raceBeforeWrite(request("PATCH", route, mine), () => change({ subject: "Theirs" }));
    expect(await outcomeOf(late)).toEqual([409, "message_changed"]);
    expect(await stored()).toMatchObject({ subject: "Theirs" });
  });

  it("answers 400 and keeps the audience if another request deletes a chosen guest meanwhile", async () => {
    const { host, id, request, route, stored, records } = await drafting();
    const guest = await addGuest(host, id);
    const choose = request("PATCH", route, { guest_ids: [guest.id] });
    const late = await raceBeforeWrite(choose, () => host.api("DELETE", `/events/${id}/guests/${guest.id}`));
    expect([late.status, await late.json()]).toMatchObject([400, { errors: [{ path: "guest_ids" }] }]);
    expect(await stored()).toMatchObject({ audience: "everyone" });
    expect((await records()).map(({ action }) => action)).toEqual(["message.created", "guest.deleted"]);
  });

  it("records the subject that is sent when another request changes it between read and write", async () => {
    const { request, route, change, records, stored } = await drafting({ audience: "declined" });
    const late = await raceBeforeWrite(request("POST", `${route}/send-now`), () => change({ subject: "Theirs" }));
    expect([late.status, await late.json()]).toMatchObject([200, { subject: "Theirs" }]);
    expect(await stored()).toMatchObject({ subject: "Theirs" });
    expect((await records()).filter(({ action }) => action === "message.sent_now")).toMatchObject([
      { before: { subject: "Theirs", status: "draft" }, after: { subject: "Theirs", status: "scheduled" } },
    ]);
  });

  it("returns 409 message_changed and writes nothing when the message changes before each write", async () => {
    const { request, route, run, message, stored, records } = await drafting({
      mode: "schedule",
      send_at: inDays(10),
    });
    const before = await records();
    let sendAt = Date.parse(message.send_at ?? "");
    const change = () => run("update messages set send_at = ?2 where event_id = ?1 and id = ?3", ++sendAt, message.id);
    const lost = await loseEveryRace(request("PATCH", route, { mode: "send_now" }), change);
    expect(await outcomeOf(lost)).toEqual([409, "message_changed"]);
    expect(await stored()).toMatchObject({ status: "scheduled", send_at: new Date(sendAt).toISOString() });
    expect(await records()).toEqual(before);
  });
});
